internal import MockData
internal import MockRecording

/// Learns the state of one service: first its collections, then variables for values that the collections don't
/// explain.
struct StateLearning {
  private let service: String
  private let steps: [LearningStep]
  /// The error responses that several operations return.
  private let refusals: Set<String>
  /// The operations for which equal calls got different responses, so that no rule explains them.
  private let changing: Set<String>

  private init(service: String, steps: [LearningStep]) {
    (self.service, self.steps) = (service, steps)
    var operations: [String: Set<String>] = [:]
    for step in steps where step.service == service {
      guard let answer = step.answer, answer.isFailure else { continue }
      operations[answer.text, default: []].insert(step.operation)
    }
    refusals = Set(operations.filter { $0.value.count > 1 }.keys)
    changing = Set(steps.changedAnswers.filter { $0.service == service }.map(\.operation))
  }

  /// Proposes scripts with state: first the most complete one, then one without variables.
  ///
  /// - Returns: The proposals. As a fallback, there is also one for each resource and one for the variables.
  static func proposals(
    of service: String, _ steps: [LearningStep]
  ) -> (whole: [LearnedState], parts: [LearnedState]) {
    let learning = StateLearning(service: service, steps: steps)
    let resources = Resource.all(of: service, steps)
    let whole = [true, false].map { learning.state(resources, takesHoles: $0) }
    let parts =
      (resources.count > 1 ? resources.map { learning.state([$0], takesHoles: false) } : [])
      + (resources.isEmpty ? [] : [learning.state([], takesHoles: true)])
    return (whole.filter { !$0.operations.isEmpty }, parts.filter { !$0.operations.isEmpty })
  }

  private func state(_ resources: [Resource], takesHoles: Bool) -> LearnedState {
    var state = LearnedState(service: service)
    var observations: [String: [Observation]] = [:]
    var known: [String: OperationLearning] = [:]
    for resource in resources {
      if LearningBudget.isSpent { break }
      let learned =
        ResourceLearning(resource, steps, takesHoles: takesHoles, refusals: refusals)
        ?? (takesHoles ? ResourceLearning(resource, steps, takesHoles: false) : nil)
      guard let learned else { continue }
      // If no operation changes the rows, rules are shorter.
      if takesHoles, !learned.operations.contains(where: { $0.effect != nil }) { continue }
      add(learned, to: &state, &observations)
      for learning in learned.learned { known[learning.operation.name] = learning }
    }
    guard takesHoles else { return state }
    var others: [LearnedOperation] = []
    let calls = Dictionary(grouping: steps.indices.filter { steps[$0].service == service }) {
      steps[$0].operation
    }
    for (name, calls) in calls.sorted(by: { $0.key < $1.key }) where known[name] == nil {
      if LearningBudget.isSpent { break }
      guard
        let learning = OperationLearning(
          plain(calls), id: nil, takesHoles: true, refusals: refusals)
      else { continue }
      others.append(learning.operation)
      known[name] = learning
      for (hole, seen) in learning.observations { observations[hole, default: []] += seen }
    }
    resolve(&state, others, observations, known)
    return state
  }

  private func add(
    _ learned: ResourceLearning, to state: inout LearnedState,
    _ observations: inout [String: [Observation]]
  ) {
    for (hole, seen) in learned.observations { observations[hole, default: []] += seen }
    state.operations += learned.operations
    let counts = learned.operations.contains { operation in
      guard case .insert(let fields)? = operation.effect else { return false }
      return fields.values.contains(where: \.usesCounter)
    }
    let counter = "last" + RouteTemplates.singular(learned.resource.name).capitalizedWord
    state.collections.append(
      LearnedCollection(
        name: learned.resource.name, seeds: learned.seeds, counter: counts ? counter : nil,
        offset: learned.offset, operations: Set(learned.operations.map(\.name))))
    if counts { state.shared[counter] = .int(learned.offset) }
  }

  /// Returns calls as examples of an operation that doesn't concern a row.
  private func plain(_ calls: [Int]) -> [OperationLearning.Example] {
    calls.compactMap { index in
      let step = steps[index]
      guard let answer = step.answer else { return nil }
      let scene = LearningScene(arguments: step.arguments)
      return OperationLearning.Example(
        index: index, step: step, answer: answer, before: scene, after: scene)
    }
  }

  // MARK: - Variables

  private func resolve(
    _ state: inout LearnedState, _ others: [LearnedOperation],
    _ observations: [String: [Observation]], _ known: [String: OperationLearning]
  ) {
    var found: [String: (key: String, result: VariableSearch.Result)] = [:]
    let calls = steps.enumerated().compactMap { index, step -> VariableSearch.Call? in
      guard step.service == service, let answer = step.answer else { return nil }
      let isUsual = known[step.operation].map { $0.usual == answer.kind } ?? true
      return VariableSearch.Call(
        flow: step.flow, step: index, operation: step.operation,
        scene: LearningScene(arguments: step.arguments), isUsual: isUsual && !answer.isFailure)
    }
    // Holes with the same name in several operations may be the same variable.
    let groups = Dictionary(grouping: observations.keys) { name in
      name.hasPrefix("flag\u{0}") ? name : name.split(separator: "/").last.map(String.init) ?? name
    }
    for (_, holes) in groups.sorted(by: { $0.key < $1.key }) where !LearningBudget.isSpent {
      let sorted = holes.sorted()
      let attempts = sorted.count > 1 ? [sorted] + sorted.map { [$0] } : [sorted]
      for attempt in attempts where attempt.allSatisfy({ found[$0] == nil }) {
        if LearningBudget.isSpent { break }
        let seen = attempt.flatMap { observations[$0] ?? [] }
          .sorted { ($0.step, $0.isBefore ? 0 : 1) < ($1.step, $1.isBefore ? 0 : 1) }
        var search = VariableSearch(
          name: attempt[0], calls: calls, observations: seen,
          isOrdered: steps.allSatisfy(\.entry.isOrdered))
        guard attempt.contains(where: isNeeded), let result = search.result() else { continue }
        let key = key(of: attempt[0], result, Set(state.shared.keys).union(found.values.map(\.key)))
        for hole in attempt { found[hole] = (key, result) }
      }
    }
    apply(found, to: &state, others)
    addCredentials(to: &state, others, Set(known.filter { $0.value.credential != nil }.keys))
  }

