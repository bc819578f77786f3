internal import MockLua

extension Exploration {
  /// How exploring lets a call fail.
  public struct Fault: Sendable, Hashable {
    let kind: PlannedFault

    /// With an error of this code, as `fail("offline")` in a script.
    public static func code(_ code: String) -> Fault { Fault(kind: .code(code)) }
    /// With each code of the app's own error, one after the other.
    public static let ownCodes = Fault(kind: .ownCodes)
    /// As a call whose task was cancelled.
    public static let cancelled = Fault(kind: .cancelled)
    /// With an empty list in place of one with elements.
    public static let empty = Fault(kind: .empty)
    /// With no value where its type is optional.
    public static let null = Fault(kind: .null)
    /// Never: the answer does not come before the test has ended.
    public static let never = Fault(kind: .never)
  }
}

extension [Exploration.Fault] {
  /// The codes of the app's own error, an empty list, and no value where the type is optional.
  public static var standard: [Exploration.Fault] {
    PlannedFault.standard.map { Exploration.Fault(kind: $0) }
  }
}
