/// Where the values of a JSON text stand: a first look that checks the text and makes nothing of it.
///
/// A configuration is read from here, value by value. A tree of the whole text would take ten times the
/// memory of the text, and knows no places.
package struct JSONIndex {
  /// A value or the key of a member, in the order of the text; a key stands before its value.
  private struct Entry {
    var offset: UInt32
    /// Of a string or a key the offset of its closing quotation mark, of an array or an object the entry
    /// behind all that is in it.
    var end: UInt32
  }

  package let bytes: UnsafeBufferPointer<UInt8>
  private var entries: [Entry] = []

  /// The longest text, in bytes.
  package static let limit = Int(UInt32.max) - 1

  /// Looks through a text of at most ``limit`` bytes that is UTF-8, and finds all that is not JSON.
  package init(
    bytes: UnsafeBufferPointer<UInt8>, maximumDepth: Int = JSONParser.standardDepth
  ) throws(JSONReader.Failure) {
    self.bytes = bytes
    var reader = JSONReader(bytes: bytes, maximumDepth: maximumDepth)
    try reader.begin()
    try readValue(with: &reader)
    try reader.end()
  }

  private mutating func readValue(with reader: inout JSONReader) throws(JSONReader.Failure) {
    var containers: [Int] = []
    while true {
      let isComplete = try readStart(with: &reader, in: &containers)
      guard isComplete else { continue }
      // A complete value may complete the containers around it.
      while true {
        guard let container = containers.last else { return }
        let isObject = kind(at: container) == .object
        let goesOn = try reader.separator(
          closing: isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"),
          of: isObject ? "object" : "array", from: offset(at: container))
        if goesOn {
          if isObject { try readKey(with: &reader, of: container) }
          break
        }
        containers.removeLast()
        entries[container].end = UInt32(entries.count)
        if isObject, let twice = firstRepeatedKey(of: container) {
          throw JSONReader.Failure(
            problem: .duplicateKey(string(at: twice)), offset: offset(at: twice))
        }
      }
    }
  }

  /// Reads a scalar or an empty container (true), or opens any other container (false).
  private mutating func readStart(
    with reader: inout JSONReader, in containers: inout [Int]
  ) throws(JSONReader.Failure) -> Bool {
    let entry = entries.count
    let start = reader.position
    entries.append(Entry(offset: UInt32(start), end: UInt32(entry + 1)))
    switch reader.current {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      let isObject = reader.current == UInt8(ascii: "{")
      _ = try reader.open(depth: containers.count)
      if reader.skip(isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) { return true }
      containers.append(entry)
      if isObject { try readKey(with: &reader, of: entry) }
      return false
    case UInt8(ascii: "\""):
      try reader.skipString()
      entries[entry].end = UInt32(reader.position - 1)
    default:
      let container = containers.last.map { container in
        (kind(at: container) == .object ? "object" : "array", offset(at: container))
      }
      _ = try reader.readNumberOrWord(in: container)
    }
    return true
  }

  private mutating func readKey(
    with reader: inout JSONReader, of container: Int
  ) throws(JSONReader.Failure) {
    let start = reader.position
    let end = try reader.skipKey(from: offset(at: container))
    entries.append(Entry(offset: UInt32(start), end: UInt32(end - 1)))
  }
}

extension JSONIndex {
  /// The outermost value.
  package static let root = 0

  /// Where a value or a key begins in the text.
  func offset(at entry: Int) -> Int { Int(entries[entry].offset) }

  package func kind(at entry: Int) -> AnyCodableValue.Kind {
    switch bytes[offset(at: entry)] {
    case UInt8(ascii: "{"): return .object
    case UInt8(ascii: "["): return .array
    case UInt8(ascii: "\""): return .string
    case UInt8(ascii: "t"), UInt8(ascii: "f"): return .bool
    case UInt8(ascii: "n"): return .null
    default: return value(at: entry).kind
    }
  }

  /// The entry behind a value and all that is in it.
  func next(after entry: Int) -> Int {
    bytes[offset(at: entry)] == UInt8(ascii: "\"") ? entry + 1 : Int(entries[entry].end)
  }

  /// The string or key at an entry.
  package func string(at entry: Int) -> String {
    let content = content(at: entry)
    guard content.contains(UInt8(ascii: "\\")) else {
      return String(decoding: content, as: UTF8.self)
    }
    var reader = reader(at: entry)
    return (try? reader.readString()) ?? ""
  }

  /// What stands between the quotation marks of a string or a key.
  func content(at entry: Int) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: bytes[offset(at: entry) + 1..<Int(entries[entry].end)])
  }

  /// The value at an entry as a tree.
  package func value(at entry: Int) -> AnyCodableValue {
    var reader = reader(at: entry)
    return (try? reader.readValue()) ?? .null
  }

  private func reader(at entry: Int) -> JSONReader {
    var reader = JSONReader(bytes: bytes, maximumDepth: .max)
    reader.position = offset(at: entry)
    return reader
  }

  /// The members of an object or the elements of an array, which have no key; none of any other value.
  package func children(of entry: Int) -> Children {
    let first = bytes[offset(at: entry)]
    let isContainer = first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    return Children(
      index: self, entry: entry + 1, end: isContainer ? Int(entries[entry].end) : entry + 1,
      hasKeys: first == UInt8(ascii: "{"))
  }

  package struct Children: Sequence, IteratorProtocol {
    let index: JSONIndex
    fileprivate var entry: Int
    fileprivate let end: Int
    fileprivate let hasKeys: Bool

    package mutating func next() -> (key: Int?, value: Int)? {
      guard entry < end else { return nil }
      let value = hasKeys ? entry + 1 : entry
      defer { entry = index.next(after: value) }
      return (hasKeys ? entry : nil, value)
    }
  }
}
