internal import MockPlatform

/// Replaces secrets by placeholders such as `<redacted 1>`, which tell equal ones from others and nothing else.
///
/// A secret is a value under a name of ``MockSecrets/names``, also within a text that is JSON, and in pairs such as those
/// of a URL's query. Once one is known, it is replaced wherever else it
/// stands: in other values, and as part of texts. The numbers follow the order in which secrets came, and say
/// nothing about them.
///
/// Texts and numbers are secrets; `true`, `false`, `null` and the empty text are shown under any name. Of what
/// stands elsewhere, a text or number of fewer than four characters is replaced as a whole value and between quotes,
/// since everything has such a text in it; one of fewer than eight where no letter or digit stands beside it.
package final class Redaction: Sendable {
  /// How a placeholder is written.
  package enum Style: Sendable {
    /// `<redacted 1>`.
    case numbered
    /// With as many characters as the secret, and digits for digits: what reads the value still can.
    case sameLength
  }

  fileprivate struct State {
    let style: Style
    /// Whether a secret is looked for in the forms that URLs and base64 give it, too.
    var findsForms: Bool
    var placeholders: [AnyCodableValue: String] = [:]
    var originals: [String: AnyCodableValue] = [:]
    var texts = SecretTexts()
    /// Texts with placeholders in them, and what they were: who sends one back means that.
    var wholes: [String: String] = [:]
  }

  private let state: Locked<State>
  /// Whether what looks like a secret is one, whatever its name.
  private let findsShapes: Bool

  /// Knows no secrets.
  ///
  /// - Parameters:
  ///   - style: How placeholders are written; numbered by default.
  ///   - findsShapes: Whether tokens, credentials and numbers of cards are secrets under any name, also within base64;
  ///     false by default.
  package init(style: Style = .numbered, findsShapes: Bool = false) {
    state = Locked(State(style: style, findsForms: findsShapes))
    self.findsShapes = findsShapes
  }

  /// How many secrets are known.
  package var count: Int { state.withLock { $0.placeholders.count } }

  /// Gets to know the secrets of a value.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - name: The name under which it stands; nil, the default, for none.
  package func remember(_ value: AnyCodableValue, named name: String? = nil) {
    guard MockSecrets.isOn else { return }
    var found: [AnyCodableValue] = []
    Self.collect(value, isSecret: name.map(MockSecrets.isSecret(_:)) ?? false, &found)
    if findsShapes || !SecretFinders.isEmpty {
      Self.collectShapes(
        value, findsShapes ? SecretShapes.all(in:) : SecretFinders.all(in:), &found)
    }
    guard !found.isEmpty else { return }
    state.withLock { state in
      for secret in found { _ = state.placeholder(of: secret) }
    }
  }

  /// Gets to know the secrets of a value that is none of a script's own, such as what a live service answered: also what
  /// looks like one, whatever this redaction finds otherwise.
  package func remember(live value: AnyCodableValue) {
    guard MockSecrets.isOn else { return }
    var found: [AnyCodableValue] = []
    Self.collect(value, isSecret: false, &found)
    Self.collectShapes(value, SecretShapes.all(in:), &found)
    guard !found.isEmpty else { return }
    state.withLock { state in
      state.findsForms = true
      for secret in found { _ = state.placeholder(of: secret) }
    }
  }

  /// Gets to know one secret, whatever its name.
  package func remember(secret value: AnyCodableValue) {
    guard MockSecrets.isOn else { return }
    var found: [AnyCodableValue] = []
    Self.collect(value, isSecret: true, &found)
    state.withLock { state in
      for secret in found { _ = state.placeholder(of: secret) }
    }
  }

  /// A secret, whatever its name, replaced.
  package func redacted(secret value: AnyCodableValue) -> AnyCodableValue {
    remember(secret: value)
    return state.withLock { $0.redacted(value, isSecret: true) }
  }

  /// A value with its secrets, and all that are known, replaced.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - name: The name under which it stands; nil, the default, for none.
  /// - Returns: The value as it may be shown.
  package func redacted(_ value: AnyCodableValue, named name: String? = nil) -> AnyCodableValue {
    guard MockSecrets.isOn else { return value }
    remember(value, named: name)
    let isSecret = name.map(MockSecrets.isSecret(_:)) ?? false
    return state.withLock { $0.redacted(value, isSecret: isSecret) }
  }

  /// Values by their names, with their secrets, and all that are known, replaced.
  package func redacted(_ values: [String: AnyCodableValue]) -> [String: AnyCodableValue] {
    guard case .dictionary(let values) = redacted(.dictionary(values)) else { return values }
    return values
  }

  /// A text with all known secrets replaced.
  package func redacted(_ text: String) -> String {
    guard MockSecrets.isOn else { return text }
    remember(.string(text))
    return state.withLock { $0.redacted(text) }
  }

  /// A text with all known secrets replaced where they stand, whatever it is the text of: its lines stay.
  package func redacted(inPlace text: String) -> String {
    guard MockSecrets.isOn else { return text }
    return state.withLock { $0.texts.replaced(in: text) } ?? text
  }

  /// A value with placeholders replaced by what they stand for: what somebody sends back who was shown them.
  package func restored(_ value: AnyCodableValue) -> AnyCodableValue {
    let (originals, wholes) = state.withLock { ($0.originals, $0.wholes) }
    return originals.isEmpty ? value : Self.restored(value, originals, wholes)
  }

  /// Whether a text is a placeholder.
  package static func isPlaceholder(_ text: String) -> Bool {
    text.hasPrefix(prefix) && text.hasSuffix(">")
      && text.dropFirst(prefix.count).dropLast().allSatisfy { $0.isASCII && $0.isNumber }
  }

  private static let prefix = "<redacted "

  /// A placeholder of as many characters as a text, which its number tells from others as far as there is room.
  package static func sameLength(as text: String, number: Int) -> String {
    let length = text.count
    if text.utf8.allSatisfy(\.isASCIIDigit) {
      let digits = String(number).suffix(length)
      return String(repeating: "9", count: length - digits.count) + digits
    }
    let part = "\(number)-redacted-"
    let filling = String(repeating: part, count: length / part.count + 1).prefix(length)
    guard SecretFinders.isMailAddress(text) else { return String(filling) }
    // One that reads an address still can.
    return String(zip(text, filling).map { "@.".contains($0) ? $0 : $1 })
  }

  /// Whether a text is a placeholder of the same length as a secret; of one that was digits nobody can tell.
  package static func isSameLengthPlaceholder(_ text: some StringProtocol) -> Bool {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    guard text.count >= 4, let number = Int(digits), digits.count < text.count else { return false }
    return sameLength(as: String(text), number: number) == text
  }

  // MARK: - Finding

  /// Operators of patterns whose operand is no value; a test compares them with the table of matchers.
  package static let operators: Set<String> = ["$regex", "$type", "$where", "$size", "$exists"]

  private static func collect(
    _ value: AnyCodableValue, isSecret: Bool, _ found: inout [AnyCodableValue]
  ) {
    switch value {
    case .string(let text):
      if isSecret {
        if !text.isEmpty, !isPlaceholder(text) { found.append(value) }
      } else if let data = SecretPairs.json(text) {
        collect(data, isSecret: false, &found)
      } else {
        for pair in SecretPairs.all(of: text) { found.append(.string(pair.value)) }
      }
    case .int, .double, .number: if isSecret { found.append(value.withPlainNumbers) }
    case .bool, .null: break
    case .array(let elements):
      for element in elements { collect(element, isSecret: isSecret, &found) }
    case .dictionary(let members):
      let named = secretMember(of: members)
      for (key, member) in members.sortedByKeyBytes() where !operators.contains(key) {
        let isNamed = MockSecrets.isSecret(key) || key == named
        collect(member, isSecret: isSecret || isNamed, &found)
      }
    }
  }

  /// Collects what looks like a secret, and texts in base64 that hold one.
  private static func collectShapes(
    _ value: AnyCodableValue, _ find: SecretFinders.Finder, _ found: inout [AnyCodableValue]
  ) {
    switch value {
    case .string(let text): collectShapes(in: text, find, &found)
    case .int(let number):
      if !find("\(number)").isEmpty { found.append(value) }
    case .array(let elements): for element in elements { collectShapes(element, find, &found) }
    case .dictionary(let members):
      for (key, member) in members.sortedByKeyBytes() {
        collectShapes(in: key, find, &found)
        collectShapes(member, find, &found)
      }
    case .double, .number, .bool, .null: break
    }
  }

  private static func collectShapes(
    in text: String, _ find: SecretFinders.Finder, _ found: inout [AnyCodableValue]
  ) {
    if isPlaceholder(text) { return }
    found += find(text).map { .string($0) }
    found += SecretPairs.all(of: text).map { .string($0.value) }
    for word in text.split(whereSeparator: { " ,;\"\n=&?:".contains($0) }) + [Substring(text)] {
      guard let inner = SecretShapes.decodedBase64(String(word)) else { continue }
      var within: [AnyCodableValue] = []
      collect(.string(inner), isSecret: false, &within)
      collectShapes(in: inner, find, &within)
      if let data = SecretPairs.json(inner) { collectShapes(data, find, &within) }
      if !within.isEmpty { found += [.string(String(word))] + within }
    }
  }

  /// The member with the value, where another says its name, as a list of HTTP's headers does.
  fileprivate static func secretMember(of members: [String: AnyCodableValue]) -> String? {
    guard members.count <= 4, members["value"] != nil else { return nil }
    let names = ["name", "key", "header", "field"]
    let isSecret = names.contains { key in
      if case .string(let name)? = members[key] { MockSecrets.isSecret(name) } else { false }
    }
    return isSecret ? "value" : nil
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
}

extension Redaction: Equatable {
  /// Always true: how something is shown is no part of what it is.
  package static func == (first: Redaction, second: Redaction) -> Bool { true }
}

extension Redaction.State {
  /// The fewest characters of a text that is replaced as part of any other.
  private static let shortest = 4
  /// Shorter texts are replaced where they stand alone.
  private static let short = 8

  mutating func placeholder(of secret: AnyCodableValue) -> String {
    if let known = placeholders[secret] { return known }
    let text: String
    if case .string(let string) = secret { text = string } else { text = secret.plainText }
    let number = placeholders.count + 1
    let placeholder =
      switch style {
      case .numbered: "<redacted \(number)>"
      case .sameLength: Redaction.sameLength(as: text, number: number)
      }
    placeholders[secret] = placeholder
    originals[placeholder] = secret
    add(text, placeholder)
    return placeholder
  }

  /// A text that is one of the names, such as the password `password`, stands everywhere as a name.
  private mutating func add(_ text: String, _ placeholder: String) {
    // As JSON and Lua write it between quotes.
    let quoted = AnyCodableValue.string(text).plainText
    let escaped = String(quoted.dropFirst().dropLast())
    var forms = escaped == text ? [text] : [text, escaped]
    if findsForms {
      forms += [text.urlEscaped, Array(text.utf8).base64].filter { !forms.contains($0) }
    }
    for form in forms {
      let bytes = Array(form.utf8)
      if bytes.count >= Self.shortest, !MockSecrets.names.contains(text.lowercased()) {
        texts.add(bytes, replacement: placeholder, standsAlone: bytes.count < Self.short)
      } else {
        for quote in ["\"", "'", "`"] {
          texts.add(
            Array((quote + form + quote).utf8), replacement: quote + placeholder + quote,
            standsAlone: false)
        }
      }
    }
  }

  mutating func redacted(_ text: String) -> String {
    if placeholders.isEmpty { return text }
    if let placeholder = placeholders[.string(text)] { return placeholder }
    let shown = inside(text)
    let result = texts.replaced(in: shown ?? text) ?? shown ?? text
    if result != text, text.utf8.count <= Self.longestWhole, wholes.count < Self.mostWholes {
      wholes[result] = wholes[result] ?? text
    }
    return result
  }

  /// The most texts that are kept to be sent back, and the most bytes of one.
  private static let (mostWholes, longestWhole) = (1000, 16 << 10)

  /// The text with the secrets of its JSON or its pairs replaced; nil where it has none.
  private mutating func inside(_ text: String) -> String? {
    if let data = SecretPairs.json(text) {
      let shown = redacted(data, isSecret: false)
      return shown == data ? nil : try? JSONWriter(style: .compact).string(from: shown)
    }
    let pairs = SecretPairs.all(of: text)
    if pairs.isEmpty { return nil }
    var result = ""
    var end = text.startIndex
    for pair in pairs {
      guard let placeholder = placeholders[.string(pair.value)] else { continue }
      result += text[end..<pair.range.lowerBound] + placeholder
      end = pair.range.upperBound
    }
    return result + text[end...]
  }

  mutating func redacted(_ value: AnyCodableValue, isSecret: Bool) -> AnyCodableValue {
    switch value {
    case .bool, .null: return value
    case .string(let text): return .string(redacted(text))
    case .int, .double, .number:
      // A short number is everywhere; it is a secret where its name says so.
      let plain = value.withPlainNumbers
      guard isSecret || plain.plainText.utf8.count >= Self.shortest else { return value }
      guard let placeholder = placeholders[plain] else { return value }
      if style == .sameLength, let number = Int(placeholder) { return .int(number) }
      return .string(placeholder)
    case .array(let elements): return .array(elements.map { redacted($0, isSecret: isSecret) })
    case .dictionary(let members):
      if placeholders.isEmpty { return value }
      var result: [String: AnyCodableValue] = [:]
      let named = Redaction.secretMember(of: members)
      for (key, member) in members {
        let isNamed = MockSecrets.isSecret(key)
        // A name says nothing of its value, also where that is the same word.
        result[isNamed ? key : redacted(key)] =
          redacted(member, isSecret: isSecret || isNamed || key == named)
      }
      return .dictionary(result)
    }
  }
}

extension AnyCodableValue {
  /// The value as compact JSON, never cut.
  fileprivate var plainText: String {
    (try? JSONWriter(style: .compact).string(from: self)) ?? "\(self)"
  }
}
