/// Texts that more than one test expects.
enum FindingText {
  static let broken = ""
}
