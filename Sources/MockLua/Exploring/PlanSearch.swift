internal import MockCalls
internal import MockData

/// Which plan is tried next: those that differ in the fewest places come first, each once.
package struct PlanSearch: Sendable {
  /// What is tried.
  package enum Kind: Sendable {
    /// The answers of calls in flight come in every order, and time passes before them or behind.
    case orders
    /// Each call fails, one after the other; of the methods that are named, or all; with `pairs` any two.
    case failures([PlannedFault], of: [String]?, pairs: Bool)
  }

  /// How many plans wait at most; one that takes thousands of steps has thousands of neighbours.
  private static let most = 5_000

  private let kinds: [Kind]
  private let deviations: Int
  private var queue: [Plan] = [.plain]
  private var next = 0
  private var plain: RunRecord?
  /// How many plans were found that differ in too many places.
  package private(set) var beyond = 0
  private var walks: Int

  /// Begins with the plain run.
  ///
  /// - Parameters:
  ///   - kinds: What is tried.
  ///   - deviations: In how many places a run may differ from the plain one.
  ///   - walks: How many runs are left to chance where there is more to try than that.
  package init(_ kinds: [Kind], deviations: Int, walks: Int) {
    (self.kinds, self.deviations, self.walks) = (kinds, deviations, walks)
  }

  /// How many plans wait.
  package var waiting: Int { queue.count - next }

  private var triesOrders: Bool {
    kinds.contains { if case .orders = $0 { true } else { false } }
  }

  private var failures: [(faults: [PlannedFault], methods: [String]?, pairs: Bool)] {
    kinds.compactMap { kind in
      if case .failures(let faults, let methods, let pairs) = kind {
        (faults, methods, pairs)
      } else {
        nil
      }
    }
  }

  /// The plan to try next; nil where all have been.
  package mutating func nextPlan() -> Plan? {
    if next < queue.count {
      defer { next += 1 }
      return queue[next]
    }
    guard beyond > 0, walks > 0 else { return nil }
    walks -= 1
    return Plan(seed: UInt64(walks))
  }

  /// Finds the plans that differ from that of a run in one place more.
  package mutating func learn(_ result: RunRecord) {
    let plan = result.plan
    guard plan.seed == nil else { return }
    if plan.isPlain { plain = result }
    let count = result.trail.reduce(plan.faults.count) { $0 + ($1.chosen > 0 ? 1 : 0) } + 1
    var found: [Plan] = []
    if plan.choices.isEmpty { found += failing(result).map { Plan(faults: $0) } }
    if triesOrders { found += reordered(result) }
    let isNear = count <= deviations
    let room = isNear ? max(0, Self.most - waiting) : 0
    queue += found.prefix(room)
    beyond += max(0, found.count - room)
  }

  private func reordered(_ result: RunRecord) -> [Plan] {
    let start = result.plan.choices.count
    guard start <= result.trail.count else { return [] }
    return result.trail.indices[start...].flatMap { index in
      let before = result.trail[..<index].map(\.label)
      let point = result.trail[index]
      return point.options.indices.filter { $0 != point.chosen }.map { option in
        Plan(choices: before + [point.options[option].label], faults: result.plan.faults)
      }
    }
  }

  private func failing(_ result: RunRecord) -> [[Int: PlannedFault]] {
    let faults = result.plan.faults
    guard faults.count < 2 else { return [] }
    let last = faults.keys.max() ?? 0
    return failures.flatMap { kind in
      result.calls.filter { call in
        guard kind.methods?.contains(call.name) ?? true, call.order > last else { return false }
        return faults.isEmpty || kind.pairs || isNew(call)
      }.flatMap { call in
        kind.faults.flatMap { possible($0, for: call, result) }.map { fault in
          faults.merging([call.order: fault]) { $1 }
        }
      }
    }
  }

  /// Whether a call was not made in the plain run.
  private func isNew(_ call: DirectedCall) -> Bool {
    plain.map { !$0.calls.contains { $0.name == call.name && $0.count == call.count } } ?? false
  }

  /// The faults that a call can have.
  private func possible(
    _ fault: PlannedFault, for call: DirectedCall, _ result: RunRecord
  ) -> [PlannedFault] {
    let method = call.service.flatMap { call.contracts.all[$0] }?.methods.first {
      $0.key == call.method
    }
    let canThrow = method?.canThrow ?? true
    switch fault {
    case .code: return canThrow ? [fault] : []
    case .ownCodes:
      guard canThrow else { return [] }
      let codes = result.codes[call.service ?? ""] ?? []
      if codes.isEmpty { return call.throwsAnything ? [.code("failure")] : [] }
      return codes.map { .code($0) }
    case .cancelled: return canThrow && call.throwsAnything ? [fault] : []
    case .empty:
      if case .array(let values)? = call.value, !values.isEmpty { return [fault] }
      return []
    case .null:
      guard method?.result?.hasSuffix("?") ?? false, call.value != nil, call.value != .null else {
        return []
      }
      return [fault]
    case .never, .changed: return [fault]
    }
  }
}
