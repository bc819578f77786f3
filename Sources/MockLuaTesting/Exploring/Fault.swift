internal import MockLua

extension Exploration {
  /// A way in which exploring makes a call fail.
  public struct Fault: Sendable, Hashable {
    let kind: PlannedFault

    /// An error with this code, as with `fail("offline")` in a script.
    public static func code(_ code: String) -> Fault { Fault(kind: .code(code)) }
    /// An error with each code of the app's own error type, one code per run.
    public static let ownCodes = Fault(kind: .ownCodes)
    /// The cancellation of the call's task.
    public static let cancelled = Fault(kind: .cancelled)
    /// An empty list instead of a list with elements.
    public static let empty = Fault(kind: .empty)
    /// No value, if the type is optional.
    public static let null = Fault(kind: .null)
    /// No response until the test has ended.
    public static let never = Fault(kind: .never)
  }
}

extension [Exploration.Fault] {
  /// The codes of the app's own error type, an empty list, and no value if the type is optional.
  public static var standard: [Exploration.Fault] {
    PlannedFault.standard.map { Exploration.Fault(kind: $0) }
  }
}
