internal import MockPlatform

/// Texts that are replaced anywhere in other text, stored as a tree of their bytes.
struct SecretTexts {
  /// A byte of one or more texts, with links to its next sibling and its first child.
  private struct Node {
    var byte: UInt8
    var child: Int32 = -1
    var sibling: Int32 = -1
    /// The entry whose text ends at this node.
    var end: Int32 = -1
    /// An entry whose text contains this node.
    var owner: Int32
  }

  private struct Entry {
    var length: Int
    var replacement: [UInt8]
    /// Whether the text only matches if no letter or digit is next to it.
    var standsAlone: Bool
  }

  private var nodes: [Node] = []
  /// The root nodes, by their bytes.
  private var roots = [Int32](repeating: -1, count: 256)
  private var entries: [Entry] = []

  /// The number of bytes after which a long text is recognized even if a message has truncated it.
  private static let recognizable = 16
  /// The length in bytes from which the start of a string is enough.
  private static let long = 24

  var isEmpty: Bool { entries.isEmpty }

  /// Adds a string, unless it was already added.
  mutating func add(_ text: [UInt8], replacement: String, standsAlone: Bool) {
    guard let first = text.first else { return }
    let entry = Int32(entries.count)
    var node = roots[Int(first)]
    if node < 0 {
      node = add(first, entry)
      roots[Int(first)] = node
    }
    for byte in text.dropFirst() { node = child(of: node, byte, entry) }
    guard nodes[Int(node)].end < 0 else { return }
    nodes[Int(node)].end = entry
    entries.append(
      Entry(length: text.count, replacement: Array(replacement.utf8), standsAlone: standsAlone))
  }

  private mutating func add(_ byte: UInt8, _ owner: Int32) -> Int32 {
    nodes.append(Node(byte: byte, owner: owner))
    return Int32(nodes.count - 1)
  }

  private func find(_ byte: UInt8, below node: Int32) -> Int32? {
    var next = nodes[Int(node)].child
    while next >= 0 {
      if nodes[Int(next)].byte == byte { return next }
      next = nodes[Int(next)].sibling
    }
    return nil
  }

  private mutating func child(of node: Int32, _ byte: UInt8, _ owner: Int32) -> Int32 {
    if let found = find(byte, below: node) { return found }
    let added = add(byte, owner)
    nodes[Int(added)].sibling = nodes[Int(node)].child
    nodes[Int(node)].child = added
    return added
  }

  /// Returns a string in which all matches are replaced, or nil if nothing matches.
  func replaced(in text: String) -> String? {
    guard !isEmpty else { return nil }
    var text = text
    return text.withUTF8 { bytes in
      var result: [UInt8] = []
      var kept = 0
      var position = 0
      while position < bytes.count {
        guard let (length, entry) = match(bytes, at: position) else {
          position += 1
          continue
        }
        result += bytes[kept..<position]
        result += entries[entry].replacement
        position += length
        kept = position
      }
      guard kept > 0 else { return nil }
      result += bytes[kept...]
      return String(decoding: result, as: UTF8.self)
    }
  }

  private func match(
    _ bytes: UnsafeBufferPointer<UInt8>, at start: Int
  ) -> (length: Int, entry: Int)? {
    var node = roots[Int(bytes[start])]
    var found: (length: Int, entry: Int)?
    var depth = 0
    var last: Int32 = -1
    while node >= 0 {
      (depth, last) = (depth + 1, node)
      let end = Int(nodes[Int(node)].end)
      if end >= 0, !entries[end].standsAlone || Self.standsAlone(bytes, start, depth) {
        found = (depth, end)
      }
      guard start + depth < bytes.count else { break }
      node = find(bytes[start + depth], below: node) ?? -1
    }
    if let found { return found }
    guard depth >= Self.recognizable, last >= 0 else { return nil }
    let owner = Int(nodes[Int(last)].owner)
    return entries[owner].length >= Self.long ? (depth, owner) : nil
  }

  private static func standsAlone(
    _ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ length: Int
  ) -> Bool {
    let before = start > 0 ? bytes[start - 1] : 0
    let after = start + length < bytes.count ? bytes[start + length] : 0
    return !before.isASCIIAlphanumeric && !after.isASCIIAlphanumeric
  }
}

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
