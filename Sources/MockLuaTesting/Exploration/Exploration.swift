internal import MockLua
internal import MockPlatform

/// An aspect of a test that exploring varies: the order of responses, the calls that fail, or the values of responses.
public struct Exploration: Sendable {
  enum Kind: Sendable {
    case plans(PlanSearch.Kind)
    case mutations
  }

  let kind: Kind

  /// Lets the responses to pending calls arrive in every order.
  ///
  /// A sleep on the scenario's clock can end before or after each response arrives.
  public static let orders = Exploration(kind: .plans(.orders))

  /// Changes one field of one response in each run, to show which changes the test doesn't detect.
  ///
  /// The result is a report. It never fails the test.
  public static let mutations = Exploration(kind: .mutations)

  /// Makes one call fail in each run, until every call has failed in every default way.
  ///
  /// A call fails with each code of the app's own error type, with an empty list, and without a value if the type is
  /// optional.
  ///
  /// Some calls, such as retries, occur only after a failure. Later runs make these calls fail, too.
  public static let failures = failures()

  /// Makes one call fail in each run, until every call has failed in every given way.
  ///
  /// Some calls, such as retries, occur only after a failure. Later runs make these calls fail, too.
  ///
  /// - Parameters:
  ///   - faults: The ways in which a call fails. The default is an error with each code of the app's own error type, an
  ///     empty list, and no value if the type is optional.
  ///   - methods: The methods whose calls fail, such as `Cart.add`. The default is all methods.
  ///   - pairs: Whether to also make each combination of two calls fail in the same run. The default is false.
  /// - Returns: The exploration.
  public static func failures(
    _ faults: [Fault] = .standard, of methods: [String]? = nil, pairs: Bool = false
  ) -> Exploration {
    Exploration(kind: .plans(.failures(faults.map(\.kind), of: methods, pairs: pairs)))
  }

  /// The reason why this exploration has nothing to vary, or nil if it has something.
  var problem: String? {
    guard case .plans(.failures(let faults, let methods, _)) = kind else { return nil }
    if faults.isEmpty { return "`.failures([])` does not name a way to fail; write `.failures`" }
    guard methods?.isEmpty == true else { return nil }
    return
      "`.failures(of: [])` does not name a method; write one, such as `Cart.add`, or remove `of:`"
  }
}

struct ExplorationLimits: Sendable {
  var runs = 500
  /// The maximum number of differences between a run and the baseline run.
  var deviations = 2
  var time = Duration.seconds(60)
  /// The number of random runs if there are more possible schedules than `deviations` allows.
  var walks = 100

  /// The reason why the limits allow only the baseline run, or nil if they allow more runs.
  var problem: String? {
    if runs < 2 { return "`limit: \(runs)` leaves no room for other runs; raise it, or remove it" }
    return time <= .zero
      ? "`time: \(time)` leaves no time for other runs; raise it, or remove it" : nil
  }
}

extension Exploration {
  /// A way in which exploring makes a call fail.
  public struct Fault: Sendable, Hashable {
    let kind: PlannedFault

    /// An error with the given code, like `fail("offline")` in a script.
    public static func code(_ code: String) -> Fault { Fault(kind: .code(code)) }
    /// An error with each code of the app's own error type.
    ///
    /// Each run uses one code.
    public static let ownCodes = Fault(kind: .ownCodes)
    /// A cancellation of the call's task.
    public static let cancelled = Fault(kind: .cancelled)
    /// An empty list instead of a list with elements.
    public static let empty = Fault(kind: .empty)
    /// No value.
    ///
    /// This applies only if the type is optional.
    public static let null = Fault(kind: .null)
    /// No response until the test has ended.
    public static let never = Fault(kind: .never)
  }
}

extension [Exploration.Fault] {
  /// The default faults: each code of the app's own error type, an empty list, and no value if the type is optional.
  public static var standard: [Exploration.Fault] {
    PlannedFault.standard.map { Exploration.Fault(kind: $0) }
  }
}

/// The progress of an exploration, for traces and verbose output.
final class ExplorationProgress: Sendable {
  @TaskLocal static var current: ExplorationProgress?

  private let state = Locked<(runs: Int, untried: [String])>((0, []), isLeaf: true)

  var runs: Int { state.withLock { $0.runs } }
  /// The calls that could have failed but weren't made to fail, with the reason for each.
  var untried: [String] { state.withLock { $0.untried } }

  /// The summary to print if the test has no issues.
  var summary: String {
    let untried = untried
    return "explored in \(runs) runs"
      + (untried.isEmpty ? "" : ", \(untried.count) calls not tried")
  }

  func set(runs: Int) { state.withLock { $0.runs = runs } }

  func set(untried: [String]) { state.withLock { $0.untried = untried } }
}
