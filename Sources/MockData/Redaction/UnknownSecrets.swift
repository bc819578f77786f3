/// Finds random text, which may be a secret or just an ID.
///
/// A person has to decide.
package enum UnknownSecrets {
  /// Random text with the path of its member, such as `data.key`.
  ///
  /// The path is empty for the whole value.
  package typealias Place = (path: String, text: String)

  /// The names of values that are random but not secret.
  private static let harmless: Set<String> = [
    "checksum", "commit", "digest", "etag", "guid", "hash", "id", "ids", "integrity", "md5",
    "revision", "sha", "uuid",
  ]

  /// Returns the random text in a value, in the order of the paths.
  package static func places(
    in value: AnyCodableValue, at path: String = "", named name: String = ""
  ) -> [Place] {
    switch value {
    case .string(let text):
      if let last = SecretNames.words(of: name).last, harmless.contains(last) { return [] }
      if let data = Redaction.json(text) { return places(in: data, at: path) }
      return words(in: text).map { (path, $0) }
    case .array(let elements):
      return elements.enumerated().flatMap { places(in: $1, at: "\(path)[\($0)]", named: name) }
    case .dictionary(let members):
      return members.sortedByKeyBytes().flatMap { key, member in
        places(in: member, at: path.isEmpty ? key : "\(path).\(key)", named: key)
      }
    case .int, .double, .number, .bool, .null: return []
    }
  }

  /// Returns the random words in a string.
  static func words(in text: String) -> [String] {
    var bytes = Array(text.utf8)
    if isImage(bytes) { return [] }
    let isSpaced = bytes.contains { $0 <= 0x20 }
    if !isSpaced, (12...200).contains(bytes.count), isPassword(bytes) { return [text] }
    var found: [String] = []
    // If base64 contains readable text, it isn't random itself.
    for (range, inner) in Base64Text.all(in: bytes) {
      found += places(in: .string(inner.text)).map(\.text)
      bytes.replaceSubrange(range, with: repeatElement(0x20, count: range.count))
    }
    // The letter of an escape sequence such as `\n` isn't part of the next word.
    for index in bytes.indices.dropFirst() where bytes[index - 1] == UInt8(ascii: "\\") {
      if "bfnrt".utf8.contains(bytes[index]) { bytes[index] = 0x20 }
    }
    let words = bytes.split { !$0.isASCIIAlphanumeric && !"-_+~".utf8.contains($0) }
    return found
      + words.filter(isRandom).map { String(decoding: $0, as: UTF8.self) }
      .filter { !Redaction.isSameLengthPlaceholder($0) }
  }

  static func isRandom(_ word: ArraySlice<UInt8>) -> Bool {
    guard word.count >= 16, !isIdentifier(word) else { return false }
    let digits = word.count(where: \.isASCIIDigit)
    if word.allSatisfy({ $0.isASCIIDigit || (0x61...0x66).contains($0 | 0x20) }) {
      return word.count >= 32 && (1..<word.count).contains(digits)
    }
    if digits == word.count { return false }
    return isMixed(word) || isUnpronounceable(word)
  }

  /// Returns whether a word changes between lowercase letters, uppercase letters, and digits more often than a name
  /// does.
  static func isMixed(_ word: some Collection<UInt8>) -> Bool {
    let kinds = word.filter(\.isASCIIAlphanumeric).map { byte in
      byte.isASCIIDigit ? 0 : byte >= 0x61 ? 1 : 2
    }
    guard kinds.count >= 16, Set(kinds).count > 1 else { return false }
    let changes = zip(kinds, kinds.dropFirst()).count { $0 != $1 }
    // The words of a camel-case name have at least four letters on average.
    return Double(changes) >= Double(kinds.count)
      * (Set(kinds).count == 3 ? 0.34 : kinds.contains(0) ? 0.15 : 0.38)
  }

  /// Returns whether the letters can't be words of any language: five consonants in a row, and few vowels.
  private static func isUnpronounceable(_ word: ArraySlice<UInt8>) -> Bool {
    guard word.count >= 20, word.allSatisfy({ $0.isASCIIAlphanumeric && !$0.isASCIIDigit }) else {
      return false
    }
    let isVowel = word.map { "aeiouy".utf8.contains($0 | 0x20) }
    var (run, longest) = (0, 0)
    for flag in isVowel {
      run = flag ? 0 : run + 1
      longest = max(longest, run)
    }
    return longest >= 5 && isVowel.count { $0 } * 3 < word.count
  }

  /// Returns whether a string has letters of both cases, digits, and symbols that are unusual in addresses, paths, and
  /// data.
  private static func isPassword(_ bytes: [UInt8]) -> Bool {
    bytes.contains(where: \.isASCIIDigit) && !bytes.contains(UInt8(ascii: "\""))
      && bytes.contains { (0x61...0x7A).contains($0) }
      && bytes.contains { (0x41...0x5A).contains($0) }
      && bytes.contains { "!$^*~|\\{}[]".utf8.contains($0) }
      && bytes.count(where: \.isASCIIAlphanumeric) > bytes.count / 2
  }

  /// Returns whether a word is a UUID, or a date with a time.
  private static func isIdentifier(_ word: ArraySlice<UInt8>) -> Bool {
    let parts = word.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    if parts.map(\.count) == [8, 4, 4, 4, 12] { return true }
    return parts.count == 3 && parts[0].count == 4 && parts[0].allSatisfy(\.isASCIIDigit)
  }

  /// Returns whether a string is an image, a font, or another file in base64, with or without a `data:` prefix.
  private static func isImage(_ bytes: [UInt8]) -> Bool {
    if bytes.starts(with: "data:".utf8) { return true }
    let starts = [
      "iVBORw0KGgo", "/9j/", "R0lGOD", "UklGR", "JVBERi0", "UEsDB", "H4sI", "d09GR", "d09GM",
      "PHN2Zy", "Qk0",
    ]
    return bytes.count >= 32 && starts.contains { bytes.starts(with: $0.utf8) }
  }
}
