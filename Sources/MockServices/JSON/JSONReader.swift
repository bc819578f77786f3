/// Reads JSON from bytes that stay valid while it lives.
///
/// Recursion is bounded by `maximumDepth`, so that a hostile text cannot exhaust the stack.
struct JSONReader {
  /// A mistake before its line and column are known; finding those costs a scan.
  struct Failure: Error {
    var problem: JSONParseError.Problem
    var offset: Int
  }

  let bytes: UnsafeBufferPointer<UInt8>
  let maximumDepth: Int
  var position = 0
  /// The members and elements of all open containers, innermost last: each container is then made in
  /// its final size, which saves the growing of thousands of small ones.
  private var pendingKeys: [(name: String, offset: Int)] = []
  private var pendingValues: [AnyCodableValue] = []

  init(bytes: UnsafeBufferPointer<UInt8>, maximumDepth: Int) {
    self.bytes = bytes
    self.maximumDepth = maximumDepth
  }

  /// The byte at the position, or 0 at the end; no byte that JSON's grammar names is 0.
  var current: UInt8 {
    position < bytes.count ? bytes[position] : 0
  }

  mutating func readDocument() throws(Failure) -> AnyCodableValue {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      throw Failure(problem: .byteOrderMark, offset: 0)
    }
    skipWhitespace()
    guard position < bytes.count else { throw Failure(problem: .emptyText, offset: position) }
    let value = try readValue(depth: 0)
    skipWhitespace()
    guard position == bytes.count else {
      throw Failure(problem: leftover(.textAfterEnd(found: found())), offset: position)
    }
    return value
  }

  mutating func readValue(depth: Int) throws(Failure) -> AnyCodableValue {
    switch current {
    case UInt8(ascii: "\""): return .string(try readString())
    case UInt8(ascii: "{"): return try readObject(depth: depth)
    case UInt8(ascii: "["): return try readArray(depth: depth)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try readNumber()
    case UInt8(ascii: "t") where skip("true"): return .bool(true)
    case UInt8(ascii: "f") where skip("false"): return .bool(false)
    case UInt8(ascii: "n") where skip("null"): return .null
    default: throw unexpected("a value")
    }
  }

  private mutating func readArray(depth: Int) throws(Failure) -> AnyCodableValue {
    let start = try open(depth: depth)
    if skip(UInt8(ascii: "]")) { return .array([]) }
    let first = pendingValues.count
    repeat {
      guard position < bytes.count else { throw unclosed("array", from: start) }
      pendingValues.append(try readValue(depth: depth + 1))
    } while try separator(closing: UInt8(ascii: "]"), of: "array", from: start)
    let elements = Array(pendingValues[first...])
    pendingValues.removeSubrange(first...)
    return .array(elements)
  }

  private mutating func readObject(depth: Int) throws(Failure) -> AnyCodableValue {
    let start = try open(depth: depth)
    if skip(UInt8(ascii: "}")) { return .dictionary([:]) }
    let firstKey = pendingKeys.count
    let firstValue = pendingValues.count
    repeat {
      let keyStart = position
      pendingKeys.append((try readKey(from: start), keyStart))
      pendingValues.append(try readValue(depth: depth + 1))
    } while try separator(closing: UInt8(ascii: "}"), of: "object", from: start)
    var members: [String: AnyCodableValue] = [:]
    members.reserveCapacity(pendingKeys.count - firstKey)
    for index in firstKey..<pendingKeys.count {
      let key = pendingKeys[index]
      let value = pendingValues[firstValue + index - firstKey]
      if members.updateValue(value, forKey: key.name) != nil {
        throw Failure(problem: .duplicateKey(key.name), offset: key.offset)
      }
    }
    pendingKeys.removeSubrange(firstKey...)
    pendingValues.removeSubrange(firstValue...)
    return .dictionary(members)
  }

  /// Reads a key with its colon and stops before the value.
  mutating func readKey(from start: Int) throws(Failure) -> String {
    guard position < bytes.count else { throw unclosed("object", from: start) }
    guard current == UInt8(ascii: "\"") else { throw unexpected("a key in quotation marks") }
    let key = try readString()
    skipWhitespace()
    guard position < bytes.count else { throw unclosed("object", from: start) }
    guard skip(UInt8(ascii: ":")) else { throw unexpected("`:`") }
    skipWhitespace()
    guard position < bytes.count else { throw unclosed("object", from: start) }
    return key
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
