internal import MockPlatform

/// The known secrets with their placeholders.
struct SecretTable {
  let style: Redaction.Style
  /// Whether secrets are also found by their format, and found and replaced in encoded text.
  var findsFormats: Bool
  /// Whether the results of redactions aren't used.
  var onlyFinds = false
  /// The placeholders, by the text of their secrets.
  private(set) var placeholders: [String: String] = [:]
  /// For restoring text that a user sends back: secrets by placeholder, and original texts by redacted form.
  private(set) var originals: [String: AnyCodableValue] = [:]
  private(set) var texts: SecretTexts
  /// The secrets that are recognized regardless of their names.
  private var found: Set<String> = []
  /// The number of encodings other than base64 around the current text.
  private var nesting = 0

  /// The minimum length in bytes of a secret that is replaced within other text.
  private static let shortest = 4
  /// The length in bytes below which a secret is replaced only as a whole word.
  private static let short = 8
  /// The length in bytes from which a lowercase word, also one with hyphens, is a secret wherever it occurs.
  private static let long = 16
  /// The maximum number of encodings other than base64 inside one another, each of which multiplies the work.
  private static let nestingLimit = 3
  /// The maximum number of texts that are kept for restoring, and the maximum size of each in bytes.
  private static let (wholeLimit, wholeLengthLimit) = (1000, 16 << 10)

  init(style: Redaction.Style, findsFormats: Bool) {
    (self.style, self.findsFormats) = (style, findsFormats)
    // Only messages are truncated.
    texts = SecretTexts(findsTruncated: style == .numbered)
  }

  // MARK: - Values and texts

  /// If the value has the name of a secret, all its strings and numbers are secrets.
  mutating func redacted(_ value: AnyCodableValue, under name: String? = nil) -> AnyCodableValue {
    value.mapped(at: ValuePlace(secretName: name)) { place in
      guard case .string(let text) = place.value else { return redacted(number: place) }
      guard let name = place.secretName else { return .string(redacted(text)) }
      let parts = SecretPlace(name: name, range: 0..<text.utf8.count, value: text).parts
      for part in parts {
        add(.string(part.value))
        // A secret that is part of this secret can also occur outside of it.
        if findsFormats { _ = rewritten(part.value) }
      }
      return .string(replaced(parts, in: text) ?? redacted(text))
    }
  }

  private mutating func redacted(number place: ValuePlace) -> AnyCodableValue {
    let plain = place.value.withPlainNumbers
    let text = plain.compactText
    let isSecret = place.secretName != nil || findsFormats && !TokenFormats.all(in: text).isEmpty
    if isSecret { add(plain) }
    // A short number occurs everywhere, so it is replaced only if it has the name of a secret.
    let isLong = text.utf8.count >= (style == .numbered ? Self.shortest : Self.short)
    guard isSecret || isLong && isUnambiguous(text),
      let placeholder = placeholders[text]
    else { return place.value }
    if style == .numbered { return .string(placeholder) }
    return (try? JSONParser().parse(placeholder)) ?? place.value
  }

  private mutating func redacted(_ text: String) -> String {
    if isUnambiguous(text), let placeholder = placeholders[text] { return placeholder }
    let result = rewritten(text)
    if result != text, text.utf8.count <= Self.wholeLengthLimit, originals[result] == nil,
      originals.count < placeholders.count + Self.wholeLimit
    {
      originals[result] = .string(text)
    }
    return result
  }

