/// Reads JSON from bytes that stay valid while it lives.
///
/// Nested containers stand on a list and not on the call stack, which is small on some threads.
package struct JSONReader {
  /// A mistake before its line and column are known; finding those costs a scan.
  package struct Failure: Error {
    package var problem: JSONParseError.Problem
    package var offset: Int
  }

  let bytes: UnsafeBufferPointer<UInt8>
  let maximumDepth: Int
  var position = 0
  /// The members and elements of all open containers, innermost last: each container is then made in
  /// its final size, which saves the growing of thousands of small ones.
  private var pendingKeys: [(name: String, offset: Int)] = []
  private var pendingValues: [AnyCodableValue] = []
  private var containers: [Container] = []
  /// Is asked after every so many values whether to go on, with the bytes that they take.
  var mayGoOn: ((_ values: Int, _ bytes: Int) -> Bool)?
  private var newBytes = 0
  private(set) var wasStopped = false
  private var valueCount = 0
  private static let valuesPerQuestion = 4096

  /// An array or an object that is open, and where its content begins in the lists above.
  private struct Container {
    var isObject: Bool
    var start: Int
    var firstKey: Int
    var firstValue: Int

    var name: String { isObject ? "object" : "array" }
    var closing: UInt8 { isObject ? UInt8(ascii: "}") : UInt8(ascii: "]") }
  }

  init(bytes: UnsafeBufferPointer<UInt8>, maximumDepth: Int) {
    self.bytes = bytes
    self.maximumDepth = maximumDepth
  }

  /// The byte at the position, or 0 at the end; no byte that JSON's grammar names is 0.
  var current: UInt8 {
    position < bytes.count ? bytes[position] : 0
  }

  mutating func readDocument() throws(Failure) -> AnyCodableValue {
    try begin()
    let value = try readValue()
    try end()
    return value
  }

  /// Steps to the value that a text holds.
  mutating func begin() throws(Failure) {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      throw Failure(problem: .byteOrderMark, offset: 0)
    }
    skipWhitespace()
    guard position < bytes.count else { throw Failure(problem: .emptyText, offset: position) }
  }

  /// Makes sure that nothing follows the value.
  mutating func end() throws(Failure) {
    skipWhitespace()
    guard position == bytes.count else {
      throw Failure(problem: leftover(.textAfterEnd(found: found())), offset: position)
    }
  }

  mutating func readValue() throws(Failure) -> AnyCodableValue {
    let outermost = containers.count
    while true {
      if let mayGoOn {
        valueCount += 1
        if valueCount % Self.valuesPerQuestion == 0 {
          // A list that grows lies in memory twice, and is copied when it ends.
          let bytes = newBytes + Self.valuesPerQuestion * 4 * MemoryLayout<AnyCodableValue>.stride
          newBytes = 0
          guard mayGoOn(Self.valuesPerQuestion, bytes) else {
            wasStopped = true  // and nobody looks at the failure
            throw Failure(problem: .emptyText, offset: position)
          }
        }
      }
      guard var value = try readStart() else { continue }
      // A complete value goes into the innermost container, which may be complete with it.
      while true {
        guard containers.count > outermost, let container = containers.last else { return value }
        pendingValues.append(value)
        if try separator(closing: container.closing, of: container.name, from: container.start) {
          if container.isObject { try readPendingKey(from: container.start) }
          break
        }
        value = try close(container)
      }
    }
  }

  /// Reads a scalar or an empty container; opens any other container and returns nil.
  private mutating func readStart() throws(Failure) -> AnyCodableValue? {
    switch current {
    case UInt8(ascii: "\""): return .string(try readString())
    case UInt8(ascii: "{"):
      let start = try open(depth: containers.count)
      if skip(UInt8(ascii: "}")) { return .dictionary([:]) }
      push(isObject: true, start: start)
      try readPendingKey(from: start)
      return nil
    case UInt8(ascii: "["):
      let start = try open(depth: containers.count)
      if skip(UInt8(ascii: "]")) { return .array([]) }
      push(isObject: false, start: start)
      return nil
    default: return try readNumberOrWord(in: containers.last.map { ($0.name, $0.start) })
    }
  }

  /// Reads a number, a bool or null; `container` is the innermost one that is open, and where it began.
  mutating func readNumberOrWord(
    in container: (name: String, start: Int)?
  ) throws(Failure) -> AnyCodableValue {
    switch current {
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try readNumber()
    case UInt8(ascii: "t") where skip("true"): return .bool(true)
    case UInt8(ascii: "f") where skip("false"): return .bool(false)
    case UInt8(ascii: "n") where skip("null"): return .null
    default:
      if position >= bytes.count, let container {
        throw unclosed(container.name, from: container.start)
      }
      throw unexpected("a value")
    }
  }

  private mutating func push(isObject: Bool, start: Int) {
    containers.append(
      Container(
        isObject: isObject, start: start, firstKey: pendingKeys.count,
        firstValue: pendingValues.count))
  }

  private mutating func readPendingKey(from start: Int) throws(Failure) {
    let offset = position
    pendingKeys.append((try readKey(from: start), offset))
  }

  /// Makes the innermost container of what has been read since it opened.
  private mutating func close(_ container: Container) throws(Failure) -> AnyCodableValue {
    containers.removeLast()
    let count = pendingValues.count - container.firstValue
    // A dictionary has room for a third more, and at least for some.
    newBytes += container.isObject ? max(count, 2) * 128 + 96 : 48
    defer { pendingValues.removeLast(pendingValues.count - container.firstValue) }
    guard container.isObject else { return .array(Array(pendingValues[container.firstValue...])) }
    var members: [String: AnyCodableValue] = [:]
    members.reserveCapacity(pendingKeys.count - container.firstKey)
    for (key, value) in zip(
      pendingKeys[container.firstKey...], pendingValues[container.firstValue...])
    where members.updateValue(value, forKey: key.name) != nil {
      throw Failure(problem: .duplicateKey(key.name), offset: key.offset)
    }
    pendingKeys.removeLast(pendingKeys.count - container.firstKey)
    return .dictionary(members)
  }

  /// Reads a key with its colon and stops before the value.
  private mutating func readKey(from start: Int) throws(Failure) -> String {
    try checkForKey(from: start)
    let key = try readString()
    try finishKey(from: start)
    return key
  }

  /// Steps over a key with its colon and returns the offset behind its quotation marks.
  mutating func skipKey(from start: Int) throws(Failure) -> Int {
    try checkForKey(from: start)
    try skipString()
    let end = position
    try finishKey(from: start)
    return end
  }

  private func checkForKey(from start: Int) throws(Failure) {
    guard position < bytes.count else { throw unclosed("object", from: start) }
    guard current == UInt8(ascii: "\"") else { throw unexpected("a key in quotation marks") }
  }

  private mutating func finishKey(from start: Int) throws(Failure) {
    skipWhitespace()
    guard position < bytes.count else { throw unclosed("object", from: start) }
    guard skip(UInt8(ascii: ":")) else { throw unexpected("`:`") }
    skipWhitespace()
    guard position < bytes.count else { throw unclosed("object", from: start) }
  }

  /// Steps over an opening bracket and returns its offset.
  mutating func open(depth: Int) throws(Failure) -> Int {
    guard depth < maximumDepth else {
      throw Failure(problem: .tooDeep(limit: maximumDepth), offset: position)
    }
    defer {
      position += 1
      skipWhitespace()
    }
    return position
  }

  /// Steps over a comma (true) or the closing bracket (false).
  mutating func separator(
    closing: UInt8, of what: String, from start: Int
  ) throws(Failure) -> Bool {
    skipWhitespace()
    guard position < bytes.count else { throw unclosed(what, from: start) }
    let comma = position
    let closingText = String(UnicodeScalar(closing))
    if skip(closing) { return false }
    guard skip(UInt8(ascii: ",")) else { throw unexpected("`,` or `\(closingText)`") }
    skipWhitespace()
    if current == closing {
      throw Failure(problem: .trailingComma(before: closingText), offset: comma)
    }
    return true
  }
}
