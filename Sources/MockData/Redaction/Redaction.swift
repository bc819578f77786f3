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
/// Text is decoded and searched layer by layer: JSON in a string, the notations of ``SecretPlaces``, and base64 (if
/// formats are detected). Each layer is shorter than the one around it, so the work is proportional to the length of
/// the text.
///
/// Strings and numbers can be secrets. `true`, `false`, `null`, and the empty string can't. In other fields than those
/// with a secret's name, a short secret is replaced only as a whole word. A very short one is replaced only as a whole
/// value or between quotes, because its characters occur in any text. A recording doesn't replace it there, so that the
/// app can still read the data.
package final class Redaction: Sendable {
  /// The form of placeholders.
  package enum Style: Sendable {
    /// `<redacted 1>`.
    case numbered
    /// Text of the same length, or a number of the same kind with the same number of digits, so that the app can still
    /// read it.
    case sameLength
  }

  fileprivate struct State {
    let style: Style
    /// Whether secrets are also found by their format and in base64, and replaced in percent-encoded form and in
    /// base64.
    var findsFormats: Bool
    /// The placeholders, by the text of their secrets.
    var placeholders: [String: String] = [:]
    var originals: [String: AnyCodableValue] = [:]
    var texts = SecretTexts()
    /// The original texts, by their redacted forms.
    ///
    /// They restore a redacted text that a user sends back.
    var wholes: [String: String] = [:]
  }

  private let state: Locked<State>

  /// Creates a redaction that knows no secrets.
  ///
  /// - Parameters:
  ///   - style: The form of placeholders; numbered by default.
  ///   - findsShapes: Whether a value with a known format is a secret under any name, and in base64; false by default.
  package init(style: Style = .numbered, findsShapes: Bool = false) {
    state = Locked(State(style: style, findsFormats: findsShapes))
  }

  /// The number of known secrets.
  package var count: Int { state.withLock { $0.placeholders.count } }

  /// Remembers the secrets of a value.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - name: The name of the value; nil (the default) if it doesn't have one.
  package func remember(_ value: AnyCodableValue, named name: String? = nil) {
    guard MockSecrets.isOn else { return }
    state.withLock {
      $0.remember(value, under: name.flatMap { MockSecrets.isSecret($0) ? $0 : nil })
    }
  }

  /// Remembers the secrets of a value that a live service returned, including those with a known format.
  package func remember(live value: AnyCodableValue) {
    guard MockSecrets.isOn else { return }
    state.withLock { state in
      state.findsFormats = true
      state.remember(value, under: nil)
    }
  }

  /// Remembers a value as a secret, regardless of its name.
  package func remember(secret value: AnyCodableValue) {
    guard MockSecrets.isOn else { return }
    state.withLock { $0.remember(value, under: "") }
  }

  /// Replaces a value that is known to be a secret.
  package func redacted(secret value: AnyCodableValue) -> AnyCodableValue {
    remember(secret: value)
    return state.withLock { $0.redacted(value, under: "") }
  }

  /// Returns a value in which its secrets, and all known ones, are replaced.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - name: The name of the value; nil (the default) if it doesn't have one.
  /// - Returns: The value without secrets.
  package func redacted(_ value: AnyCodableValue, named name: String? = nil) -> AnyCodableValue {
    guard MockSecrets.isOn else { return value }
    let name = name.flatMap { MockSecrets.isSecret($0) ? $0 : nil }
    return state.withLock { state in
      state.remember(value, under: name)
      return state.redacted(value, under: name)
    }
  }

  /// Returns values by name in which their secrets, and all known ones, are replaced.
  package func redacted(_ values: [String: AnyCodableValue]) -> [String: AnyCodableValue] {
    guard case .dictionary(let values) = redacted(.dictionary(values)) else { return values }
    return values
  }

  /// Returns a string in which its secrets, and all known ones, are replaced.
  package func redacted(_ text: String) -> String {
    guard case .string(let text) = redacted(.string(text)) else { return text }
    return text
  }

  /// Returns a string in which all known secrets are replaced.
  ///
  /// The string can have any format. It isn't parsed, so its lines stay the same.
  package func redacted(inPlace text: String) -> String {
    guard MockSecrets.isOn else { return text }
    return state.withLock { $0.texts.replaced(in: text) } ?? text
  }

  /// Returns a value in which placeholders are replaced by their secrets, for a value that was shown to a user and is
  /// sent back.
  package func restored(_ value: AnyCodableValue) -> AnyCodableValue {
    let (originals, wholes) = state.withLock { ($0.originals, $0.wholes) }
    return originals.isEmpty ? value : Self.restored(value, originals, wholes)
  }

  private static func restored(
    _ value: AnyCodableValue, _ originals: [String: AnyCodableValue], _ wholes: [String: String]
  ) -> AnyCodableValue {
    switch value {
    case .string(let text): originals[text] ?? wholes[text].map { .string($0) } ?? value
    case .array(let elements): .array(elements.map { restored($0, originals, wholes) })
    case .dictionary(let members):
      .dictionary(members.mapValues { restored($0, originals, wholes) })
    default: value
    }
  }

  /// Operators of patterns whose operands aren't values of arguments.
  ///
  /// A test compares them with the table of matchers.
  package static let operators: Set<String> = ["$regex", "$type", "$where", "$size", "$exists"]

  /// Returns the object or list in JSON text, or nil for any other text.
  static func json(_ text: String) -> AnyCodableValue? {
    let isSpace = { (byte: UInt8) in byte <= 0x20 }
    switch (text.utf8.first { !isSpace($0) }, text.utf8.last { !isSpace($0) }) {
    case (UInt8(ascii: "{"), UInt8(ascii: "}")), (UInt8(ascii: "["), UInt8(ascii: "]")):
      return try? JSONParser(maximumDepth: 100).parse(text)
    default: return nil
    }
  }

  /// Returns the member with the value if another member contains the value's name, as in a list of HTTP headers.
  fileprivate static func secretMember(of members: [String: AnyCodableValue]) -> (
    key: String, name: String
  )? {
    guard members.count <= 4, members["value"] != nil else { return nil }
    for key in ["name", "key", "header", "field"] {
      if case .string(let name)? = members[key], MockSecrets.isSecret(name) {
        return ("value", name)
      }
    }
    return nil
  }
}

