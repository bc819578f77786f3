public import MockConfiguration
internal import MockData

/// A call that a verification looks for: its method, and a pattern for its arguments.
public struct MockCallExpectation: Sendable, Equatable {
  /// The method with its service, such as `OTP.verify`.
  package var method: String
  /// The pattern for the arguments, or `nil` to accept any arguments.
  package var arguments: MatchPattern?

  /// Creates an expectation.
  ///
  /// - Parameters:
  ///   - method: The method with its service, such as `OTP.verify`.
  ///   - arguments: The pattern that the arguments must match, or `nil` to accept any arguments (default: `nil`).
  public init(_ method: String, arguments: MatchPattern? = nil) {
    self.method = method
    self.arguments = arguments
  }

  func accepts(_ call: MockCallRecord) -> Bool {
    guard call.qualifiedMethod == method else { return false }
    guard let arguments else { return true }
    return (try? arguments.matches(call.arguments)) ?? false
  }
}

/// One of the calls whose order `verifyInOrder` verifies.
///
/// You can pass a ``MockVerification``, a ``MockCallExpectation``, or a string with the service and the method, such as
/// `OTP.verify`.
public protocol MockOrderedCall {
  /// The expected call, in the form that the call log checks.
  var _expected: _MockExpectedCall { get }
}

/// An expected call, in the form that the call log checks.
///
/// The types of the arguments aren't part of it.
public struct _MockExpectedCall {
  /// Throws an error if no call can match, or if the expected call belongs to the mock of another log.
  let check: (MockCallLog) throws(MockVerificationError) -> Void
  let accepts: (MockCallRecord, CallEntry) -> Bool
  let text: (Redaction) -> String
}

extension MockCallExpectation: MockOrderedCall {
  /// The expected call, in the form that the call log checks.
  public var _expected: _MockExpectedCall {
    _MockExpectedCall(
      check: { log throws(MockVerificationError) in try log.checkArguments(of: self) },
      accepts: { call, _ in accepts(call) }, text: text)
  }
}

extension String: MockOrderedCall {
  /// The expected call, in the form that the call log checks.
  public var _expected: _MockExpectedCall { MockCallExpectation(self)._expected }
}

extension MockCallExpectation: ExpressibleByStringLiteral {
  /// Creates an expectation for a method, with any arguments.
  public init(stringLiteral value: String) { self.init(value) }
}

extension MockCallExpectation: CustomStringConvertible {
  /// The expectation as `OTP.verify` or `OTP.verify {"code":"1"}`, with secrets (``MockSecrets``) redacted.
  public var description: String { text(Redaction()) }

  func text(_ redaction: Redaction) -> String {
    arguments.map { "\(method) \(redaction.redacted($0.value).shortText)" } ?? method
  }
}

/// An expected number of calls, such as `2`, `1...2`, `3...`, or `MockCallCount.never`.
public protocol MockCallCountExpression: Sendable {
  /// The expected number of calls.
  var callCount: MockCallCount { get }
}

/// An expected number of calls.
public struct MockCallCount: Sendable, Hashable {
  package var minimum: Int
  /// The maximum number of calls, or `nil` for any number.
  package var maximum: Int?

  package init(minimum: Int, maximum: Int? = nil) {
    self.minimum = minimum
    self.maximum = maximum
  }

  /// The problem with the count, if it accepts every number of calls or none.
  var problem: String? {
    if minimum < 0 || maximum ?? 0 < 0 {
      return "a number of calls cannot be negative; write `.never` for none"
    }
    guard minimum == 0, maximum ?? .max == .max else { return nil }
    return "any number of calls is at least 0, so this verifies nothing; write `.atLeast(1)`, or"
      + " remove the verification"
  }

  /// Returns the problem with waiting for this count, if it is already met before any call is made.
  func waitProblem(_ method: String) -> String? {
    guard minimum == 0 else { return nil }
    return "`eventually` waits for calls, but `\(self) to \(method)` is already true; wait with"
      + " `await Explored.settle()` or for a fixed time, and then verify"
  }

  package func accepts(_ count: Int) -> Bool { count >= minimum && count <= maximum ?? .max }
}

extension MockCallCount: MockCallCountExpression {
  /// The count itself, unchanged.
  public var callCount: MockCallCount { self }
}

extension MockCallCountExpression where Self == MockCallCount {
  /// No calls.
  public static var never: MockCallCount { MockCallCount(minimum: 0, maximum: 0) }
  /// Exactly one call.
  public static var once: MockCallCount { MockCallCount(minimum: 1, maximum: 1) }

  /// At least this number of calls.
  public static func atLeast(_ count: Int) -> MockCallCount { MockCallCount(minimum: count) }

  /// At most this number of calls.
  public static func atMost(_ count: Int) -> MockCallCount {
    MockCallCount(minimum: 0, maximum: count)
  }
}

extension Int: MockCallCountExpression {
  /// Exactly this number of calls.
  public var callCount: MockCallCount { MockCallCount(minimum: self, maximum: self) }
}

extension ClosedRange: MockCallCountExpression where Bound == Int {
  /// Any number of calls in the range.
  public var callCount: MockCallCount { MockCallCount(minimum: lowerBound, maximum: upperBound) }
}

extension PartialRangeFrom: MockCallCountExpression where Bound == Int {
  /// At least `lowerBound` calls.
  public var callCount: MockCallCount { MockCallCount(minimum: lowerBound) }
}

extension PartialRangeThrough: MockCallCountExpression where Bound == Int {
  /// At most `upperBound` calls.
  public var callCount: MockCallCount { MockCallCount(minimum: 0, maximum: upperBound) }
}

extension MockCallCount: CustomStringConvertible {
  /// A description of the count, such as `2 to 3 calls`.
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
