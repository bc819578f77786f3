public import MockData

/// A failure that is reported to a ``MockFailureHandler``, such as an unmet expectation or an error that a call can't
/// throw.
public struct MockFailure: Error, Sendable, Equatable {
  /// The severity of a failure.
  public enum Severity: Sendable, Equatable {
    /// By default, the failure stops the process, as `exhaustBehavior: "fatalError"` requests.
    case stop
    /// The failure is reported, and the call continues.
    case report
    /// A test's expectation wasn't met, so the test fails and continues.
    case expectation
  }

  /// The severity of the failure.
  public var severity: Severity
  /// A description of the failure.
  public var message: String
  /// The location in a script or file, such as `login.lua:12`, or `nil` if it is unknown.
  public var place: ScriptLocation?
  /// The code of the call's error, or `nil` if the failure has no such code.
  package private(set) var problem: MockErrorCode?
  /// The error that a call couldn't throw.
  ///
  /// It is `nil` for other failures, and for failures in another process.
  package private(set) var error: MockServiceError?
  /// Whether the process was launched in a way that caused the failure, so that the failure's location in code is
  /// irrelevant.
  package private(set) var isOfLaunch = false
  /// Whether the failed call never returns, so that its test never ends.
  package private(set) var isOfStuckCall = false
  /// The kind of failure, which determines the check that the failure belongs to.
  package private(set) var kind = Kind.other
  /// The value in the shared state that doesn't fit, by its key, or `nil` for any other failure.
  package private(set) var update: [String: AnyCodableValue]?
  /// The declared value that doesn't fit.
  ///
  /// It is `nil` for other failures, and for failures in another process.
  package private(set) var declared: Declared?
  /// The line of the test that the failure belongs to, if any.
  public var sourceLocation: MockSourceLocation?

  package init(
    severity: Severity, message: String, place: ScriptLocation? = nil,
    sourceLocation: MockSourceLocation? = nil
  ) {
    self.severity = severity
    self.message = message
    self.place = place
    self.sourceLocation = sourceLocation
  }

  /// The kinds of failures that have no error code.
  package enum Kind: String, Sendable, Equatable, CaseIterable {
    case other
    /// A requirement that can't throw has no response.
    ///
    /// It returns a placeholder after the failure is reported.
    case unanswered
    /// A requirement got an error that it can't throw.
    case unthrowable
    /// A requirement that isn't `async` skipped a wait.
    case skippedWait
    /// A property returned a default because it isn't configured.
    ///
    /// Only strict tests report this failure.
    case defaulted
    /// The app's type ignores a part of a value.
    ///
    /// Only strict tests report this failure.
    case ignoredKey
    /// The app's error type lists its cases, and none of the cases has the error's code.
    case unknownCode
    /// The app's error type doesn't list its cases, and rejects the error's code.
    ///
    /// Only strict tests report this failure.
    case unlistedCode
    /// A statement in a script had no effect.
    case dropped
    /// A request differs from the description of its operation.
    case wrongRequest
    /// A property returned a default, although the shared state has an unbound key of the same name.
    case unbound
    /// A request arrived after its scenario was released.
    case late
  }

  /// A value that a script can declare, either for a property or in the shared state.
  package struct Declared: Sendable, Equatable {
    /// The service of the property, or `nil` for a value of the shared state.
    package var service: String?
    /// The name of the property, or the key in the shared state.
    package var name: String
    package var value: AnyCodableValue
  }

  /// Returns a copy of the failure that also contains the declared value that doesn't fit.
  func of(_ declared: Declared) -> MockFailure {
    var failure = self
    failure.declared = declared
    if declared.service == nil { failure.update = [declared.name: declared.value] }
    return failure
  }

  package init(
    _ kind: Kind = .other, severity: Severity = .report, because error: (any Error)? = nil,
    problem: MockErrorCode? = nil, _ message: String, at place: ScriptLocation? = nil
  ) {
    self.init(severity: severity, message: message, place: place)
    self.kind = kind
    self.error = error as? MockServiceError
    self.problem = problem ?? self.error?.problem
  }

  /// A copy of the failure, marked as caused by the way in which the process was launched.
  package var ofLaunch: MockFailure {
    var failure = self
    failure.isOfLaunch = true
    return failure
  }

  /// Returns a copy of the failure with another message, marked as caused by a call that never returns.
  func ofStuckCall(_ message: String) -> MockFailure {
    var failure = self
    (failure.message, failure.isOfStuckCall) = (message, true)
    return failure
  }

  /// Returns the failure for a wait that is skipped because a requirement isn't `async`.
  package static func skipped(_ wait: String, of method: String, at place: ScriptLocation?)
    -> MockFailure
  {
    MockFailure(
      .skippedWait,
      "`\(method)` is not async, so it skips `\(wait)`; remove the wait, or make the method async",
      at: place)
  }

  /// Returns the message about a value that is configured for a method that returns nothing.
  static func surplus(_ value: String, isOfScript: Bool) -> String {
    "returns nothing, but its response has the value \(value); "
      + (isOfScript ? "write `reply()`" : "remove the value")
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
  /// The failure as `place: message`.
  ///
  /// The place is a line of a script or of a test.
  public var description: String {
    let place = place ?? sourceLocation?.place
    return [place?.description, message].compactMap(\.self).joined(separator: ": ")
  }
}

/// The line of a test that a failure belongs to.
public struct MockSourceLocation: Sendable {
  /// The path of the file, as in `#filePath`.
  public var file: StaticString
  /// The number of the line, starting at 1.
  public var line: UInt

  /// Creates a location, by default the caller's.
  public init(file: StaticString = #filePath, line: UInt = #line) {
    self.file = file
    self.line = line
  }
}

extension MockSourceLocation: Equatable {
  /// Returns whether two locations are on the same line of the same file.
  public static func == (first: MockSourceLocation, second: MockSourceLocation) -> Bool {
    first.line == second.line && "\(first.file)" == "\(second.file)"
  }
}

extension MockSourceLocation: CustomStringConvertible {
  /// The location as `LoginTests.swift:12`, without the path of the folder.
  public var description: String { place.description }

  /// The location as it is shown in messages, without the path of the folder.
  package var place: ScriptLocation {
    let path = "\(file)"
    return ScriptLocation(
      file: path.split(separator: "/").last.map(String.init) ?? path, line: Int(clamping: line))
  }
}
