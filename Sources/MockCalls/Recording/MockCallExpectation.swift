public import MockConfiguration
internal import MockData

/// A call that a verification looks for: its method, and a pattern for its arguments.
public struct MockCallExpectation: Sendable, Equatable {
  /// The method with its service, such as `OTP.verify`.
  package var method: String
  /// The pattern for the arguments, or `nil` to accept any.
  package var arguments: MatchPattern?

  /// Creates an expectation, which accepts any arguments by default.
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

/// A call that `verifyInOrder` looks for.
///
/// It is a ``MockVerification``, a ``MockCallExpectation``, or the name of a method with its service.
public protocol MockOrderedCall {
  /// The call in the form that the log uses.
  var _expected: _MockExpectedCall { get }
}

/// A call that `verifyInOrder` looks for, with erased types.
public struct _MockExpectedCall {
  /// Checks that such a call is possible, and that the mock belongs to the log.
  let check: (MockCallLog) throws(MockVerificationError) -> Void
  let accepts: (MockCallRecord, CallEntry) -> Bool
  let text: (Redaction) -> String
}

extension MockCallExpectation: MockOrderedCall {
  /// The call in the form that the log uses.
  public var _expected: _MockExpectedCall {
    _MockExpectedCall(
      check: { log throws(MockVerificationError) in try log.checkArguments(of: self) },
      accepts: { call, _ in accepts(call) }, text: text)
  }
}

extension String: MockOrderedCall {
  /// The call in the form that the log uses.
  public var _expected: _MockExpectedCall { MockCallExpectation(self)._expected }
}

extension MockCallExpectation: ExpressibleByStringLiteral {
  /// Creates an expectation of a method with any arguments.
  public init(stringLiteral value: String) { self.init(value) }
}

extension MockCallExpectation: CustomStringConvertible {
  /// The expectation as `OTP.verify` or `OTP.verify {"code":"1"}`, with placeholders for ``MockSecrets``.
  public var description: String { text(Redaction()) }

  func text(_ redaction: Redaction) -> String {
    arguments.map { "\(method) \(redaction.redacted($0.value).shortText)" } ?? method
  }
}
