import MockData

/// A value of an imported document, with the line on which it starts.
///
/// Unlike ``AnyCodableValue``, it preserves the order of members.
struct DocumentValue {
  enum Content {
    case scalar(AnyCodableValue)
    case list([DocumentValue])
    case object([(key: String, value: DocumentValue)])
  }

  var content: Content
  /// The line number, from 1.
  var line: Int
  /// The original text of an unquoted YAML scalar, such as `1.10`; nil for all others.
  var plainText: String?

  /// The maximum number of values in a document.
  ///
  /// More would need too much memory.
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
