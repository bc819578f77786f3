public import MockData

/// A failure that can't be thrown as an error, or that must stop the process.
public struct MockFailure: Error, Sendable, Equatable {
  /// The severity of a failure.
  public enum Severity: Sendable, Equatable {
    /// The failure stops the process, as `exhaustBehavior: "fatalError"` requests.
    case stop
    /// The failure is reported to the test, and the call continues.
    case report
    /// A test's expectation wasn't met, so the test fails and continues.
    case expectation
  }

  /// The severity of the failure.
  public var severity: Severity
  /// The description of the failure, as one sentence.
  public var message: String
  /// The location in a script or file, such as `login.lua:12`, or `nil` if it is unknown.
  public var place: ScriptLocation?
  /// The error code of the call that failed, or `nil` for any other failure.
  package private(set) var problem: MockErrorCode?
  /// The error that the call couldn't throw; `nil` for other failures, and for failures in another process.
  package private(set) var error: MockServiceError?
  /// Whether the way in which the process was launched caused the failure, so that its location in code is irrelevant.
  package private(set) var isOfLaunch = false
  /// Whether the call never returns, so that the test never ends.
  package private(set) var isOfStuckCall = false
  /// The kind of failure, for sorting.
  package private(set) var kind = Kind.other
  /// The shared value that doesn't fit, by key, or `nil` for any other failure.
  package private(set) var update: [String: AnyCodableValue]?
  /// The declared value that doesn't fit; `nil` for other failures, and for failures in another process.
  package private(set) var declared: Declared?
  /// The line of the test with the unmet expectation, if any.
  public var sourceLocation: MockSourceLocation?

  /// Creates a failure.
  ///
  /// By default, it has neither a place nor a source location.
  package init(
    severity: Severity, message: String, place: ScriptLocation? = nil,
    sourceLocation: MockSourceLocation? = nil
  ) {
    self.severity = severity
    self.message = message
    self.place = place
    self.sourceLocation = sourceLocation
  }

  /// The kinds of failures that don't have a code.
  package enum Kind: String, Sendable, Equatable, CaseIterable {
    case other
    /// A requirement that can't throw has no response, and returns a placeholder after the failure is reported.
    case unanswered
    /// A requirement has an error that it can't throw.
    case unthrowable
    /// A requirement that isn't `async` skipped a wait.
    case skippedWait
    /// A property that isn't configured returns a default.
    ///
    /// Only strict tests report this.
    case defaulted
    /// The app's type ignores part of a value.
    ///
    /// Only strict tests report this.
    case ignoredKey
    /// An error's code isn't among the cases of the app's error type.
    case unknownCode
    /// The app's error type rejects a code and doesn't list its cases.
    ///
    /// Only strict tests report this.
    case unlistedCode
    /// A statement in a script had no effect.
    case dropped
    /// A request differs from the description of its operation.
    case wrongRequest
    /// A property returns a default, although the shared state has an unbound key with the same name.
    case unbound
  }

  /// A value of shared state or of a property that a script may declare.
  package struct Declared: Sendable, Equatable {
    /// The service of a property, or `nil` for shared state.
    package var service: String?
    /// The key or the property.
    package var name: String
    /// The value.
    package var value: AnyCodableValue
  }

  /// Returns the failure with the declared value that doesn't fit.
  func of(_ declared: Declared) -> MockFailure {
    var failure = self
    failure.declared = declared
    if declared.service == nil { failure.update = [declared.name: declared.value] }
    return failure
  }

  /// Creates a failure of a kind, of the given severity.
  package init(
    _ kind: Kind, severity: Severity = .report, because error: (any Error)? = nil,
    _ message: String, at place: ScriptLocation? = nil
  ) {
    self.init(severity: severity, message: message, place: place)
    self.kind = kind
    self.error = error as? MockServiceError
    problem = self.error?.problem
  }

  /// The failure, marked as caused by the way in which the process was launched.
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

  /// Returns the failure for a wait that was skipped because a requirement isn't `async`.
  package static func skipped(_ wait: String, of method: String, at place: ScriptLocation?)
    -> MockFailure
  {
    MockFailure(
      .skippedWait,
      "`\(method)` is not async, so it skips `\(wait)`; remove it, or make the method async",
      at: place)
  }

  /// Returns the message about a value for a method that returns nothing.
  static func surplus(_ value: String, isOfScript: Bool) -> String {
    "returns nothing, but its response has the value \(value); "
      + (isOfScript ? "write `reply()`" : "remove the value")
  }

  /// Creates a failure reported by another process.
  package init(
    _ message: String, at place: ScriptLocation?, kind: Kind, problem: MockErrorCode?
  ) {
    self.init(severity: .report, message: message, place: place)
    (self.kind, self.problem) = (kind, problem)
  }

  /// Creates a report of a problem with a call.
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
  /// The failure as `place: message`.
  ///
  /// The place can be a line of a script or of a test.
  public var description: String {
    let place = place ?? sourceLocation?.place
    return [place?.description, message].compactMap(\.self).joined(separator: ": ")
  }
}

/// The line of a test with an unmet expectation.
public struct MockSourceLocation: Sendable {
  /// The file, as `#filePath` returns it.
  public var file: StaticString
  /// The line, counted from 1.
  public var line: UInt

  /// Creates a location, by default the caller's.
  public init(file: StaticString = #filePath, line: UInt = #line) {
    self.file = file
    self.line = line
  }
}

extension MockSourceLocation: Equatable {
  /// Returns whether two locations are the same line of the same file.
  public static func == (first: MockSourceLocation, second: MockSourceLocation) -> Bool {
    first.line == second.line && "\(first.file)" == "\(second.file)"
  }
}

extension MockSourceLocation: CustomStringConvertible {
  /// The location as `LoginTests.swift:12`, without the folders.
  public var description: String { place.description }

  /// The location as shown in messages, without the folders.
  package var place: ScriptLocation {
    let path = "\(file)"
    return ScriptLocation(
      file: path.split(separator: "/").last.map(String.init) ?? path, line: Int(clamping: line))
  }
}
