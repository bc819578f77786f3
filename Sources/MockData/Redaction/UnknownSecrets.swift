/// Finds random text, which may be a secret or just an ID.
///
/// A person has to decide.
package enum UnknownSecrets {
  /// The path of the member, such as `data.key`, is empty for the whole value.
  package typealias Place = (path: String, text: String)

  /// The names of values that are random but not secret.
  private static let harmless: Set<String> = [
    "checksum", "commit", "digest", "etag", "guid", "hash", "id", "ids", "integrity", "md",
    "revision",
    "sha", "tag", "uuid",
  ]

  /// Returns the random text in a value, in the order of the paths.
  package static func places(in value: AnyCodableValue) -> [Place] {
    places(in: value, at: ValuePlace())
  }

  private static func places(in value: AnyCodableValue, at place: ValuePlace) -> [Place] {
    var found: [Place] = []
    _ = value.mapped(at: place) { place in
      guard case .string(let text) = place.value, !place.isKey,
        !harmless.contains(SecretNames.words(of: place.name).last ?? "")
      else { return place.value }
      if let data = AnyCodableValue(embedded: text) {
        found += places(in: data, at: place)
      } else {
        found += words(in: text).map { (place.path, $0) }
      }
      return place.value
    }
    return found
  }

  /// Returns the random words in a string.
  private static func words(in text: String) -> [String] {
    var bytes = Array(text.utf8)
    if isImage(bytes) { return [] }
    if (12...200).contains(bytes.count), isPassword(bytes) { return [text] }
    var found: [String] = []
    // If base64 contains readable text, it isn't random itself.
    for (range, inner) in EncodedText.base64.all(in: bytes) {
      found += places(in: .string(inner)).map(\.text)
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

  private static func isRandom(_ word: ArraySlice<UInt8>) -> Bool {
    guard word.count >= 16, Set(word).count > 3, !word.allSatisfy(\.isASCIIDigit),
      !isIdentifier(word)
    else {
      return false
    }
    let isHex = word.allSatisfy { $0.hexDigitValue != nil }
    return isHex
      ? word.count >= 32 && word.contains(where: \.isASCIIDigit)
      : isMixed(word) || isUnpronounceable(word)
  }

  /// Returns whether a word changes between lowercase letters, uppercase letters, and digits more often than a name
  /// does.
  static func isMixed(_ word: ArraySlice<UInt8>) -> Bool {
    let kinds = word.filter(\.isASCIIAlphanumeric).map { byte in
      byte.isASCIIDigit ? 0 : byte >= 0x61 ? 1 : 2
    }
    let changes = zip(kinds, kinds.dropFirst()).count { $0 != $1 }
    // The words of a camel-case name have at least four letters on average.
    let usual = Set(kinds).count == 3 ? 0.34 : kinds.contains(0) ? 0.15 : 0.38
    return kinds.count >= 16 && changes > 0 && Double(changes) >= Double(kinds.count) * usual
  }

  /// Returns whether the letters can't be words of any language: five consonants in a row, and few vowels.
  private static func isUnpronounceable(_ word: ArraySlice<UInt8>) -> Bool {
    func isVowel(_ byte: UInt8) -> Bool { "aeiouy".utf8.contains(byte | 0x20) }
    return word.count >= 20 && word.allSatisfy(\.isASCIILetter)
      && word.split(whereSeparator: isVowel).contains { $0.count >= 5 }
      && word.count(where: isVowel) * 3 < word.count
  }

  /// Returns whether a string has letters of both cases, digits, and symbols that are unusual in addresses, paths, and
  /// data.
  private static func isPassword(_ bytes: [UInt8]) -> Bool {
    bytes.contains(where: \.isASCIIDigit) && !bytes.contains { $0 <= 0x20 || $0 == 0x22 }
      && bytes.contains { (0x61...0x7A).contains($0) }
      && bytes.contains { (0x41...0x5A).contains($0) }
      && bytes.contains { "!$^*~|\\{}[]".utf8.contains($0) }
      && bytes.count(where: \.isASCIIAlphanumeric) > bytes.count / 2
  }

  /// Returns whether a word is a UUID, or a date with a time.
  private static func isIdentifier(_ word: ArraySlice<UInt8>) -> Bool {
    let parts = word.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    return parts.map(\.count) == [8, 4, 4, 4, 12]
      || parts.count == 3 && parts[0].count == 4 && parts[0].allSatisfy(\.isASCIIDigit)
  }

  /// Returns whether a string is an image, a font, or another file in base64, with or without a `data:` prefix.
  private static func isImage(_ bytes: [UInt8]) -> Bool {
    let starts = "iVBORw0KGgo /9j/ R0lGOD UklGR JVBERi0 UEsDB H4sI d09GR d09GM PHN2Zy Qk0"
    return bytes.starts(with: "data:".utf8)
      || bytes.count >= 32
        && starts.split(separator: " ").contains { bytes.starts(with: $0.utf8) }
  }
}
