internal import MockCalls
internal import MockData

/// A schedule of a run, which describes how the run differs from the baseline run.
package struct Plan: Sendable, Hashable, CustomStringConvertible {
  /// The choice at each decision point.
  ///
  /// After the last choice, the first option is always used.
  package var choices: [String] = []
  /// The faults to inject into calls, by the number of the call.
  package var faults: [Int: PlannedFault] = [:]
  /// The seed for random choices; nil if choices aren't random.
  package var seed: UInt64?

  /// The baseline run, with no reordering or injected failures.
  package static let plain = Plan()

  package var isPlain: Bool { self == .plain }

  /// The schedule as text.
  ///
  /// For example, `2-1,3!offline` means that the response to call 2 arrives before the response to call 1, and that
  /// call 3 fails.
  package var description: String {
    var parts = choices.isEmpty ? [] : [choices.joined(separator: "-")]
    parts += faults.sorted { $0.key < $1.key }.map { "\($0.key)\($0.value.name)" }
    return parts.isEmpty ? "plain" : parts.joined(separator: ",")
  }

  package init(_ text: String) throws(PlanError) {
    guard text != "plain", !text.isEmpty else { return }
    for part in text.split(separator: ",") {
      let number = part.prefix { $0.isNumber }
      let rest = part.dropFirst(number.count)
      if let order = Int(number), let fault = PlannedFault(name: rest) {
        faults[order] = fault
        continue
      }
      let labels = part.split(separator: "-").map(String.init)
      guard choices.isEmpty, labels.allSatisfy({ Choice.isLabel($0) }) else {
        throw PlanError(text: text)
      }
      choices = labels
    }
  }

  package init(
    choices: [String] = [], faults: [Int: PlannedFault] = [:], seed: UInt64? = nil
  ) {
    (self.choices, self.faults, self.seed) = (choices, faults, seed)
  }
}

package struct PlanError: Error, CustomStringConvertible {
  package let text: String
  package var description: String {
    "`\(text)` isn't a schedule; copy one from an issue, such as `2-1,3!offline`"
  }
}

/// Chooses the next event according to a schedule, whenever nothing in the run can continue.
package struct PlanFollower: Sendable {
  package let plan: Plan
  package private(set) var trail: [ChoicePoint] = []
  /// The first part of the schedule that couldn't be followed, if any.
  package private(set) var mismatch: String?
  private var choiceIndex = 0
  private var numbers: MockRandomSource?

  package init(_ plan: Plan) {
    self.plan = plan
    numbers = plan.seed.map { MockRandomSource(seed: $0) }
  }

  /// Returns the index of the chosen option.
  ///
  /// There is at least one option. The first is the one that an ordinary run chooses.
  package mutating func choose(among options: [Choice]) -> Int {
    let planned = choiceIndex < plan.choices.count ? plan.choices[choiceIndex] : nil
    guard options.count > 1 else {
      // A handwritten schedule may contain a choice although there was only one option.
      if case .answer = options[0], planned == options[0].label { choiceIndex += 1 }
      return 0
    }
    var chosen = 0
    if let planned {
      if let index = options.firstIndex(where: { $0.label == planned }) {
        (chosen, choiceIndex) = (index, choiceIndex + 1)
      } else if case .resume = options[0] {
        // The choice in the schedule is for a later point.
      } else if mismatch == nil {
        fail("`\(planned)`, but the choices are \(options.map(\.label).joined(separator: ", "))")
      }
    } else if var numbers {
      chosen = Int.random(in: 0..<options.count, using: &numbers)
      self.numbers = numbers
    }
    trail.append(ChoicePoint(options: options, chosen: chosen))
    return chosen
  }

  /// Ends the run.
  ///
  /// If the schedule contains more choices, this is recorded as a mismatch.
  ///
  /// - Parameter what: The part of the run that has ended, such as `the test`, for the message.
  package mutating func end(of what: String) {
    guard choiceIndex < plan.choices.count, mismatch == nil else { return }
    fail("`\(plan.choices[choiceIndex])`, but \(what) had ended")
  }

  private mutating func fail(_ text: String) {
    mismatch = text
    choiceIndex = plan.choices.count
  }
}

