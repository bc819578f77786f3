internal import MockPlatform

/// Replaces secrets with placeholders such as `<redacted 1>`.
///
/// Equal secrets have equal placeholders. A placeholder reveals nothing else.
///
/// ```
///   a name of `MockSecrets`   a known format   a pattern of the project
///              \                    |                   /
///               the value is remembered, and has a number
///                                   |
///      it is replaced under its name, and in all other text that contains it
/// ```
///
/// One walk over a value finds secrets and replaces them. If it finds a new secret, the walk is repeated, because the
/// secret may also occur earlier. Text is searched layer by layer: JSON, the notations of ``SecretPlaces``, and (if
/// formats are detected) those of ``EncodedText``. Each layer is shorter than the one around it, so the work is
/// proportional to the length of the text.
///
/// Strings and numbers can be secrets. Outside of fields with a secret's name, a short secret is replaced only as a
/// whole word, and a very short one only as a whole value or between quotes, because its characters occur in any text.
/// A recording doesn't replace a short secret, a lowercase word, or a sentence outside of these fields, so that the app
/// can still read the data.
package final class Redaction: Sendable {
  package enum Style: Sendable {
    /// `<redacted 1>`.
    case numbered
    /// Text of the same length, or a number of the same kind with the same number of digits, so that the app can still
    /// read it.
    case sameLength
  }

  private let state: Locked<SecretTable>

  /// If `findsShapes` is true, a value with a known format is a secret under any name, and in any
  /// encoding of ``EncodedText``.
  package init(style: Style = .numbered, findsShapes: Bool = false) {
    state = Locked(SecretTable(style: style, findsFormats: findsShapes))
  }

  package var count: Int { state.withLock { $0.placeholders.count } }

  /// Returns a value in which its own secrets and all known secrets are replaced.
  package func redacted(_ value: AnyCodableValue, named name: String? = nil) -> AnyCodableValue {
    redacted(value, under: name.flatMap { MockSecrets.isSecret($0) ? $0 : nil })
  }

  private func redacted(_ value: AnyCodableValue, under name: String?) -> AnyCodableValue {
    guard MockSecrets.isOn else { return value }
    return state.withLock { table in
      let count = table.placeholders.count
      let shown = table.redacted(value, under: name)
      let isDone = table.onlyFinds || table.placeholders.count == count
      return isDone ? shown : table.redacted(value, under: name)
    }
  }

  /// From now on, finds secrets by their formats, too, because the data comes from a live service.
  package func findFormats() { state.withLock { $0.findsFormats = true } }

  /// Calls the function twice, because a secret of one value may also occur in an earlier one.
  package func redacted<Result>(all redact: () -> Result) -> Result {
    state.withLock { $0.onlyFinds = true }
    _ = redact()
    state.withLock { $0.onlyFinds = false }
    return redact()
  }

  package func remember(_ value: AnyCodableValue) { _ = redacted(value) }

  package func remember(secret value: AnyCodableValue) { _ = redacted(value, under: "") }

  package func redacted(_ values: [String: AnyCodableValue]) -> [String: AnyCodableValue] {
    guard case .dictionary(let values) = redacted(.dictionary(values)) else { return values }
    return values
  }

  package func redacted(_ text: String, named name: String? = nil) -> String {
    guard case .string(let text) = redacted(.string(text), named: name) else { return text }
    return text
  }

  /// Returns the bytes of a text, in UTF-8, UTF-16, or ISO 8859-1, in which all secrets are replaced.
  ///
  /// Other bytes are unchanged.
  package func redacted(_ bytes: [UInt8]) -> [UInt8] {
    let body = redacted(["body": .string(bytes.base64), "encoding": "base64"])["body"]
    guard case .string(let base64)? = body else { return bytes }
    return [UInt8](base64: Array(base64.utf8)) ?? bytes
  }

  /// Returns a string in which all known secrets are replaced.
  ///
  /// The string can have any format. It isn't parsed, so its lines stay the same.
  package func redacted(inPlace text: String) -> String {
    guard MockSecrets.isOn else { return text }
    return state.withLock { $0.texts.replaced(in: text) }
  }

  /// Redacts the components of a path or a route one by one, so that it never becomes a single placeholder.
  ///
  /// The placeholders are inserted into the decoded text, so the percent-encoding stays valid.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - host: The host of the path, if the path doesn't contain it.
  /// - Returns: The path without secrets.
  package func redacted(path: String, at host: String = "") -> String {
    guard MockSecrets.isOn else { return path }
    let path = state.withLock { $0.redacted(componentsOf: path, at: host) }
    return path.split(separator: "/", omittingEmptySubsequences: false).map { part in
      // A short component is a word or an ID.
      guard part.count >= 8 || part.contains("=") else { return String(part) }
      let plain = String(urlEscaped: part.utf8, isQuery: false) ?? String(part)
      // A component such as `my-secret:read` isn't a header line.
      let isColon = plain.contains(":")
      let changed = isColon ? String(redacted(";" + plain).dropFirst()) : redacted(plain)
      let isEscaped = part.utf8.contains(UInt8(ascii: "%"))
      return changed == plain ? String(part) : isEscaped ? changed.urlEscaped : changed
    }.joined(separator: "/")
  }

  /// Returns a value in which placeholders are replaced by their secrets, for a value that was shown to a user and is
  /// sent back.
  package func restored(_ value: AnyCodableValue) -> AnyCodableValue {
    let originals = state.withLock { $0.originals }
    return value.mapped { place in
      guard case .string(let text) = place.value, !place.isKey else { return place.value }
      return originals[text] ?? place.value
    }
  }

  /// Operators of patterns whose operands aren't values of arguments.
  ///
  /// A test compares them with the table of matchers.
  package static let operators: Set<String> = ["$regex", "$type", "$where", "$size", "$exists"]
}

