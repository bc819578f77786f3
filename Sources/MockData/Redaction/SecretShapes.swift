/// Secrets that show by their form, whatever their name: tokens, credentials, numbers of cards.
///
/// A text that only looks like one costs a recording a readable value; one that is missed stands in a file.
enum SecretShapes {
  /// The secrets of a text, in their order.
  static func all(in text: String) -> [String] {
    guard text.utf8.count >= shortest else { return SecretFinders.all(in: text) }
    let text = withoutEscapes(text)
    var secrets =
      credentials(in: text) + keyBlocks(in: text) + cards(in: text) + SecretFinders.all(in: text)
    for word in text.utf8.split(whereSeparator: { !isOfToken($0) }) {
      // What ends a sentence ends no token.
      let word = word.reversed().drop { ".=".utf8.contains($0) }.reversed()
      let parts = word.split(separator: UInt8(ascii: "/")).filter(isToken)
      if !parts.isEmpty {
        secrets += parts.map { String(decoding: Array($0), as: UTF8.self) }
      } else if isToken(word) {
        secrets.append(String(decoding: word, as: UTF8.self))
      }
    }
    return secrets
  }

  /// The text with a space in place of each escape of a URL, whose digits belong to no token.
  private static func withoutEscapes(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "%")) else { return text }
    let isHex = { (byte: UInt8) in byte.isASCIIDigit || (0x61...0x66).contains(byte | 0x20) }
    var plain: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), rest.count >= 2, rest.prefix(2).allSatisfy(isHex) {
        plain.append(UInt8(ascii: " "))
        rest = rest.dropFirst(2)
      } else {
        plain.append(byte)
      }
    }
    return String(decoding: plain, as: UTF8.self)
  }

  /// The text that a text in base64 stands for; nil for any other, and for one that is no readable text.
  static func decodedBase64(_ text: String) -> String? {
    var bytes = Array(text.utf8)
    guard bytes.count >= shortest, bytes.allSatisfy(isOfBase64) else { return nil }
    bytes = bytes.map { $0 == 0x2D ? 0x2B : $0 == 0x5F ? 0x2F : $0 }
    bytes.removeAll { $0 == 0x3D }
    guard bytes.count % 4 != 1 else { return nil }
    bytes += Array(repeating: 0x3D, count: (4 - bytes.count % 4) % 4)
    guard let decoded = [UInt8](base64: bytes), let inner = String(validUTF8: decoded),
      inner.utf8.allSatisfy({ $0 >= 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 })
    else { return nil }
    return inner
  }

  private static let shortest = 8

  private static func isOfBase64(_ byte: UInt8) -> Bool {
    byte.isASCIIAlphanumeric || "+/-_=".utf8.contains(byte)
  }

  private static func isOfToken(_ byte: UInt8) -> Bool {
    byte.isASCIIAlphanumeric || "-_.+/=~".utf8.contains(byte)
  }

  // MARK: - Credentials

  /// What stands behind `Bearer` and `Basic`.
  private static func credentials(in text: String) -> [String] {
    var secrets: [String] = []
    let words = text.split { $0 == " " || $0 == "\n" || $0 == "\t" || $0 == "\"" || $0 == "," }
    for (scheme, value) in zip(words, words.dropFirst())
    where ["bearer", "basic", "digest"].contains(scheme.lowercased().filter { $0 != ":" }) {
      if value.utf8.count >= 6, value.utf8.contains(where: \.isASCIIDigit) || value.utf8.count >= 12
      {
        secrets.append(String(value))
      }
    }
    return secrets
  }

  /// Private keys as PEM has them.
  private static func keyBlocks(in text: String) -> [String] {
    guard let begin = text.firstRange(of: "-----BEGIN "),
      let head = text[begin.upperBound...].firstRange(of: "-----"),
      text[begin.upperBound..<head.lowerBound].contains("PRIVATE KEY")
    else { return [] }
    let end = text[head.upperBound...].firstRange(of: "-----END")?.lowerBound ?? text.endIndex
    return [String(text[head.upperBound..<end])]
  }

  // MARK: - Tokens

  /// How the tokens of services that many use begin.
  private static let prefixes = [
    "sk_live_", "sk_test_", "pk_live_", "rk_live_", "whsec_", "ghp_", "gho_", "ghs_", "ghu_",
    "github_pat_", "glpat-", "xoxb-", "xoxp-", "xoxa-", "xapp-", "AKIA", "ASIA", "AIza", "ya29.",
    "npm_", "SG.", "hf_", "sk-", "shpat_", "dop_v1_", "eyJ",
  ].map { Array($0.utf8) }

  private static func isToken(_ word: some Collection<UInt8>) -> Bool {
    guard word.count >= 16 else { return false }
    if word.contains(UInt8(ascii: "/")), !isMixed(word, changes: 10) { return false }
    if prefixes.contains(where: { word.starts(with: $0) }), word.contains(where: \.isASCIIDigit) {
      return true
    }
    if isIdentifier(word) { return false }
    let isHex = word.allSatisfy { $0.isASCIIDigit || (0x61...0x66).contains($0 | 0x20) }
    if isHex { return word.count >= 32 && !word.allSatisfy(\.isASCIIDigit) }
    return word.count >= 20 && isMixed(word, changes: 6)
  }

  /// Whether a word changes so often between small letters, capitals and digits as no name does.
  private static func isMixed(_ word: some Collection<UInt8>, changes least: Int) -> Bool {
    let kinds = word.map { byte in
      byte.isASCIIDigit
        ? 0 : (0x61...0x7A).contains(byte) ? 1 : (0x41...0x5A).contains(byte) ? 2 : 3
    }
    guard Set([0, 1, 2]).isSubset(of: kinds) else {
      // Of small letters and digits alone: four in ten are digits, or nearly.
      let digits = kinds.count { $0 == 0 }
      return !kinds.contains(3) && kinds.contains(where: { $0 != 0 }) && word.count >= 24
        && digits * 5 >= word.count
    }
    return zip(kinds, kinds.dropFirst()).count { $0 != $1 } >= least
  }

  /// Whether it is a UUID, or a date with its time, which tell one thing from others and open nothing.
  private static func isIdentifier(_ word: some Collection<UInt8>) -> Bool {
    let parts = word.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    if parts.map(\.count) == [8, 4, 4, 4, 12] { return true }
    return parts.count == 3 && parts[0].count == 4 && parts[0].allSatisfy(\.isASCIIDigit)
  }

  // MARK: - Cards

  /// Numbers of 13 to 19 digits, also in groups, whose check digit is right (ISO/IEC 7812).
  private static func cards(in text: String) -> [String] {
    var secrets: [String] = []
    let words = text.utf8.split { !$0.isASCIIDigit && $0 != 0x20 && $0 != 0x2D }
    for word in words {
      let trimmed = word.drop { !$0.isASCIIDigit }.reversed().drop { !$0.isASCIIDigit }.reversed()
      let digits = trimmed.filter(\.isASCIIDigit)
      guard (13...19).contains(digits.count), isChecked(digits), Set(digits).count > 1,
        trimmed.count - digits.count <= 4
      else { continue }
      secrets.append(String(decoding: Array(trimmed), as: UTF8.self))
    }
    return secrets
  }

  private static func isChecked(_ digits: [UInt8]) -> Bool {
    let sum = digits.reversed().enumerated().reduce(0) { sum, digit in
      let value = Int(digit.element - 0x30) * (digit.offset % 2 == 1 ? 2 : 1)
      return sum + (value > 9 ? value - 9 : value)
    }
    return sum % 10 == 0
  }
}
