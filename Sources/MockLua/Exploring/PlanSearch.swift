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
    switch fault {
    case .code(let code, _):
      let isKnown = call.errors.takesAny || codes(of: call, result).contains(code)
      return call.errors.canFail && (isKnown || call.errors.isOfRequest) ? [fault] : []
    case .ownCodes:
      let codes = codes(of: call, result)
      let elements = min(result.elements[call.order] ?? 0, Self.mostElements)
      let later = codes.first.map { code in
        elements > 0 ? (1...elements).map { PlannedFault.code(code, after: $0) } : []
      }
      return codes.map { .code($0) } + (later ?? [])
    case .cancelled: return call.isCancellable && call.errors.takesAny ? [fault] : []
    case .empty: return call.canBeEmpty ? [fault] : []
    case .null: return call.canBeNull ? [fault] : []
    case .never, .changed: return [fault]
    }
  }

  /// A stream fails after each of so many elements at most.
  private static let mostElements = 32

  private func codes(of call: DirectedCall, _ result: RunRecord) -> [String] {
    guard call.errors.canFail else { return [] }
    if let codes = call.errors.codes { return codes }
    let codes = result.codes[call.service ?? ""] ?? []
    return codes.isEmpty ? ["failure"] : codes
  }

  // MARK: - What isn't tried

  /// The calls of a run that can fail, and that the search doesn't let fail, each with the reason.
  package func untried(_ result: RunRecord) -> [String] {
    let kinds = failures.filter { $0.faults.contains(.ownCodes) }
    guard !kinds.isEmpty else { return [] }
    return result.calls.filter { call in
      call.errors.canFail && codes(of: call, result).isEmpty
        && kinds.contains { $0.methods?.contains(call.name) ?? true }
    }.map { call in
      "\(call.words): no value of its error type `\(call.errors.typeName)` can be made; make the type"
        + " `CaseIterable` or `MockValue`"
    }
  }

  /// The names of `of:` that no call has.
  package func unknownMethods(in called: Set<String>) -> [String] {
    Set(failures.flatMap { $0.methods ?? [] }).subtracting(called).sorted()
  }
}
