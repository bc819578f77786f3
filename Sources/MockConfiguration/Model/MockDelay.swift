internal import MockData

/// The delay of a response in whole milliseconds, either fixed or random.
public enum MockDelay: Sendable, Hashable {
  /// A fixed time in milliseconds, 0 or more.
  case fixed(ms: Int)
  /// A uniformly distributed time in milliseconds, including both bounds.
  case uniform(minMs: Int, maxMs: Int)
  /// A lognormally distributed time in milliseconds: `exp(N(0, 1) * sigma) * medianMs`, but at most `maxMs`.
  case logNormal(medianMs: Int, sigma: Double, maxMs: Int)
}

extension MockDelay: ExpressibleByIntegerLiteral {
  /// Creates a fixed delay in milliseconds.
  public init(integerLiteral value: Int) {
    self = .fixed(ms: value)
  }
}

extension MockDelay: Codable {
  /// Reads `250`, `{"min": 100, "max": 200}`, or `{"median": 80, "sigma": 0.4, "max": 900}`.
  ///
  /// Throws a `DecodingError` for a negative or fractional time, a `min` or `median` above `max`, a median of 0, or a
  /// negative sigma.
  public init(from decoder: any Decoder) throws {
    try self.init(reading: try ConfigurationNode(decoder))
  }

  /// Writes the delay in one of its three forms.
  public func encode(to encoder: any Encoder) throws {
    try encodedValue.encode(to: encoder)
  }
}