  private mutating func rewritten(_ text: String) -> String {
    if let data = AnyCodableValue(embedded: text) {
      let shown = redacted(data)
      return shown == data ? text : shown.compactText
    }
    let named = SecretPlaces.all(in: text).flatMap(\.parts)
    let others = SecretFinders.all(in: text) + (findsFormats ? TokenFormats.all(in: text) : [])
    for secret in others { add(.string(secret), isFound: true) }
    for secret in named { add(.string(secret.value)) }
    let result = texts.replaced(in: replaced(named, in: text) ?? text)
    guard findsFormats else { return result }
    var bytes = Array(result.utf8)
    for encoding in EncodedText.encodings where encoding.isLong || nesting < Self.nestingLimit {
      nesting += encoding.isLong ? 0 : 1
      defer { nesting -= encoding.isLong ? 0 : 1 }
      for (range, text) in encoding.all(in: bytes).reversed() {
        let shown = redacted(text)
        if shown != text {
          bytes.replaceSubrange(range, with: encoding.encoded(shown, bytes[range]).utf8)
        }
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns a path in which the secrets with a known format are replaced that span several of its components.
  ///
  /// Some of these secrets are only recognized after the name of their host.
  mutating func redacted(componentsOf path: String, at host: String) -> String {
    // The name of a route begins with its method.
    let url = host.isEmpty ? path : host + path[(path.firstIndex(of: "/") ?? path.startIndex)...]
    let found = SecretFinders.all(in: url) + TokenFormats.all(in: url)
    for secret in found { add(.string(secret), isFound: true) }
    return found.contains { $0.contains("/") } ? texts.replaced(in: path) : path
  }

  /// Returns a string in which the given ranges are replaced by placeholders, or nil if none of the secrets is known.
  private func replaced(_ places: [SecretPlace], in text: String) -> String? {
    let known = places.filter { placeholders[$0.value] != nil }
    var bytes = Array(text.utf8)
    for place in known.reversed() {
      bytes.replaceSubrange(place.range, with: placeholders[place.value, default: ""].utf8)
    }
    return known.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
  }

  // MARK: - Secrets

  /// Remembers a secret.
  ///
  /// - Parameters:
  ///   - secret: The secret.
  ///   - isFound: Whether the text itself shows that it is a secret, regardless of its name; false by default.
  private mutating func add(_ secret: AnyCodableValue, isFound: Bool = false) {
    let text = secret.plainText
    let wasUnambiguous = isUnambiguous(text)
    if isFound { found.insert(text) }
    if let known = placeholders[text] {
      // A number in text is restored as a number, if a value contains it too.
      if case .string? = originals[known] { originals[known] = secret }
      if !wasUnambiguous { register(text, known) }
      return
    }
    guard !text.isEmpty, originals[text] == nil, !Redaction.isPlaceholder(text),
      style == .numbered || !Redaction.isSameLengthPlaceholder(text)
    else { return }
    var (placeholder, sample, attempt) = (text, text, 0)
    // A short placeholder may already be used, or may equal the secret.
    while placeholder == text || originals[placeholder] != nil {
      // If all placeholders of this length are used, a longer one keeps secrets distinct.
      if attempt > 100 { sample += sample.suffix(1) }
      let number = placeholders.count + 1 + attempt % 101
      placeholder =
        style == .numbered
        ? "<redacted \(number)>" : Redaction.sameLength(as: sample, number: number)
      attempt += 1
    }
    placeholders[text] = placeholder
    originals[placeholder] = secret
    register(text, placeholder)
  }

  /// Replaces a secret in other texts from now on, if it can't be mistaken for something else.
  private mutating func register(_ text: String, _ placeholder: String) {
    guard isUnambiguous(text) else { return }
    // Between quotes, JSON and Lua escape the secret.
    let escaped = String(AnyCodableValue.string(text).compactText.dropFirst().dropLast())
    for form in Set([text, escaped] + (findsFormats ? [text.urlEscaped] : [])) {
      // If the secret is one of the names, such as the password `password`, other occurrences are usually the name.
      if form.utf8.count >= Self.shortest, !MockSecrets.names.contains(text.lowercased()) {
        texts.add(form, placeholder, standsAlone: form.utf8.count < Self.short)
      } else if style == .numbered {
        for quote in ["\"", "'", "`"] {
          texts.add(quote + form + quote, quote + placeholder + quote, standsAlone: false)
        }
      }
    }
  }

  /// Returns whether a string certainly is the secret wherever it occurs, unlike a word or number with other meanings.
  private func isUnambiguous(_ text: String) -> Bool {
    guard style == .sameLength else { return true }
    let (length, digits) = (text.utf8.count, text.utf8.count(where: \.isASCIIDigit))
    guard length < Self.short else { return digits > 0 || found.contains(text) || !isProse(text) }
    return length >= Self.shortest && digits > 0 && (digits < length || length >= 6)
  }

  /// Returns whether a string without digits is a word, a constant, or a sentence, such as `required`,
  /// `not_found`, or `Is too short.`.
  private func isProse(_ text: String) -> Bool {
    let words = text.split { $0.isWhitespace || "_-.,'".contains($0) }
    let isSeveral = text.contains { $0.isWhitespace || $0 == "_" }
    return (isSeveral || text.utf8.count < Self.long)
      && words.allSatisfy { $0.dropFirst().allSatisfy(\.isLowercase) && $0.allSatisfy(\.isLetter) }
  }
}

/// Texts that are replaced anywhere in other text.
struct SecretTexts {
  private struct Entry {
    var text: [UInt8]
    var replacement: [UInt8]
    /// Whether the text only matches if no letter or digit is next to it.
    var standsAlone: Bool
  }

  /// Whether the start of a long text is replaced, too, not only its first words.
  private let findsTruncated: Bool
  /// The entries, by the first bytes of their texts.
  private var entries: [Int: [Entry]] = [:]
  private var starts = [Bool](repeating: false, count: 256)

  /// The minimum length of a text in bytes.
  private static let shortest = 3
  /// The number of bytes after which a long text is recognized even if a message has truncated it.
  private static let recognizable = 16
  /// The minimum length in bytes of a text that is also recognized by its start.
  private static let long = 24

  init(findsTruncated: Bool) { self.findsTruncated = findsTruncated }

  mutating func add(_ text: String, _ replacement: String, standsAlone: Bool) {
    let entry = Entry(
      text: Array(text.utf8), replacement: Array(replacement.utf8), standsAlone: standsAlone)
    guard entry.text.count >= Self.shortest else { return }
    starts[Int(entry.text[0])] = true
    entries[Self.key(at: 0, in: entry.text), default: []].append(entry)
  }

  private static func key(at start: Int, in bytes: [UInt8]) -> Int {
    (Int(bytes[start]) * 256 + Int(bytes[start + 1])) * 256 + Int(bytes[start + 2])
  }

  /// If several texts match at the same position, the longest one is replaced.
  func replaced(in text: String) -> String {
    if entries.isEmpty { return text }
    let bytes = Array(text.utf8)
    var (result, copied, position) = ([UInt8](), 0, 0)
    while position <= bytes.count - Self.shortest {
      if starts[Int(bytes[position])], let match = match(at: position, in: bytes) {
        result += bytes[copied..<position] + match.replacement
        position += match.length
        copied = position
      } else {
        position += 1
      }
    }
    return copied == 0 ? text : String(decoding: result + bytes[copied...], as: UTF8.self)
  }

  private func match(at start: Int, in bytes: [UInt8]) -> (length: Int, replacement: [UInt8])? {
    var best: (length: Int, replacement: [UInt8])?
    for entry in entries[Self.key(at: start, in: bytes)] ?? [] {
      let length = zip(entry.text, bytes[start...]).prefix { $0 == $1 }.count
      let ends = bytes[(start + length)...].first?.isASCIIAlphanumeric != true
      let isAlone = bytes[..<start].last?.isASCIIAlphanumeric != true && ends
      let isWhole = length == entry.text.count
      let isMatch =
        isWhole
        ? isAlone || !entry.standsAlone
        : length >= Self.recognizable && entry.text.count >= Self.long
          && (findsTruncated || ends && !entry.text[length].isASCIIAlphanumeric)
      guard isMatch, length > best?.length ?? 0 else { continue }
      let isPart = !isWhole && !findsTruncated
      best = (length, isPart ? Array(entry.replacement.prefix(length)) : entry.replacement)
    }
    return best
  }
}

/// Finds secrets that have neither a known name nor a known format: patterns of a project.
package enum SecretFinders {
  package typealias Finder = @Sendable (_ text: String) -> [String]

  private static let finders = Locked<[String: Finder]>([:], isLeaf: true)

  /// Adds a finder, replacing an earlier finder with the same name.
  package static func add(_ finder: @escaping Finder, named name: String) {
    finders.withLock { $0[name] = finder }
  }

  static func all(in text: String) -> [String] {
    finders.withLock { Array($0.values) }.flatMap { $0(text) }
  }
}

// MARK: - Placeholders

extension Redaction {
  package static func isPlaceholder(_ text: String) -> Bool {
    text.hasPrefix("<redacted ") && text.hasSuffix(">")
      && text.dropFirst(10).dropLast().allSatisfy { $0.isASCII && $0.isNumber }
  }

  /// A number gets the same number of digits.
  ///
  /// Any other text contains `number` if there is room, to make it unique.
  package static func sameLength(as text: String, number: Int) -> String {
    if let digits = sameDigits(as: text, number: number) { return digits }
    // Keep the structure of mail addresses and lines, so that an app can still read them.
    let isAddress = text.contains("@") && text.contains(".") && !text.contains(" ")
    return String(
      zip(text, filling(number, count: text.count)).map {
        $0.isNewline || isAddress && "@.".contains($0) ? $0 : $1
      })
  }

  private static func filling(_ number: Int, count: Int) -> Substring {
    let part = "\(number)-redacted-"
    return String(repeating: part, count: count / part.count + 1).prefix(count)
  }

  /// Returns a number with the same number of digits, or nil if the text isn't a number.
  private static func sameDigits(as text: String, number: Int) -> String? {
    var bytes = Array(text.utf8)
    guard Double(text) != nil,
      bytes.allSatisfy({ $0.isASCIIDigit || "-.eE+".utf8.contains($0) })
    else { return nil }
    let digits = bytes.prefix { $0 | 0x20 != UInt8(ascii: "e") }.indices
      .filter { bytes[$0].isASCIIDigit }
    let filling = repeatElement(UInt8(ascii: "9"), count: digits.count) + Array(String(number).utf8)
    for (index, digit) in zip(digits, filling.suffix(digits.count)) { bytes[index] = digit }
    // JSON doesn't allow a leading zero, and 19 nines could be too large for an integer.
    if digits.count > 1, bytes[digits[0]] == UInt8(ascii: "0") {
      bytes[digits[0]] = UInt8(ascii: "1")
    }
    if digits.count == 19 { bytes[digits[0]] = UInt8(ascii: "8") }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Whether a string is a placeholder of the same length, or contains one.
  fileprivate static func hasSameLengthPlaceholder(_ text: String) -> Bool {
    if isSameLengthPlaceholder(text) { return true }
    let isToken = text.ranges(of: "-redacted").contains {
      text[..<$0.lowerBound].last.map { $0.isASCII && $0.isNumber } ?? false
    }
    return isToken || AnyCodableValue(embedded: text)?.hasSecretPlaceholder == true
      || SecretPlaces.all(in: text).contains { place in
        place.parts.contains { isSameLengthPlaceholder($0.value) }
      }
  }

  /// Returns whether a string is a placeholder of the same length.
  ///
  /// A placeholder that consists of digits isn't recognized.
  package static func isSameLengthPlaceholder(_ text: some StringProtocol) -> Bool {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    guard text.count >= 4, let number = Int(digits), digits.count < text.count else { return false }
    return zip(text, filling(number, count: text.count)).allSatisfy {
      $0 == $1 || $0.isNewline || "@.".contains($0)
    }
  }
}

extension AnyCodableValue {
  /// Whether a string in the value contains a placeholder of the same length as its secret.
  package var hasSecretPlaceholder: Bool {
    contains { $0.string.map(Redaction.hasSameLengthPlaceholder) ?? false }
  }
}
