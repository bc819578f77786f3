internal import MockServices

/// The text of an argument in a message.
enum ArgumentText {
  private static let limit = 120

  static func text(_ argument: Any) -> String {
    let text: String
    switch ArgumentEquality.unwrapped(argument) {
    case nil: text = "nil"
    case let value as String: text = "\"\(value)\""
    case let value as AnyCodableValue: text = Redaction().redacted(value).shortText
    case let members as [String: Any]:
      let texts = members.sorted { $0.key < $1.key }.map { key, value in
        "\"\(key)\": \(MockSecrets.isSecret(key) ? "<redacted>" : Self.text(value))"
      }
      text = texts.isEmpty ? "[:]" : "[\(texts.joined(separator: ", "))]"
    case let elements as [Any]: text = "[\(elements.map(Self.text).joined(separator: ", "))]"
    case let value?: text = "\(value)"
    }
    return text.count > limit ? text.prefix(limit) + "..." : text
  }
}
