internal import MockLua

/// What exploring tries: in which order answers come, which calls fail, which values are other ones.
public struct Exploration: Sendable {
  enum Kind: Sendable {
    case plans(PlanSearch.Kind)
    case mutations
  }

  let kind: Kind

  /// The answers of calls in flight come in every order, and time passes before them or behind.
  public static let orders = Exploration(kind: .plans(.orders))

  /// One field of one answer at a time is another, to see which change no expectation notices.
  ///
  /// What it finds is a report of the test, and never a failure.
  public static let mutations = Exploration(kind: .mutations)

  /// Each call fails, one after the other; then those that only a failure has brought about, such as a retry.
  public static let failures = failures()

  /// Each call fails, one after the other; then those that only a failure has brought about, such as a retry.
  ///
  /// - Parameters:
  ///   - faults: How a call fails; by default with the codes of the app's own error, an empty list, and no value where
  ///     the type is optional.
  ///   - methods: The methods that fail, such as `Cart.add`; all by default.
  ///   - pairs: Whether any two calls fail in one run; false by default.
  /// - Returns: The kind.
  public static func failures(
    _ faults: [Fault] = .standard, of methods: [String]? = nil, pairs: Bool = false
  ) -> Exploration {
    Exploration(kind: .plans(.failures(faults.map(\.kind), of: methods, pairs: pairs)))
  }

  /// The reason why nothing of this kind can be tried; nil if something can.
  var problem: String? {
    guard case .plans(.failures(let faults, let methods, _)) = kind else { return nil }
    if faults.isEmpty { return "`.failures([])` names no way to fail; write `.failures`" }
    guard methods?.isEmpty == true else { return nil }
    return "`.failures(of: [])` names no method; write one, such as `Cart.add`, or leave `of:` out"
  }
}

/// How far exploring goes.
struct ExplorationLimits: Sendable {
  /// The most runs.
  var runs = 500
  /// In how many places a run may differ from the plain one.
  var deviations = 2
  /// How long all runs may take.
  var time = Duration.seconds(60)
  /// How many runs are left to chance where there is more than the deviations allow.
  var walks = 100

  /// The reason why the limits permit the baseline run only; nil if they permit more.
  var problem: String? {
    if runs < 2 { return "`limit: \(runs)` permits no other; raise it, or remove it" }
    return time <= .zero ? "`time: \(time)` leaves no time for others; raise it, or remove it" : nil
  }
}
