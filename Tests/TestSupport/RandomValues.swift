package import MockData

/// A small generator (SplitMix64) that makes failures reproducible.
package struct SeededGenerator: RandomNumberGenerator {
  package var state: UInt64

  package init(state: UInt64) { self.state = state }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

extension AnyCodableValue {
  /// Returns an arbitrary value with a maximum depth.
  package static func random(
    depth: Int, using generator: inout SeededGenerator
  ) -> AnyCodableValue {
    switch Int.random(in: 0..<(depth > 0 ? 8 : 5), using: &generator) {
    case 0: return .null
    case 1: return .bool(Bool.random(using: &generator))
    case 2: return .int(Int(truncatingIfNeeded: generator.next()))
    case 3:
      let number = Double(bitPattern: generator.next())
      return .double(number.isFinite ? number : 0)
    case 4: return .string(randomText(using: &generator))
    case 5, 6:
      let count = Int.random(in: 0..<6, using: &generator)
      return .array((0..<count).map { _ in random(depth: depth - 1, using: &generator) })
    default:
      let count = Int.random(in: 0..<6, using: &generator)
      return .dictionary(
        Dictionary(
          (0..<count).map { _ in
            (randomText(using: &generator), random(depth: depth - 1, using: &generator))
          },
          uniquingKeysWith: { _, last in last }))
    }
  }

  private static func randomText(using generator: inout SeededGenerator) -> String {
    let alphabet: [Character] = [
      "a", "b", "Z", "0", " ", "\"", "\\", "/", "\n", "\r\n", "\0", "\u{1f}", "\u{7f}", "\u{e9}",
      "e\u{301}", "\u{20AC}", "\u{1F600}", "\u{1F468}\u{200D}\u{1F469}", "\u{2028}", "\u{FFFD}",
    ]
    let count = Int.random(in: 0..<24, using: &generator)
    return String((0..<count).compactMap { _ in alphabet.randomElement(using: &generator) })
  }
}
