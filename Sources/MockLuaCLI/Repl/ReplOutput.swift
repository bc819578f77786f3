/// Writes what a REPL says: results to standard output, errors to standard error.
struct ReplOutput {
  /// The colours of a terminal, by what they stand for.
  enum Style: String {
    case value = "36"
    case error = "31"
    case note = "2"
  }

  private let isColoured: Bool

  /// - Parameters:
  ///   - isTerminal: Whether a person reads it.
  ///   - environment: `NO_COLOR`, where it is not empty, and `TERM=dumb` leave out the colours.
  init(isTerminal: Bool, environment: ProcessEnvironment = ProcessEnvironment()) {
    isColoured =
      isTerminal && environment.value(of: "NO_COLOR") == nil && environment["TERM"] != "dumb"
  }

  /// Writes a result and a newline.
  func write(_ text: String, style: Style? = nil) throws(CommandFailure) {
    do throws(SystemError) {
      try Descriptor.standardOutput.write(painted(text, style) + "\n")
    } catch {
      throw .unwritable(target: "standard output", error)
    }
  }

  /// Writes what went wrong, one line or several.
  func report(_ text: String) {
    Descriptor.standardError.report(painted(text, .error))
  }

  private func painted(_ text: String, _ style: Style?) -> String {
    guard isColoured, let style else { return text }
    return "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m"
  }
}
