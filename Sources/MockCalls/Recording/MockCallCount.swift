/// How often a call is expected.
public struct MockCallCount: Sendable, Hashable {
  /// The fewest calls.
  package var minimum: Int
  /// The most calls; nil for any number.
  package var maximum: Int?

  /// Creates an expectation; there is no maximum by default.
  package init(minimum: Int, maximum: Int? = nil) {
    self.minimum = minimum
    self.maximum = maximum
  }

  /// Never.
  public static let never = MockCallCount(minimum: 0, maximum: 0)
  /// Once.
  public static let once = MockCallCount(minimum: 1, maximum: 1)

  /// So many times.
  public static func exactly(_ count: Int) -> MockCallCount {
    MockCallCount(minimum: count, maximum: count)
  }

  /// So many times or more.
  public static func atLeast(_ count: Int) -> MockCallCount { MockCallCount(minimum: count) }

  /// So many times or less.
  public static func atMost(_ count: Int) -> MockCallCount {
    MockCallCount(minimum: 0, maximum: count)
  }

  /// As many times as the range says, both ends included.
  public static func between(_ range: ClosedRange<Int>) -> MockCallCount {
    MockCallCount(minimum: range.lowerBound, maximum: range.upperBound)
  }

  /// What is wrong with an expectation that every number of calls meets, or that none can; nil for any other.
  var problem: String? {
    if minimum < 0 || maximum ?? 0 < 0 {
      return "calls are counted from 0; write `.never` for none"
    }
    guard minimum == 0, maximum == nil else { return nil }
    return "any number of calls is at least 0, so this verifies nothing; write `.atLeast(1)`, or"
      + " remove it"
  }

  package func accepts(_ count: Int) -> Bool { count >= minimum && count <= maximum ?? .max }
}

extension MockCallCount: ExpressibleByIntegerLiteral {
  /// Makes an exact expectation of a literal.
  public init(integerLiteral value: Int) { self = .exactly(value) }
}

extension MockCallCount: CustomStringConvertible {
  /// The expectation in words, such as `2 to 3 calls`.
  public var description: String {
    switch (minimum, maximum) {
    case (0, 0): "no call"
    case (let low, nil): "at least \(Self.calls(low))"
    case (let low, let high?) where low == high: Self.calls(low)
    case (0, let high?): "at most \(Self.calls(high))"
    case (let low, let high?): "\(low) to \(Self.calls(high))"
    }
  }

  private static func calls(_ count: Int) -> String { count == 1 ? "1 call" : "\(count) calls" }
}
