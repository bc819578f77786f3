/// A text that is searched: its bytes, and the string for what only this knows.
struct RegexText {
  let utf8: UTF8Text
  private let string: String
  /// The last place that was reached by way of the string, and its index there.
  ///
  /// An index that the string itself has advanced is known to lie between characters. For any other
  /// one it would have to look back each time.
  private var known: (place: Int, index: String.Index)

  init(_ string: String, _ utf8: UTF8Text) {
    self.string = string
    self.utf8 = utf8
    known = (0, string.startIndex)
  }

  /// The character at a place, and where it ends.
  mutating func character(at place: Int) -> (RegexCharacter, end: Int) {
    let view = string.utf8
    let start =
      known.place == place ? known.index : view.index(view.startIndex, offsetBy: place)
    let index = string.index(after: start)
    let end = view.distance(from: view.startIndex, to: index)
    known = (end, index)
    return (
      RegexCharacter(first: utf8.scalar(at: place).scalar, text: string[start..<index]), end
    )
  }
}