extension Redaction: Equatable {
  /// Always returns true, because whether values are equal doesn't depend on how they are displayed.
  package static func == (first: Redaction, second: Redaction) -> Bool { true }
}

// MARK: - Remembering

extension Redaction.State {
  /// Remembers the secrets of a value: all its strings and numbers if its name is a secret's, and otherwise those found
  /// inside.
  mutating func remember(_ value: AnyCodableValue, under name: String?) {
    switch value {
    case .string(let text):
      if let name {
        for part in SecretPlaces.parts(of: text, named: name) {
          add(.string(part.value))
          // A secret inside this one can also occur without it.
          if findsFormats { remember(in: part.value) }
        }
      } else {
        remember(in: text)
      }
    case .int, .double, .number:
      let isCard = findsFormats && !TokenFormats.all(in: value.plainText).isEmpty
      if name != nil || isCard { add(value.withPlainNumbers) }
    case .bool, .null: break
    case .array(let elements): for element in elements { remember(element, under: name) }
    case .dictionary(let members):
      let named = Redaction.secretMember(of: members)
      for (key, member) in members.sortedByKeyBytes() where !Redaction.operators.contains(key) {
        if findsFormats, !MockSecrets.isSecret(key) { remember(in: key) }
        remember(
          member, under: MockSecrets.isSecret(key) ? key : key == named?.key ? named?.name : name)
      }
    }
  }

  private mutating func remember(in text: String) {
    if text.utf8.count < 4 { return }
    if let data = Redaction.json(text) { return remember(data, under: nil) }
    for place in SecretPlaces.all(in: text) { add(.string(place.value)) }
    for secret in SecretFinders.all(in: text) { add(.string(secret)) }
    guard findsFormats else { return }
    for place in TokenFormats.all(in: text) { add(.string(place.value)) }
    for (_, inner) in Base64Text.all(in: Array(text.utf8)) { remember(in: inner.text) }
  }