  /// Whether no rule explains the operation that contains a hole.
  private func isNeeded(_ hole: String) -> Bool {
    hole.hasPrefix("flag\u{0}")
      ? !changing.isEmpty : changing.contains { hole.hasPrefix("\(service)\u{0}\($0)/") }
  }

  /// Names the variables, and removes operations that read a variable that wasn't found.
  private func apply(
    _ found: [String: (key: String, result: VariableSearch.Result)], to state: inout LearnedState,
    _ others: [LearnedOperation]
  ) {
    let names = found.mapValues(\.key)
    let unexplained = state.operations.filter { !$0.variables.allSatisfy { names[$0] != nil } }
    var lost = Set(unexplained.map(\.name))
    if !lost.isEmpty {
      let changing = unexplained.filter { $0.effect != nil }.map(\.name)
      // If a change isn't explained, remove all operations on the same rows.
      for collection in state.collections where !collection.operations.isDisjoint(with: changing) {
        lost.formUnion(collection.operations)
      }
      state.operations.removeAll { lost.contains($0.name) }
      state.collections.removeAll { $0.operations.isSubset(of: lost) }
      let counters = Set(state.collections.compactMap(\.counter))
      state.shared = state.shared.filter { counters.contains($0.key) }
    }
    var operations = Dictionary(
      (state.operations + others.filter { $0.variables.allSatisfy { names[$0] != nil } }).map {
        ($0.name, $0)
      }
    ) { first, _ in first }
    var kept = Set(state.operations.map(\.name))
    for (hole, variable) in found.sorted(by: { $0.key < $1.key }) {
      let readers = operations.values.filter { $0.variables.contains(hole) }.map(\.name)
      let writers = Set(variable.result.effects.keys)
      guard !readers.isEmpty, writers.isSubset(of: operations.keys) else {
        for reader in readers {
          operations[reader] = nil
          kept.remove(reader)
        }
        continue
      }
      kept.formUnion(readers)
      kept.formUnion(writers)
      state.shared[variable.key] = variable.result.initial
      for (name, effect) in variable.result.effects {
        operations[name]?.sets[variable.key] = effect
        if case .constant(let value) = effect, !value.isBool, calls(of: name) == 1 {
          operations[name]?.comments.append(
            "`state.\(variable.key)` is always set to the recorded value, because only one change was recorded."
          )
        }
      }
    }
    state.operations = kept.sorted().compactMap { operations[$0] }
    state.names = names
  }

  private func calls(of operation: String) -> Int {
    steps.count { $0.service == service && $0.operation == operation }
  }

  /// Adds the guard for missing credentials to operations that were only called with credentials.
  private func addCredentials(
    to state: inout LearnedState, _ others: [LearnedOperation], _ authorized: Set<String>
  ) {
    let flagged = state.operations.flatMap(\.guards).first { guarded in
      if case .variableIsNot(_, _, _?) = guarded.condition { true } else { false }
    }
    guard let flagged, flagged.answer.parts.values.allSatisfy({ !$0.readsState }) else { return }
    let known = Set(state.operations.map(\.name))
    state.operations += others.filter { operation in
      !known.contains(operation.name) && authorized.contains(operation.name)
        && operation.variables.isEmpty
    }
    for index in state.operations.indices {
      let operation = state.operations[index]
      guard authorized.contains(operation.name),
        !operation.guards.contains(where: { $0.condition.variable != nil })
      else { continue }
      state.operations[index].guards.insert(flagged, at: 0)
    }
    state.operations.sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  private func key(
    of hole: String, _ result: VariableSearch.Result, _ taken: Set<String>
  ) -> String {
    let isFlag = hole.hasPrefix("flag\u{0}")
    let lower = hole.lowercased()
    var name = hole.split(separator: "/").last.map(String.init) ?? "value"
    if isFlag {
      let writer =
        result.effects.sorted { $0.key < $1.key }
        .first { $0.value == .constant(.bool(true)) }?.key ?? result.effects.keys.sorted()[0]
      let isSignIn = ["401", "sign", "auth", "login", "session"].contains { lower.contains($0) }
      name = isSignIn ? "signedIn" : "\(writer.split(separator: "/").last ?? "it") done"
    } else if name == "body" {
      name = hole.split(separator: "/").dropLast(2).last.map(String.init) ?? "value"
    }
    // The part before the separator is the service.
    let plain = Resource.variable(name.split(separator: "\u{0}").last.map(String.init) ?? name)
    guard taken.contains(plain) else { return plain }
    return (2...).lazy.map { "\(plain)\($0)" }.first { !taken.contains($0) } ?? plain
  }
}
