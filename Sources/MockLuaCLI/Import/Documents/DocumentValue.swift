import MockData

/// A value of a document that is imported, and the line on which it begins.
///
/// Unlike ``AnyCodableValue`` it keeps the order of members, which is that in which a person wrote them.
struct DocumentValue {
  enum Content {
    case scalar(AnyCodableValue)
    case list([DocumentValue])
    case object([(key: String, value: DocumentValue)])
  }

  var content: Content
  /// From 1.
  var line: Int
  /// A scalar of YAML without quotes as it was written, such as `1.10`; nil for all others.
  var plainText: String?

  /// The most values of one document: more take more memory than a script is worth.
  static let limit = 2_000_000

  /// The value as plain data.
  var data: AnyCodableValue {
    switch content {
    case .scalar(let value): value
    case .list(let elements): .array(elements.map(\.data))
    case .object(let members):
      .dictionary(Dictionary(members.map { ($0.key, $0.value.data) }) { first, _ in first })
    }
  }

  var kind: AnyCodableValue.Kind {
    switch content {
    case .scalar(let value): value.kind
    case .list: .array
    case .object: .object
    }
  }
}
