/// The positions of the values in a JSON text.
///
/// A first pass finds them and validates the text, without creating values.
///
/// All JSON is read through an index. A configuration is read value by value, because a tree of the whole text would
/// need ten times as much memory as the text, and wouldn't contain locations. All other JSON is converted to a tree.
/// Open containers are kept in a list, because the call stack is small on some threads.
package struct JSONIndex {
  /// Entries are in the order of the text, so a key comes before its value.
  private struct Entry {
    var offset: UInt32
    /// For a string or a key, the offset of the closing quotation mark.
    ///
    /// For an array or an object, the entry after its content.
    var end: UInt32
  }

  package let bytes: UnsafeBufferPointer<UInt8>
  private var entries: [Entry] = []

  /// The maximum length of the text in bytes.
  package static let limit = Int(UInt32.max) - 1

  /// Called after each batch of values, with their number and the approximate size of their tree.
  private var mayContinue: ((_ values: Int, _ bytes: Int) -> Bool)?
  private var newBytes = 0
  private static let valuesPerQuestion = 4096
  /// Whether the root object may repeat a key, because the caller handles that.
  private var isMessage = false
  /// Whether a value may have a ``problem(at:)``, because the caller handles that.
  private var isLenient = false

  /// Indexes text of at most ``limit`` bytes, and throws the first error.
  ///
  /// If `isLenient` is true, a value may have a ``problem(at:)``. `mayContinue` is called after every few thousand
  /// values. If it returns false, the initializer throws an error that doesn't describe a problem with the text.
  package init(
    bytes: UnsafeBufferPointer<UInt8>, maximumDepth: Int = JSONParser.standardDepth,
    isUTF8: Bool = true, isLenient: Bool = false,
    mayContinue: ((_ values: Int, _ bytes: Int) -> Bool)? = nil
  ) throws(JSONReader.Failure) {
    self.bytes = bytes
    self.mayContinue = mayContinue
    self.isLenient = isLenient
    var reader = JSONReader(bytes: bytes, maximumDepth: maximumDepth, isUTF8: isUTF8)
    reader.isLenient = isLenient
    try reader.begin()
    try readValue(with: &reader)
    try reader.end()
  }

  /// Indexes a message, which is an object that may repeat a key.
  package init(message bytes: UnsafeBufferPointer<UInt8>) throws(JSONReader.Failure) {
    self.bytes = bytes
    isMessage = true
    var reader = JSONReader(bytes: bytes, maximumDepth: JSONParser.standardDepth, isUTF8: false)
    try reader.begin()
    guard reader.current == UInt8(ascii: "{") else { throw reader.unexpected("`{`") }
    try readValue(with: &reader)
    try reader.end()
  }

  private mutating func readValue(with reader: inout JSONReader) throws(JSONReader.Failure) {
    var containers: [Int] = []
    var count = 0
    while true {
      count += 1
      if count % Self.valuesPerQuestion == 0 { try checkWhetherToContinue(with: reader) }
      let isComplete = try readStart(with: &reader, in: &containers)
      guard isComplete else { continue }
      // The end of a value may also be the end of the containers around it.
      while true {
        guard let container = containers.last else { return }
        let isObject = kind(at: container) == .object
        let hasMore = try reader.separator(
          closing: isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"),
          of: isObject ? "object" : "array", from: offset(at: container))
        if hasMore {
          if isObject { try readKey(with: &reader, of: container) }
          break
        }
        containers.removeLast()
        entries[container].end = UInt32(entries.count)
        if mayContinue != nil { newBytes += bytes(ofTreeAt: container) }
        if isObject, !isLenient, container != Self.root || !isMessage,
          let twice = firstRepeatedKey(of: container)
        {
          throw JSONReader.Failure(
            problem: .duplicateKey(string(at: twice)), offset: offset(at: twice))
        }
      }
    }
  }

  /// Returns the approximate size of a container in a tree, without its content.
  private func bytes(ofTreeAt container: Int) -> Int {
    guard kind(at: container) == .object else { return 48 }
    // A dictionary reserves about a third more capacity than it uses, and has a minimum capacity.
    let count = children(of: container).reduce(0) { count, _ in count + 1 }
    return max(count, 2) * 128 + 96
  }

  private mutating func checkWhetherToContinue(with reader: JSONReader) throws(JSONReader.Failure) {
    guard let mayContinue else { return }
    // While a list grows, it is in memory twice. When it is complete, it is copied once more.
    let bytes = newBytes + Self.valuesPerQuestion * 4 * MemoryLayout<AnyCodableValue>.stride
    newBytes = 0
    guard mayContinue(Self.valuesPerQuestion, bytes) else {
      throw JSONReader.Failure(problem: .emptyText, offset: reader.position)
    }
  }

  /// Reads the start of a value, and returns whether the value is complete.
  ///
  /// A scalar or an empty container is complete. Any other container is opened.
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
      do throws(JSONReader.Failure) {
        _ = try reader.readNumberOrWord(in: container)
      } catch {
        guard isLenient, case .numberOutOfRange = error.problem else { throw error }
      }
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
  package static let root = 0

  package func offset(at entry: Int) -> Int { Int(entries[entry].offset) }

  package func kind(at entry: Int) -> AnyCodableValue.Kind {
    switch bytes[offset(at: entry)] {
    case UInt8(ascii: "{"): return .object
    case UInt8(ascii: "["): return .array
    case UInt8(ascii: "\""): return .string
    case UInt8(ascii: "t"), UInt8(ascii: "f"): return .bool
    case UInt8(ascii: "n"): return .null
    default: return scalar(at: entry).kind
    }
  }

  /// Returns the problem of a value in a lenient index; nil if the value is valid, apart from the values in it.
  ///
  /// A string has invalid content, a number is out of range, or an object has an invalid or repeated key.
  package func problem(at entry: Int) -> JSONParseError.Problem? {
    do throws(JSONReader.Failure) {
      var reader = reader(at: entry)
      switch bytes[offset(at: entry)] {
      case UInt8(ascii: "\""): _ = try reader.readString()
      case UInt8(ascii: "["): break
      case UInt8(ascii: "{"):
        for case (let key?, _) in children(of: entry) {
          reader.position = offset(at: key)
          _ = try reader.readString()
        }
        guard next(after: entry) > entry + 1 else { return nil }
        return firstRepeatedKey(of: entry).map { .duplicateKey(string(at: $0)) }
      default: _ = try reader.readNumberOrWord(in: nil)
      }
      return nil
    } catch {
      return error.problem
    }
  }

  /// Returns the entry after a value and its content.
  func next(after entry: Int) -> Int {
    bytes[offset(at: entry)] == UInt8(ascii: "\"") ? entry + 1 : Int(entries[entry].end)
  }

  package func string(at entry: Int) -> String {
    let content = content(at: entry)
    guard content.contains(UInt8(ascii: "\\")) else {
      return String(decoding: content, as: UTF8.self)
    }
    var reader = reader(at: entry)
    return (try? reader.readString()) ?? ""
  }

  /// Returns the bytes between the quotation marks of a string or a key.
  func content(at entry: Int) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: bytes[offset(at: entry) + 1..<Int(entries[entry].end)])
  }

  package func value(at entry: Int) -> AnyCodableValue {
    // The open containers around the next value. The innermost is last.
    var containers: [Container] = []
    var entry = entry
    while true {
      if isContainer(entry) {
        containers.append(
          Container(
            isObject: kind(at: entry) == .object, end: next(after: entry),
            count: children(of: entry).reduce(0) { count, _ in count + 1 }))
        entry += 1
      } else {
        let value = scalar(at: entry)
        guard !containers.isEmpty else { return value }
        containers[containers.count - 1].add(value)
        entry = next(after: entry)
      }
      while containers[containers.count - 1].end == entry {
        let value = containers.removeLast().value
        guard !containers.isEmpty else { return value }
        containers[containers.count - 1].add(value)
      }
      if containers[containers.count - 1].isObject {
        containers[containers.count - 1].key = string(at: entry)
        entry += 1
      }
    }
  }

  private struct Container {
    let isObject: Bool
    /// The entry after the content.
    let end: Int
    /// The key of the next value.
    var key = ""
    private var members: [String: AnyCodableValue]
    private var elements: [AnyCodableValue] = []

    init(isObject: Bool, end: Int, count: Int) {
      (self.isObject, self.end) = (isObject, end)
      members = isObject ? Dictionary(minimumCapacity: count) : [:]
      if !isObject { elements.reserveCapacity(count) }
    }

    mutating func add(_ value: AnyCodableValue) {
      if isObject { members[key] = value } else { elements.append(value) }
    }

    var value: AnyCodableValue { isObject ? .dictionary(members) : .array(elements) }
  }

  private func isContainer(_ entry: Int) -> Bool {
    bytes[offset(at: entry)] == UInt8(ascii: "{") || bytes[offset(at: entry)] == UInt8(ascii: "[")
  }

  private func scalar(at entry: Int) -> AnyCodableValue {
    guard bytes[offset(at: entry)] != UInt8(ascii: "\"") else { return .string(string(at: entry)) }
    var reader = reader(at: entry)
    return (try? reader.readNumberOrWord(in: nil)) ?? .null
  }

  private func reader(at entry: Int) -> JSONReader {
    var reader = JSONReader(bytes: bytes)
    reader.position = offset(at: entry)
    return reader
  }

  /// Returns the members of an object, or the elements of an array, which have no keys.
  ///
  /// For any other value, the result is empty.
  package func children(of entry: Int) -> Children {
    Children(
      index: self, entry: entry + 1, end: isContainer(entry) ? next(after: entry) : entry + 1,
      hasKeys: bytes[offset(at: entry)] == UInt8(ascii: "{"))
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
