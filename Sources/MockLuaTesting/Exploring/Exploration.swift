internal import MockLua

/// An aspect of a test that exploring varies: the order of responses, the calls that fail, or the values of responses.
public struct Exploration: Sendable {
  enum Kind: Sendable {
    case plans(PlanSearch.Kind)
    case mutations
  }

  let kind: Kind

  /// The responses to pending calls arrive in every order, and time passes before or after them.
  public static let orders = Exploration(kind: .plans(.orders))

  /// One field of one response changes at a time, to show which changes the expectations don't notice.
  ///
  /// The result is a report and never fails the test.
  public static let mutations = Exploration(kind: .mutations)

  /// Each call fails in turn.
  ///
  /// Then the calls that only happen after a failure fail, such as a retry.
  public static let failures = failures()

  /// Each call fails in turn.
  ///
  /// Then the calls that only happen after a failure fail, such as a retry.
  ///
  /// - Parameters:
  ///   - faults: How a call fails; by default, with each code of the app's own error, with an empty list, and with no
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
      "`.failures(of: [])` does not name a method; write one, such as `Cart.add`, or leave `of:` out"
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
