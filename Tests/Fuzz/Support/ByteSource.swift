/// Makes choices from the bytes of an input.
///
/// Equal bytes lead to equal choices. After the last byte, every choice is the first option, so everything built from
/// the choices ends too.
struct ByteSource {
  private let bytes: UnsafeRawBufferPointer
  private(set) var position = 0

  /// The bytes must stay valid while the source is in use.
  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  var isAtEnd: Bool { position >= bytes.count }

  /// The bytes that haven't been used yet.
  var rest: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: bytes[position...]) }

  mutating func byte() -> UInt8 {
    guard position < bytes.count else { return 0 }
    defer { position += 1 }
    return bytes[position]
  }

  mutating func bool() -> Bool { byte() & 1 == 1 }

  /// Returns true in one of the given number of cases.
  mutating func rarely(_ times: Int) -> Bool { number(below: times) == times - 1 }

  /// Returns true in the given number of 256 cases.
  mutating func isChosen(_ weight: Int) -> Bool { Int(byte()) >= 256 - weight }

  /// Returns a number from 0 to below the limit, from a single byte if that is enough.
  mutating func number(below limit: Int) -> Int {
    guard limit > 1 else { return 0 }
    if limit <= 256 { return Int(byte()) % limit }
    return (Int(byte()) << 8 | Int(byte())) % limit
  }

  mutating func one<Element>(of elements: [Element]) -> Element {
    elements[number(below: elements.count)]
  }

  /// Reads eight bytes unchanged.
  mutating func word() -> UInt64 {
    (0..<8).reduce(0) { word, _ in word << 8 | UInt64(byte()) }
  }

  /// Returns an integer, mostly a small one, otherwise a boundary value or an arbitrary one.
  mutating func integer() -> Int {
    let byte = byte()
    switch byte {
    case 0..<200: return Int(byte) - 20
    case 200..<250:
      let borders = [
        .max, .min, .max - 1, .min + 1, 1 << 53, 1 << 53 + 1, -(1 << 53) - 1, 1 << 31, 1 << 32,
        1 << 62, 1_000_000, 255, 256, 65_536,
      ]
      return borders[Int(byte) % borders.count]
    default: return Int(truncatingIfNeeded: word())
    }
  }

  /// Returns a number, mostly a small one, otherwise a boundary value or an arbitrary one, including NaN and infinity.
  mutating func double() -> Double {
    let byte = byte()
    switch byte {
    case 0..<160: return Double(Int(byte) - 20) / 4
    case 160..<240:
      let borders = [
        0x1p53, 0x1p53 + 2, 0x1p63, -0x1p63, 0x1p64, -0.0, .ulpOfOne, .leastNonzeroMagnitude,
        .greatestFiniteMagnitude, 1e15, 1e16, 0.1, 1e300, .nan, .infinity, -.infinity,
      ]
      return borders[Int(byte) % borders.count]
    default: return Double(bitPattern: word())
    }
  }
}