extension Redaction: Equatable {
  /// Always returns true, because whether values are equal doesn't depend on how they are displayed.
  package static func == (first: Redaction, second: Redaction) -> Bool { true }
}

// MARK: - Walking

/// A string, a number, or a key inside a value.
struct ValuePlace {
  var value = AnyCodableValue.null
  /// The path, such as `data.key`; empty for the whole value.
  var path = ""
  /// The name of the nearest member around it.
  var name = ""
  /// The name that marks the value as secret.
  var secretName: String?
  var isKey = false
  /// Whether the value is an element of a list with a secret's name, such as `cards`.
  var isRow = false
  /// Whether the value is base64 in the response of a route.
  var isBytes = false
}

extension AnyCodableValue {
  /// Returns the value with its strings, numbers, and keys changed, in the order of the paths.
  ///
  /// Bytes are only changed if they are text.
  func mapped(
    at place: ValuePlace = ValuePlace(), _ change: (ValuePlace) -> AnyCodableValue
  ) -> AnyCodableValue {
    var place = place
    let path = place.path
    place.value = self
    switch self {
    case .bool, .null: return self
    case .string(let base64) where place.isBytes:
      place.isBytes = false
      let bytes = [UInt8](base64: Array(base64.utf8)) ?? []
      for charset in Charset.candidates(for: bytes) {
        if let text = charset.decoded(bytes),
          case .string(let changed) = AnyCodableValue.string(text).mapped(at: place, change),
          changed != text, let encoded = charset.encoded(changed)
        {
          return .string(encoded.base64)
        }
      }
      return self
    case .string, .int, .double, .number: return change(place)
    case .array(let elements):
      return .array(
        elements.enumerated().map { number, element in
          place.path = "\(path)[\(number)]"
          return element.mapped(at: place, change)
        })
    case .dictionary(let members):
      var result: [String: AnyCodableValue] = [:]
      for (key, member) in members.sortedByKeyBytes() {
        let isSecret = MockSecrets.isSecret(key)
        var inner = place
        (inner.path, inner.name) = (path.isEmpty ? key : "\(path).\(key)", key)
        if isSecret { inner.secretName = member.isListOfObjects ? nil : key }
        // A `type` or a fraction in an object with a secret's name isn't a secret.
        let isDouble = if case .double = member { true } else { false }
        if !isSecret, isDouble || SecretNames.isDescription(key) { inner.secretName = nil }
        if place.isRow, Self.rowSecrets.contains(key.lowercased()) { inner.secretName = key }
        inner.isRow = isSecret && member.isListOfObjects
        if key == "value", let name = members.secretName { inner.secretName = name }
        inner.isBytes = ["body", "chunk"].contains(key) && members["encoding"] == .string("base64")
        if Redaction.operators.contains(key) { inner.secretName = nil }
        // A name reveals nothing about its value, even if both are the same word.
        let newKey =
          isSecret
          ? .string(key) : change(ValuePlace(value: .string(key), path: inner.path, isKey: true))
        if case .string(let key) = newKey { result[key] = member.mapped(at: inner, change) }
      }
      return .dictionary(result)
    }
  }

  /// The names of a row's members that can be the secret itself, in a list such as `cards` or `tokens`.
  private static let rowSecrets: Set = [
    "code", "content", "data", "hash", "key", "number", "text", "value",
  ]

  /// Whether the value is a list of objects, whose other members describe things, such as the cards of a board.
  private var isListOfObjects: Bool {
    guard case .array(let elements) = self, !elements.isEmpty else { return false }
    return elements.allSatisfy { if case .dictionary = $0 { true } else { false } }
  }

  /// Reads the object or list in JSON text, or returns nil for any other text.
  init?(embedded text: String) {
    let (first, last) = (text.utf8.first { $0 > 0x20 }, text.utf8.last { $0 > 0x20 })
    // A closing bracket is two after its opening one in ASCII.
    guard let first, "{[".utf8.contains(first), last == first + 2,
      let value = try? JSONParser(maximumDepth: 100).parse(text)
    else { return nil }
    self = value
  }
}

extension [String: AnyCodableValue] {
  /// The name of the value in a pair such as a header in a list, if it is the name of a secret.
  fileprivate var secretName: String? {
    guard count <= 4 else { return nil }
    return ["name", "key", "header", "field", "path"].lazy.compactMap {
      if case .string(let name)? = self[$0], MockSecrets.isSecret(name) { name } else { nil }
    }.first
  }
}
