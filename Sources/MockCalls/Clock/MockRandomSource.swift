internal import CLibrary
package import MockConfiguration

/// A repeatable source of random numbers.
///
/// The same seed always produces the same numbers, no matter what else runs at the same time. The numbers for a call
/// also depend on its method and its call number.
///
/// The generator is SplitMix64 (Steele, Lea and Flood, 2014).
public struct MockRandomSource: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Creates a source from a seed, such as the seed of a scenario.
  public init(seed: UInt64) {
    state = seed
  }

  /// `method` is the method with its service, and `count` is the number of the call, starting at 1.
  package init(seed: UInt64, method: String, count: Int) {
    // FNV-1a, because the standard library's hashes differ from process to process.
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in method.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    var mixer = MockRandomSource(seed: seed ^ hash)
    state = mixer.next() ^ UInt64(bitPattern: Int64(count))
    state = next()
  }

  /// Returns the next 64 random bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

extension MockDelay {
  package func draw(from numbers: inout MockRandomSource) -> Duration {
    switch self {
    case .fixed(let milliseconds): return .milliseconds(max(0, milliseconds))
    case .uniform(let low, let high):
      return .milliseconds(Int.random(in: low...max(low, high), using: &numbers))
    case .logNormal(let median, let sigma, let limit):
      // If the value exceeds the limit, try ten more times, then use the limit.
      for _ in 0...10 {
        let time = exp(Self.normal(from: &numbers) * sigma) * Double(median)
        // The largest limits round up to a number that doesn't fit in an `Int`.
        if time <= Double(limit), let whole = Int(exactly: time.rounded()) {
          return .milliseconds(min(whole, limit))
        }
      }
      return .milliseconds(limit)
    }
  }

  /// Returns a number from the standard normal distribution, by the Box-Muller transform.
  private static func normal(from numbers: inout MockRandomSource) -> Double {
    let radius = 1 - Double.random(in: 0..<1, using: &numbers)
    let angle = 2 * Double.pi * Double.random(in: 0..<1, using: &numbers)
    return (-2 * log(radius)).squareRoot() * cos(angle)
  }
}
