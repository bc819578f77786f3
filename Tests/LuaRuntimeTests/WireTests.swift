import LuaRuntime
import Testing

@Suite("The wire format")
struct WireTests {
  /// A little-endian four-byte number.
  static func word(_ value: UInt32) -> [UInt8] {
    withUnsafeBytes(of: value.littleEndian) { Array($0) }
  }

  static func array(_ payload: [UInt8], count: UInt32, length: UInt32? = nil) -> [UInt8] {
    [7] + word(length ?? UInt32(payload.count)) + word(count) + payload
  }

  static func map(_ payload: [UInt8], count: UInt32, hint: UInt32 = 0) -> [UInt8] {
    [8] + word(UInt32(payload.count)) + word(count) + word(hint) + payload
  }

  static func nested(_ depth: Int) -> [UInt8] {
    var value: [UInt8] = [0]
    for _ in 0..<depth { value = array(value, count: 1) }
    return value
  }

  static let refused: [(String, [UInt8])] = [
    ("nothing", []),
    ("an unknown tag", [12]),
    ("a tag that is no tag", [255]),
    ("an integer that ends too early", [4, 1, 2, 3]),
    ("a number that ends too early", [5]),
    ("a string whose length is cut", [6, 1, 0]),
    ("a string longer than its bytes", [6] + word(5) + [97]),
    ("a string of 4 GB", [6] + word(.max) + [97]),
    ("an array whose payload is longer than its bytes", array([0], count: 1, length: 9)),
    ("an array with fewer values than it says", array([0], count: 2)),
    ("an array with more values than it says", array([0, 0], count: 1)),
    ("an array of 4 billion values", array([0], count: .max)),
    ("a map whose key is longer than its bytes", map(word(9) + [97, 0], count: 1)),
    ("a map whose value is missing", map(word(1) + [97], count: 1)),
    ("a map that says where to look", map(word(1) + [97, 0], count: 1, hint: 3)),
    ("a reference that is cut", [10, 1]),
    ("packed data with nothing in it", [11] + word(0)),
    ("packed data with two values", [11] + word(2) + [0, 0]),
    ("packed data longer than its bytes", [11] + word(9) + [0]),
    ("two values", [0, 0]),
    ("values that nest 201 deep", nested(201)),
  ]

  @Test("Bytes that aren't exactly one value are rejected before they are read", arguments: refused)
  func refusal(name: String, bytes: [UInt8]) {
    #expect(bytes.withUnsafeBytes { WireValue(checking: $0) == nil }, "\(name)")
  }

  @Test("Bytes that are exactly one value are read")
  func acceptance() {
    let bytes = Self.map(
      Self.word(1) + [97] + Self.array([4, 7, 0, 0, 0, 0, 0, 0, 0, 3], count: 2), count: 1)
    bytes.withUnsafeBytes { buffer in
      let value = WireValue(checking: buffer)
      #expect(value?["a"]?.count == 2)
      #expect(value?["a"]?.elements.first { _ in true }?.integer == 7)
    }
    Self.nested(200).withUnsafeBytes { #expect(WireValue(checking: $0) != nil) }
  }

  @Test("Unlimited nesting is an error on the way into Lua too")
  func depth() throws {
    var value = LuaValue.array([])
    for _ in 0..<300 { value = .array([value]) }
    let lua = try LuaRuntime()
    let error = #expect(throws: LuaError.self) { try lua.setGlobal("x", to: value) }
    #expect(error?.problem == "a value from Swift cannot be read: it is nested too deeply")
  }
}
