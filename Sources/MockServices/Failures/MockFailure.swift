/// Something that went wrong in a place that cannot throw, or that shall stop the process.
public struct MockFailure: Error, Sendable, Equatable {
  /// How serious a failure is.
  public enum Severity: Sendable, Equatable {
    /// The process shall stop, as `exhaustBehavior: "fatalError"` asks for.
    case stop
    /// The test shall know; the call goes on.
    case report
  }

  /// How serious it is.
  public var severity: Severity
  /// What went wrong, as one sentence.
  public var message: String
  /// The place in a script or a file, such as `login.lua:12`; nil where none is known.
  public var place: String?
  /// What is wrong, where the failure is that of a call; nil for any other.
  package private(set) var problem: MockErrorCode?

  /// Creates a failure; it has no place by default.
  public init(severity: Severity, message: String, place: String? = nil) {
    self.severity = severity
    self.message = message
    self.place = place
  }

  /// Creates a report of what is wrong with a call.
  package init(problem: MockErrorCode, _ message: String) {
    self.init(severity: .report, message: message)
    self.problem = problem
  }

  static func sharedState(key: String, type: String, value: AnyCodableValue?) -> MockFailure {
    let problem =
      value.map { "the value \($0.shortText) is not a \(type)" } ?? "the \(type) cannot be encoded"
    return MockFailure(severity: .report, message: "shared state `\(key)`: \(problem)")
  }
}

extension MockFailure: CustomStringConvertible {
  /// The failure as `place: message`.
  public var description: String { [place, message].compactMap(\.self).joined(separator: ": ") }
}