  private mutating func add(_ secret: AnyCodableValue) {
    let text = secret.plainText
    let isKnown = text.isEmpty || placeholders[text] != nil || originals[text] != nil
    if isKnown || Redaction.isPlaceholder(text) { return }
    if style == .sameLength, Redaction.isSameLengthPlaceholder(text) { return }
    var number = placeholders.count + 1
    var placeholder = Redaction.placeholder(style, of: text, number)
    // A short placeholder may already be used, or may equal the secret.
    for _ in 0..<100 where placeholder == text || originals[placeholder] != nil {
      number += 1
      placeholder = Redaction.placeholder(style, of: text, number)
    }
    placeholders[text] = placeholder
    originals[placeholder] = secret
    addForms(of: text, placeholder)
  }

  /// The minimum length in bytes of a secret that is replaced within other text.
  private static let shortest = 4
  /// The length in bytes below which a secret is replaced only as a whole word.
  private static let short = 8

  /// Returns whether a string certainly is the secret wherever it occurs, unlike a word or number with other meanings.
  private func isUnambiguous(_ text: String) -> Bool {
    let length = text.utf8.count
    guard style == .sameLength, length < Self.short else { return true }
    let digits = text.utf8.count(where: \.isASCIIDigit)
    return length >= Self.shortest && digits > 0 && (digits < length || length >= 6)
  }

  private mutating func addForms(of text: String, _ placeholder: String) {
    guard isUnambiguous(text) else { return }
    // Between quotes, JSON and Lua escape the secret.
    let escaped = String(AnyCodableValue.string(text).compactText.dropFirst().dropLast())
    var forms = escaped == text ? [text] : [text, escaped]
    if findsFormats, text.urlEscaped != text { forms.append(text.urlEscaped) }
    for form in forms {
      let bytes = Array(form.utf8)
      // If the secret is one of the names, such as the password `password`, other occurrences are usually the name.
      if bytes.count >= Self.shortest, !MockSecrets.names.contains(text.lowercased()) {
        texts.add(bytes, replacement: placeholder, standsAlone: bytes.count < Self.short)
      } else if style == .numbered {
        for quote in ["\"", "'", "`"] {
          texts.add(
            Array((quote + form + quote).utf8), replacement: quote + placeholder + quote,
            standsAlone: false)
        }
      }
    }
  }
}

// MARK: - Replacing

extension Redaction.State {
  mutating func redacted(_ value: AnyCodableValue, under name: String?) -> AnyCodableValue {
    if placeholders.isEmpty { return value }
    switch value {
    case .bool, .null: return value
    case .string(let text):
      guard let name else { return .string(redacted(text)) }
      return .string(
        replaced(SecretPlaces.parts(of: text, named: name), in: text) ?? redacted(text))
    case .int, .double, .number:
      let text = value.withPlainNumbers.plainText
      // A short number occurs everywhere, so it is only replaced if its name is a secret's.
      let shortest = style == .numbered ? Self.shortest : Self.short
      guard name != nil || text.utf8.count >= shortest, let placeholder = placeholders[text] else {
        return value
      }
      return style == .numbered ? .string(placeholder) : value.number(placeholder)
    case .array(let elements): return .array(elements.map { redacted($0, under: name) })
    case .dictionary(let members):
      var result: [String: AnyCodableValue] = [:]
      let named = Redaction.secretMember(of: members)
      for (key, member) in members {
        let isNamed = MockSecrets.isSecret(key)
        // A name reveals nothing about its value, even if both are the same word.
        result[isNamed ? key : redacted(key)] = redacted(
          member, under: isNamed ? key : key == named?.key ? named?.name : name)
      }
      return .dictionary(result)
    }
  }

  private mutating func redacted(_ text: String) -> String {
    if isUnambiguous(text), let placeholder = placeholders[text] { return placeholder }
    let result = rewritten(text)
    if result != text, text.utf8.count <= Self.wholeLengthLimit, wholes.count < Self.wholeLimit {
      wholes[result] = wholes[result] ?? text
    }
    return result
  }

  /// The maximum number of texts that are kept for restoring, and the maximum size of each in bytes.
  private static let (wholeLimit, wholeLengthLimit) = (1000, 16 << 10)

