internal import MockPlatform

/// Finds secrets that have neither a known name nor a known format: patterns of a project and, if enabled, mail
/// addresses.
package enum SecretFinders {
  /// A function that returns the secrets in a string.
  package typealias Finder = @Sendable (_ text: String) -> [String]

  private static let finders = Locked<[String: Finder]>([:], isLeaf: true)

  /// Adds a finder, replacing an earlier finder with the same name.
  package static func add(_ finder: @escaping Finder, named name: String) {
    finders.withLock { $0[name] = finder }
  }

  static var isEmpty: Bool { finders.withLock(\.isEmpty) }

  /// Returns the secrets that the finders find in a string.
  static func all(in text: String) -> [String] {
    let finders = finders.withLock { Array($0.values) }
    return finders.flatMap { $0(text) }
  }

  // MARK: - Mail

  /// Returns the mail addresses in a string.
  package static func mailAddresses(in text: String) -> [String] {
    guard text.utf8.contains(UInt8(ascii: "@")) else { return [] }
    return text.utf8.split { !isOfAddress($0) }.compactMap { word in
      let word = word.reversed().drop { $0 == UInt8(ascii: ".") }.reversed()
      let address = String(decoding: Array(word), as: UTF8.self)
      return isMailAddress(address) ? address : nil
    }
  }

  static func isMailAddress(_ text: String) -> Bool {
    let sides = text.split(separator: "@", omittingEmptySubsequences: false)
    guard sides.count == 2, !sides[0].isEmpty, let dot = sides[1].lastIndex(of: "."),
      dot > sides[1].startIndex, text.utf8.allSatisfy(isOfAddress)
    else { return false }
    let end = sides[1][sides[1].index(after: dot)...]
    return end.count >= 2 && end.allSatisfy(\.isLetter)
  }

  private static func isOfAddress(_ byte: UInt8) -> Bool {
    byte.isASCIIAlphanumeric || byte >= 0x80 || "@._%+-".utf8.contains(byte)
  }
}
