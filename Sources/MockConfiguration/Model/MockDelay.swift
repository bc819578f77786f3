package import MockData

/// The delay of a response in whole milliseconds, either fixed or random.
///
/// In JSON, it is `250`, `{"min": 100, "max": 200}`, or `{"median": 80, "sigma": 0.4, "max": 900}`. A negative or
/// fractional time, a `min` or `median` above `max`, a median of 0, or a negative sigma throws a `DecodingError`.
public enum MockDelay: Codable, Sendable, Hashable, ConfigurationValue {
  /// A fixed time in milliseconds, 0 or more.
  case fixed(ms: Int)
  /// A uniformly distributed time in milliseconds, including both bounds.
  case uniform(minMs: Int, maxMs: Int)
  /// A log-normally distributed time in milliseconds: `exp(N(0, 1) * sigma) * medianMs`, but at most `maxMs`.
  ///
  /// A time above `maxMs` is drawn again. If it is still above `maxMs` after ten more tries, the delay is `maxMs`.
  case logNormal(medianMs: Int, sigma: Double, maxMs: Int)
}

extension MockDelay: ExpressibleByIntegerLiteral {
  /// Creates a fixed delay in milliseconds.
  public init(integerLiteral value: Int) {
    self = .fixed(ms: value)
  }
}

extension MockDelay {
  enum UniformKey: String, ConfigurationKey {
    case min
    case max
  }

  enum LogNormalKey: String, ConfigurationKey {
    case median
    case sigma
    case max
  }

  package init(reading node: ConfigurationNode) throws {
    switch node.value {
    case .int, .double, .number: self = .fixed(ms: try node.milliseconds())
    case .dictionary(let members) where members["median"] != nil || members["sigma"] != nil:
      self = try Self.logNormal(try ObjectReader<LogNormalKey>(node))
    case .dictionary: self = try Self.uniform(try ObjectReader<UniformKey>(node))
    default:
      throw node.wrongKind(
        expected: "whole milliseconds, {\"min\", \"max\"} or {\"median\", \"sigma\", \"max\"}")
    }
  }

  private static func uniform(_ object: ObjectReader<UniformKey>) throws -> MockDelay {
    let min = try object.demand(.min) { try $0.milliseconds() }
    let max = try object.demand(.max) { try $0.milliseconds() }
    guard let min, let max else { throw object.node.context.collected }
    guard min <= max else {
      throw try object.required(.min).error(.reversedRange(low: "min", high: "max"))
    }
    return .uniform(minMs: min, maxMs: max)
  }

  private static func logNormal(_ object: ObjectReader<LogNormalKey>) throws -> MockDelay {
    let median = try object.demand(.median) {
      try $0.wholeNumber(atLeast: 1, "whole milliseconds, 1 or more")
    }
    let spread = try object.demand(.sigma) { sigma in
      let spread = try sigma.number()
      guard spread >= 0, spread.isFinite else {
        throw sigma.error(.invalidNumber(found: "\(spread)", expected: "a number, 0 or more"))
      }
      return spread
    }
    let max = try object.demand(.max) { try $0.milliseconds() }
    guard let median, let spread, let max else { throw object.node.context.collected }
    guard median <= max else {
      throw try object.required(.median).error(.reversedRange(low: "median", high: "max"))
    }
    return .logNormal(medianMs: median, sigma: spread, maxMs: max)
  }

  package var encodedValue: AnyCodableValue {
    switch self {
    case .fixed(let milliseconds): return .int(milliseconds)
    case .uniform(let min, let max):
      return AnyCodableValue([UniformKey.min: .int(min), .max: .int(max)])
    case .logNormal(let median, let sigma, let max):
      return AnyCodableValue([
        LogNormalKey.median: .int(median), .sigma: .double(sigma), .max: .int(max),
      ])
    }
  }
}
