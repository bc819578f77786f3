internal import CLibrary
package import MockConfiguration

extension MockDelay {
  /// Returns the duration of this delay, drawn from the given numbers if it is random.
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