  private mutating func rewritten(_ text: String) -> String {
    if let data = Redaction.json(text) {
      let shown = redacted(data, under: nil)
      return shown == data ? text : shown.compactText
    }
    var result = replaced(SecretPlaces.all(in: text), in: text) ?? text
    result = texts.replaced(in: result) ?? result
    guard findsFormats else { return result }
    var bytes = Array(result.utf8)
    for (range, inner) in Base64Text.all(in: bytes).reversed() {
      let shown = redacted(inner.text)
      if shown != inner.text { bytes.replaceSubrange(range, with: inner.encoded(shown).utf8) }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns a string with placeholders at some places, or nil if no secret is known.
  private func replaced(_ places: [SecretPlace], in text: String) -> String? {
    var bytes = Array(text.utf8)
    var isChanged = false
    for place in places.reversed() {
      guard let placeholder = placeholders[place.value] else { continue }
      bytes.replaceSubrange(place.range, with: placeholder.utf8)
      isChanged = true
    }
    return isChanged ? String(decoding: bytes, as: UTF8.self) : nil
  }
}

// MARK: - Placeholders

extension Redaction {
  private static let prefix = "<redacted "

  /// Returns whether a string is a numbered placeholder.
  package static func isPlaceholder(_ text: String) -> Bool {
    text.hasPrefix(prefix) && text.hasSuffix(">")
      && text.dropFirst(prefix.count).dropLast().allSatisfy { $0.isASCII && $0.isNumber }
  }

  fileprivate static func placeholder(_ style: Style, of text: String, _ number: Int) -> String {
    style == .numbered ? "\(prefix)\(number)>" : sameLength(as: text, number: number)
  }

  /// Returns a placeholder with as many characters as a string.
  ///
  /// If there is room, it contains a number that makes it unique.
  package static func sameLength(as text: String, number: Int) -> String {
    if let digits = sameDigits(as: text, number: number) { return digits }
    let part = "\(number)-redacted-"
    let filling = String(repeating: part, count: text.count / part.count + 1).prefix(text.count)
    let isAddress = SecretFinders.isMailAddress(text)
    // Keep the structure of mail addresses and lines, so that an app can still read them.
    return String(
      zip(text, filling).map { $0.isNewline || isAddress && "@.".contains($0) ? $0 : $1 })
  }

  /// Returns a number with the same number of digits, or nil if the text isn't a number.
  private static func sameDigits(as text: String, number: Int) -> String? {
    guard text.utf8.contains(where: \.isASCIIDigit),
      text.utf8.allSatisfy({ $0.isASCIIDigit || "-.eE+".utf8.contains($0) }),
      text.utf8.allSatisfy(\.isASCIIDigit) || Double(text) != nil
    else { return nil }
    var bytes = Array(text.utf8)
    let end = bytes.firstIndex { $0 == UInt8(ascii: "e") || $0 == UInt8(ascii: "E") } ?? bytes.count
    let places = bytes[..<end].indices.filter { bytes[$0].isASCIIDigit }
    for place in places { bytes[place] = UInt8(ascii: "9") }
    // An integer with 19 digits could otherwise be too large.
    if places.count == 19, places.count == bytes[..<end].count {
      bytes[places[0]] = UInt8(ascii: "8")
    }
    for (place, digit) in zip(places.reversed(), String(number).utf8.reversed()) {
      bytes[place] = digit
    }
    if places.count > 1, bytes[places[0]] == UInt8(ascii: "0") {
      bytes[places[0]] = UInt8(ascii: "1")
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns whether a string is a placeholder of the same length.
  ///
  /// A placeholder that consists of digits isn't recognized.
  package static func isSameLengthPlaceholder(_ text: some StringProtocol) -> Bool {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    guard text.count >= 4, let number = Int(digits), digits.count < text.count else { return false }
    let part = "\(number)-redacted-"
    return zip(text, String(repeating: part, count: text.count / part.count + 1)).allSatisfy {
      $0 == $1 || $0.isNewline || "@.".contains($0)
    }
  }
}

extension AnyCodableValue {
  /// The string itself, or compact JSON for any other value.
  fileprivate var plainText: String {
    if case .string(let text) = self { text } else { compactText }
  }

  /// The value as compact JSON, never truncated.
  fileprivate var compactText: String {
    (try? JSONWriter(style: .compact).string(from: self)) ?? "\(self)"
  }

  /// Returns a number of the same kind with the given digits.
  fileprivate func number(_ digits: String) -> AnyCodableValue {
    switch self {
    case .int: Int(digits).map { .int($0) } ?? self
    case .double: Double(digits).map { .double($0) } ?? self
    default: (try? JSONParser().parse(digits)) ?? self
    }
  }
}
