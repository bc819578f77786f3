public import MockData

/// Something that went wrong in a place that cannot throw, or that shall stop the process.
public struct MockFailure: Error, Sendable, Equatable {
  /// How serious a failure is.
  public enum Severity: Sendable, Equatable {
    /// The process shall stop, as `exhaustBehavior: "fatalError"` asks for.
    case stop
    /// The test shall know; the call goes on.
    case report
    /// What a test expected did not happen: the test has failed, and goes on.
    case expectation
  }

  /// How serious it is.
  public var severity: Severity
  /// What went wrong, as one sentence.
  public var message: String
  /// The place in a script or a file, such as `login.lua:12`; nil where none is known.
  public var place: SourcePlace?
  /// What is wrong, where the failure is that of a call; nil for any other.
  package private(set) var problem: MockErrorCode?
  /// The error of the call that could not be thrown; nil for any other failure, and for one of another process.
  package private(set) var error: MockServiceError?
  /// Whether whoever launched the process made the mistake, so that no place in the code says anything about it.
  package private(set) var isOfLaunch = false
  /// Whether the call never returns, so that the test does not come to its end.
  package private(set) var isDeadEnd = false
  /// What kind of failure it is, for those who sort them.
  package private(set) var kind = Kind.other
  /// The value of shared state that does not fit, by its key; nil for any other failure.
  package private(set) var update: [String: AnyCodableValue]?
  /// The declared value that does not fit; nil for any other failure, and for one of another process.
  package private(set) var declared: Declared?
  /// The line of the test that expected something else; nil where no test did.
  public var sourceLocation: MockSourceLocation?

  /// Creates a failure; it has neither place nor source location by default.
  package init(
    severity: Severity, message: String, place: SourcePlace? = nil,
    sourceLocation: MockSourceLocation? = nil
  ) {
    self.severity = severity
    self.message = message
    self.place = place
    self.sourceLocation = sourceLocation
  }

  /// What failures are sorted by that have no code.
  package enum Kind: String, Sendable, Equatable, CaseIterable {
    case other
    /// A requirement that cannot throw has no answer, and returns a placeholder once the failure is reported.
    case unanswered
    /// A requirement has an error that it cannot throw.
    case unthrowable
    /// A requirement that is not async did not wait.
    case skippedWait
    /// A property that isn't configured returns a default, which only strict tests report.
    case defaulted
    /// The app's type ignores part of a value, which only strict tests report.
    case ignoredKey
    /// The app's error type lists its cases, and none of them has the code of an error.
    case unknownCode
    /// The app's error type rejects an error code and doesn't list its cases, which only strict tests report.
    case unlistedCode
    /// A statement in a script had no effect.
    case dropped
    /// A property returns a default, although the shared state has an unbound key with the same name.
    case unbound
  }

  /// A value of shared state, or of a property, that may stand in a script.
  package struct Declared: Sendable, Equatable {
    /// The service of a property; nil for shared state.
    package var service: String?
    /// The key or the property.
    package var name: String
    /// The value.
    package var value: AnyCodableValue
  }

  /// The failure of a value that is not one of its property.
  func of(_ declared: Declared) -> MockFailure {
    var failure = self
    failure.declared = declared
    if declared.service == nil { failure.update = [declared.name: declared.value] }
    return failure
  }

  /// Creates a failure of a kind, of the given severity.
  package init(
    _ kind: Kind, severity: Severity = .report, because error: (any Error)? = nil,
    _ message: String, at place: SourcePlace? = nil
  ) {
    self.init(severity: severity, message: message, place: place)
    self.kind = kind
    self.error = error as? MockServiceError
    problem = self.error?.problem
  }

  /// The failure as a mistake of whoever launched the process.
  package var ofLaunch: MockFailure {
    var failure = self
    failure.isOfLaunch = true
    return failure
  }

  /// The failure with another text, of a call that never returns.
  func atDeadEnd(_ message: String) -> MockFailure {
    var failure = self
    (failure.message, failure.isDeadEnd) = (message, true)
    return failure
  }

  /// The report of a wait that a requirement which is not async has skipped.
  package static func skipped(_ wait: String, of method: String, at place: SourcePlace?)
    -> MockFailure
  {
    MockFailure(
      .skippedWait,
      "`\(method)` is not async, and skips `\(wait)`; remove it, or make the method async",
      at: place)
  }

  /// What is said of a method that returns nothing, and is given a value.
  static func surplus(_ value: String, isOfScript: Bool) -> String {
    "returns nothing, and is given \(value); \(isOfScript ? "write `reply()`" : "remove the value")"
  }

  /// Takes over a failure of another process.
  package init(
    _ message: String, at place: SourcePlace?, kind: Kind, problem: MockErrorCode?
  ) {
    self.init(severity: .report, message: message, place: place)
    (self.kind, self.problem) = (kind, problem)
  }

  /// Creates a report of what is wrong with a call.
  package init(problem: MockErrorCode, _ message: String) {
    self.init(severity: .report, message: message)
    self.problem = problem
  }

  package static func sharedState(key: String, type: String, value: AnyCodableValue?) -> MockFailure
  {
    let shown = value.map {
      MockSecrets.isSecret(key) ? "<redacted>" : Redaction().redacted($0).shortText
    }
    let problem =
      shown.map { "the value \($0) is not \(articled(type))" } ?? "the \(type) cannot be encoded"
    var failure = MockFailure(
      severity: .report, message: "shared state `\(key.escaped)`: \(problem)")
    failure.update = value.map { [key: $0] }
    failure.declared = value.map { Declared(service: nil, name: key, value: $0) }
    return failure
  }
}

extension MockFailure: CustomStringConvertible {
  /// The failure as `place: message`, where the place may be the line of a test.
  public var description: String {
    let place = place ?? sourceLocation?.place
    return [place?.description, message].compactMap(\.self).joined(separator: ": ")
  }
}