/// Finds the next schedule to try.
///
/// Schedules with fewer deviations come first. No schedule is tried twice.
package struct PlanSearch: Sendable {
  package enum Kind: Sendable {
    /// The responses of pending calls arrive in every order, and time passes before or after them.
    case orders
    /// Each call to the given methods (all by default) fails in turn.
    ///
    /// With `pairs`, any two calls also fail together.
    case failures([PlannedFault], of: [String]?, pairs: Bool)
  }

  /// The maximum number of schedules that are waiting.
  ///
  /// A schedule with thousands of steps leads to thousands of others.
  private static let scheduleLimit = 5_000

  private let kinds: [Kind]
  private let deviations: Int
  private var queue: [Plan] = [.plain]
  private var next = 0
  private var plain: RunRecord?
  /// The error codes with which calls fail in the schedules so far.
  private var usedCodes: Set<String> = []
  /// The number of schedules that weren't queued, because they have too many deviations or because the queue was full.
  package private(set) var beyond = 0
  private var walks: Int

  /// Creates a search that starts with the baseline run.
  ///
  /// `deviations` is the maximum number of deviations from the baseline run. `walks` is the maximum number of random
  /// runs, if there are too many schedules to try all of them.
  package init(_ kinds: [Kind], deviations: Int, walks: Int) {
    (self.kinds, self.deviations, self.walks) = (kinds, deviations, walks)
  }

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

  package mutating func nextPlan() -> Plan? {
    if next < queue.count {
      defer { next += 1 }
      return queue[next]
    }
    guard beyond > 0, walks > 0 else { return nil }
    walks -= 1
    return Plan(seed: UInt64(walks))
  }

  /// Queues the schedules that have one more deviation than the schedule of a run.
  package mutating func learn(_ result: RunRecord) {
    let plan = result.plan
    guard plan.seed == nil else { return }
    if plan.isPlain { plain = result }
    let count = result.trail.reduce(plan.faults.count) { $0 + ($1.chosen > 0 ? 1 : 0) } + 1
    var found: [Plan] = []
    if plan.choices.isEmpty {
      found += redrawn(result).map { Plan(faults: $0) }
      found += failing(result).map { Plan(faults: $0) }
    }
    for case .code(let code, _) in found.flatMap(\.faults.values) { usedCodes.insert(code) }
    if triesOrders { found += reordered(result) }
    let isNear = count <= deviations
    let room = isNear ? max(0, Self.scheduleLimit - waiting) : 0
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

  /// Returns the schedules in which one call gets another of the responses that it can get by chance.
  private func redrawn(_ result: RunRecord) -> [[Int: PlannedFault]] {
    guard result.plan.faults.isEmpty else { return [] }
    return result.calls.flatMap { call in
      call.alternatives.map { [call.order: .response($0)] }
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

  /// Returns whether a call isn't part of the baseline run.
  private func isNew(_ call: DirectedCall) -> Bool {
    plain.map { !$0.calls.contains { $0.name == call.name && $0.count == call.count } } ?? false
  }

  private func possible(
    _ fault: PlannedFault, for call: DirectedCall, _ result: RunRecord
  ) -> [PlannedFault] {
    switch fault {
    case .code(let code, _):
      let isKnown = call.errors.takesAny || codes(of: call, result).contains(code)
      return call.errors.canFail && (isKnown || call.errors.isOfRequest) ? [fault] : []
    case .ownCodes:
      let codes = codes(of: call, result)
      let elements = min(result.elements[call.order] ?? 0, Self.elementLimit)
      let later = codes.first.map { code in
        elements > 0 ? (1...elements).map { PlannedFault.code(code, after: $0) } : []
      }
      return codes.map { .code($0) } + (later ?? [])
    case .cancelled: return call.isCancellable && call.errors.takesAny ? [fault] : []
    case .empty: return call.canBeEmpty ? [fault] : []
    case .null: return call.canBeNull ? [fault] : []
    case .never, .changed, .response: return [fault]
    }
  }

  /// The maximum number of elements after which a stream can fail.
  private static let elementLimit = 32

  private func codes(of call: DirectedCall, _ result: RunRecord) -> [String] {
    guard call.errors.canFail else { return [] }
    if let codes = call.errors.codes { return codes }
    let codes = result.codes[call.service ?? ""] ?? []
    return codes.isEmpty ? ["failure"] : codes
  }

  // MARK: - What isn't tried

  /// Returns the calls of a run that can fail but got no error, because the search can't create one, with the reasons.
  package func untried(_ result: RunRecord) -> [String] {
    let kinds = failures.filter { $0.faults.contains(.ownCodes) }
    guard !kinds.isEmpty else { return [] }
    return result.calls.filter { call in
      call.errors.canFail && codes(of: call, result).isEmpty
        && kinds.contains { $0.methods?.contains(call.name) ?? true }
    }.map { call in
      "\(call.words): no value of its error type `\(call.errors.typeName)` can be created; make the type"
        + " `CaseIterable` or `MockValue`"
    }
  }

  /// Returns the codes in `.code(...)` with which no call can fail, each with the codes of the calls that can fail.
  package func unknownCodes(in result: RunRecord) -> [(code: String, known: [String])] {
    failures.flatMap { kind -> [(code: String, known: [String])] in
      let calls = result.calls.filter { kind.methods?.contains($0.name) ?? true }
      let known = Set(calls.flatMap { codes(of: $0, result) }).sorted()
      return kind.faults.compactMap { fault in
        guard case .code(let code, _) = fault, !known.isEmpty, !usedCodes.contains(code) else {
          return nil
        }
        return (code, known)
      }
    }
  }

  /// Returns the names in `of:` that don't belong to any call.
  package func unknownMethods(in called: Set<String>) -> [String] {
    Set(failures.flatMap { $0.methods ?? [] }).subtracting(called).sorted()
  }
}
