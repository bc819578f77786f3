internal import MockLua
internal import MockPlatform

/// An aspect of a test that exploring varies: the order of responses, the calls that fail, or the values of responses.
public struct Exploration: Sendable {
  enum Kind: Sendable {
    case plans(PlanSearch.Kind)
    case mutations
  }

  let kind: Kind

  /// The responses to pending calls arrive in every order, and time passes before or after them.
  public static let orders = Exploration(kind: .plans(.orders))

  /// Changes one field of one response at a time, to show which changes the test doesn't detect.
  ///
  /// The result is a report and never fails the test.
  public static let mutations = Exploration(kind: .mutations)

  /// Makes each call fail, one per run.
  ///
  /// Later runs also fail the calls that only occur after a failure, such as retries.
  public static let failures = failures()

  /// Makes each call fail, one per run.
  ///
  /// Later runs also fail the calls that only occur after a failure, such as retries.
  ///
  /// - Parameters:
  ///   - faults: The ways in which a call fails. The default is each code of the app's own error, an empty list, and no
  ///     value if the type is optional.
  ///   - methods: The methods that fail, such as `Cart.add`; all by default.
  ///   - pairs: Whether two calls can fail in the same run, in every combination; false by default.
  /// - Returns: The kind of exploration.
  public static func failures(
    _ faults: [Fault] = .standard, of methods: [String]? = nil, pairs: Bool = false
  ) -> Exploration {
    Exploration(kind: .plans(.failures(faults.map(\.kind), of: methods, pairs: pairs)))
  }

  /// The reason why nothing of this kind can be tried; nil if something can.
  var problem: String? {
    guard case .plans(.failures(let faults, let methods, _)) = kind else { return nil }
    if faults.isEmpty { return "`.failures([])` does not name a way to fail; write `.failures`" }
    guard methods?.isEmpty == true else { return nil }
    return
      "`.failures(of: [])` does not name a method; write one, such as `Cart.add`, or remove `of:`"
  }
}

/// The limits of an exploration.
struct ExplorationLimits: Sendable {
  /// The maximum number of runs.
  var runs = 500
  /// The maximum number of differences between a run and the baseline run.
  var deviations = 2
  /// The maximum time for all runs.
  var time = Duration.seconds(60)
  /// The number of random runs, if there are more possibilities than `deviations` allows.
  var walks = 100

  /// The reason why the limits allow only the baseline run; nil if they allow more.
  var problem: String? {
    if runs < 2 { return "`limit: \(runs)` does not permit another run; raise it, or remove it" }
    return time <= .zero
      ? "`time: \(time)` leaves no time for other runs; raise it, or remove it" : nil
  }
}

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

/// The progress of an exploration, for traces and verbose output.
final class ExplorationProgress: Sendable {
  @TaskLocal static var current: ExplorationProgress?

  private let state = Locked<(runs: Int, untried: [String])>((0, []), isLeaf: true)

  /// The number of runs so far.
  var runs: Int { state.withLock { $0.runs } }
  /// The calls that could fail but weren't made to fail, with the reasons.
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
