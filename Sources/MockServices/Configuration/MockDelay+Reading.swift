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

  init(reading node: ConfigurationNode) throws {
    switch node.value {
    case .int, .double: self = .fixed(ms: try node.milliseconds())
    case .dictionary(let members) where members["median"] != nil || members["sigma"] != nil:
      self = try Self.logNormal(try ObjectReader<LogNormalKey>(node))
    case .dictionary: self = try Self.uniform(try ObjectReader<UniformKey>(node))
    default:
      throw node.wrongKind(
        expected: "whole milliseconds, {\"min\", \"max\"} or {\"median\", \"sigma\", \"max\"}")
    }
  }

  private static func uniform(_ object: ObjectReader<UniformKey>) throws -> MockDelay {
    let min = try object.required(.min).milliseconds()
    let max = try object.required(.max).milliseconds()
    guard min <= max else {
      throw try object.required(.min).error(.reversedRange(low: "min", high: "max"))
    }
    return .uniform(minMs: min, maxMs: max)
  }

  private static func logNormal(_ object: ObjectReader<LogNormalKey>) throws -> MockDelay {
    let median = try object.required(.median).wholeNumber(
      atLeast: 1, "whole milliseconds, 1 or more")
    let sigma = try object.required(.sigma)
    let spread = try sigma.number()
    guard spread >= 0, spread.isFinite else {
      throw sigma.error(.invalidNumber(found: "\(spread)", expected: "a number, 0 or more"))
    }
    let max = try object.required(.max).milliseconds()
    guard median <= max else {
      throw try object.required(.median).error(.reversedRange(low: "median", high: "max"))
    }
    return .logNormal(medianMs: median, sigma: spread, maxMs: max)
  }

  var encodedValue: AnyCodableValue {
    switch self {
    case .fixed(let milliseconds): return .int(milliseconds)
    case .uniform(let min, let max):
      var object = ObjectWriter<UniformKey>()
      object[.min] = .int(min)
      object[.max] = .int(max)
      return object.value
    case .logNormal(let median, let sigma, let max):
      var object = ObjectWriter<LogNormalKey>()
      object[.median] = .int(median)
      object[.sigma] = .double(sigma)
      object[.max] = .int(max)
      return object.value
    }
  }
}
