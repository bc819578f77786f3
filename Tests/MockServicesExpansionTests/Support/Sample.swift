import Testing

/// A source and its expansion.
struct Sample: CustomTestStringConvertible {
  var title: String
  var source: String
  var output: String
  var testDescription: String { title }

  static let all = methods + types + mocked + places + clients
}
