import Testing

/// Successive console inputs, and the output of the last.
struct ConsoleRow: Sendable, CustomTestStringConvertible {
  let texts: [String]
  let answer: String

  init(_ texts: String..., answer: String) {
    (self.texts, self.answer) = (texts, answer)
  }

  var testDescription: String { texts.joined(separator: " / ") }
}
