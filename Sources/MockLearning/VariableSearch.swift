internal import MockData
internal import MockRecording

/// Finds the smallest set of operations whose effects explain all observed values of a variable.
struct VariableSearch {
  /// A call that can set a variable.
  struct Call {
    let flow: Int
    let step: Int
    let operation: String
    let scene: LearningScene
    /// Whether the call got its usual response.
    ///
    /// A call that was refused doesn't change anything.
    let isUsual: Bool
  }

  struct Result {
    var initial: AnyCodableValue
    /// The effects, by operation, which can read the variable itself by its name.
    var effects: [String: Expression]
  }

  let name: String
  let calls: [Call]
  let observations: [Observation]
  /// Whether the order of the calls is the recorded one, rather than one that fits.
  let isOrdered: Bool

  /// The maximum number of operations to consider.
  ///
  /// Those whose paths have the most in common with the variable come first.
  private static let writerLimit = 10
  /// The maximum number of combinations to try for one variable.
  private static let attemptLimit = 5000
  private var attempts = 0

  init(name: String, calls: [Call], observations: [Observation], isOrdered: Bool) {
    (self.name, self.calls, self.observations) = (name, calls, observations)
    self.isOrdered = isOrdered
  }

  mutating func result() -> Result? {
    let values = Array(Set(observations.map(\.value))).sorted { "\($0)" < "\($1)" }
    guard observations.count > 1 || values.count > 1 else { return nil }
    var writers: [(String, [Expression])] = []
    let operations = Set(calls.filter(\.isUsual).map(\.operation)).sorted()
      .map { (name: $0, kinship: kinship($0)) }.sorted { $0.kinship > $1.kinship }
    for (operation, _) in operations
    where !operation.hasPrefix("GET ") && !operation.hasPrefix("HEAD ") {
      guard writers.count < Self.writerLimit, !LearningBudget.isSpent else { break }
      let effects = effects(of: operation, values)
      if !effects.isEmpty { writers.append((operation, effects)) }
    }
    guard let changes = changes(by: writers.map(\.0)) else { return nil }
    for count in 1...3 {
      for chosen in Self.subsets(of: writers.count, count)
      where changes.allSatisfy({ change in chosen.contains { change.contains($0) } }) {
        if let result = search(chosen.map { writers[$0] }, values, [:]) { return result }
        if attempts >= Self.attemptLimit || LearningBudget.isSpent { return nil }
      }
    }
    return nil
  }

  /// Returns the number of path components, or of words in the name, that an operation has in common with the variable.
  private func kinship(_ operation: String) -> Int {
    let own = name.split { "/ \u{0}".contains($0) }
    return operation.split { "/ ".contains($0) }.count { own.contains($0) }
  }

  /// Returns, for each change in the value, the indices of the operations that were called before it, since the last
  /// observation.
  ///
  /// If no operation was called before a change, returns nil.
  private func changes(by writers: [String]) -> [Set<Int>]? {
    var changes: Set<Set<Int>> = []
    var first = 0
    for (old, new) in zip(observations, observations.dropFirst()) where old.value != new.value {
      while first < calls.count, calls[first].step < old.step { first += 1 }
      var meanwhile: Set<Int> = []
      var isSameFlow = true
      for call in calls[first...] {
        guard call.step <= new.step else { break }
        isSameFlow = isSameFlow && call.flow == calls[first].flow
        if call.isUsual, let number = writers.firstIndex(of: call.operation) {
          meanwhile.insert(number)
        }
      }
      // Each recording starts with the initial value in the script.
      guard isSameFlow else { continue }
      if meanwhile.isEmpty { return nil }
      changes.insert(meanwhile)
    }
    return Array(changes)
  }

  private static func subsets(of count: Int, _ size: Int, from start: Int = 0) -> [[Int]] {
    if size == 0 { return [[]] }
    guard start < count else { return [] }
    return (start..<count).flatMap { first in
      subsets(of: count, size - 1, from: first + 1).map { [first] + $0 }
    }
  }

  private mutating func search(
    _ left: [(String, [Expression])], _ values: [AnyCodableValue], _ effects: [String: Expression]
  ) -> Result? {
    guard let (operation, candidates) = left.first else {
      for initial in initials(values) {
        attempts += 1
        if explains(initial, effects) { return Result(initial: initial, effects: effects) }
      }
      return nil
    }
    for candidate in candidates {
      if attempts >= Self.attemptLimit || LearningBudget.isSpent { return nil }
      var effects = effects
      effects[operation] = candidate
      if let result = search(Array(left.dropFirst()), values, effects) { return result }
    }
    return nil
  }

  /// Returns the effects that an operation can have, most natural first.
  ///
  /// One call shows only the new value, and not its dependence on the old one.
  private func effects(of operation: String, _ values: [AnyCodableValue]) -> [Expression] {
    let scenes = calls.filter { $0.operation == operation && $0.isUsual }.map(\.scene)
    let leaves = scenes.argumentPaths.filter { !$0.isEmpty }
      .sorted { $0.joined(separator: ".") < $1.joined(separator: ".") }
    // A change that was recorded for one row says nothing about other rows.
    guard !scenes.concernOneRow else { return [] }
    let isRepeated = scenes.count > 1
    if values.allSatisfy(\.isBool) {
      let flags: [Expression] = [.constant(.bool(true)), .constant(.bool(false))]
      return flags + (isRepeated ? [.negated(.variable(name))] : [])
        + given(leaves, scenes, values, isRepeated)
    }
    let isNumber = values.allSatisfy { $0.integer != nil }
    var effects = given(leaves, scenes, values, isRepeated)
    if isNumber, isRepeated {
      for path in leaves where scenes.allSatisfy({ $0.arguments.member(path)?.integer != nil }) {
        effects.append(.sum(.variable(name), .argument(path)))
        effects.append(.difference(.variable(name), .argument(path)))
      }
    }
    // In an order that only fits, any call could have come before a change.
    guard isOrdered else { return effects }
    var steps: [Expression] = []
    if isNumber, isRepeated {
      let seen = observations.map { $0.value.integer ?? 0 }
      var sizes: Set<Int> = [1, -1]
      for (left, right) in zip(seen, seen.dropFirst()) where left != right {
        if let size = right.difference(from: left) { sizes.insert(size) }
      }
      steps = sizes.sorted(by: { (abs($0), -$0) < (abs($1), -$1) }).prefix(6)
        .map { .variable(name).adding($0) }
    }
    return effects + steps.prefix(2) + values.prefix(6).map { .constant($0) } + steps.dropFirst(2)
  }

  /// Returns the arguments that can be the new value.
  private func given(
    _ leaves: [[String]], _ scenes: [LearningScene], _ values: [AnyCodableValue],
    _ isRepeated: Bool
  ) -> [Expression] {
    let field = name.split { "/\u{0}".contains($0) }.last.map(String.init) ?? name
    return leaves.filter { path in
      let known = scenes.compactMap { $0.arguments.member(path) }.filter(values.contains)
      return !known.isEmpty
        && (isRepeated || Explanation.isSame(path.last ?? "", field)
          || known.contains(where: Explanation.isSpecific))
    }.map { .argument($0) }
  }

  private func initials(_ values: [AnyCodableValue]) -> [AnyCodableValue] {
    if values.allSatisfy(\.isBool) {
      return [.bool(false), .bool(true)]
    }
    guard values.allSatisfy({ $0.integer != nil }), let first = observations.first?.value.integer
    else {
      return Array(values.prefix(6)) + [.null]
    }
    // The first observed value may already include a change.
    return [.int(first), .int(0), .int(first &- 1), .int(first &+ 1)] + values.prefix(6)
  }

  private func explains(_ initial: AnyCodableValue, _ effects: [String: Expression]) -> Bool {
    var value = initial
    var flow = -1
    var rest = observations[...]
    for call in calls {
      if call.flow != flow { (flow, value) = (call.flow, initial) }
      while let next = rest.first, next.step == call.step, next.isBefore {
        guard next.value == value else { return false }
        rest = rest.dropFirst()
      }
      if call.isUsual, let effect = effects[call.operation] {
        var scene = call.scene
        scene.variables[name] = value
        guard let new = effect.value(in: scene) else {
          // If the argument is absent, nothing changes.
          if case .argument = effect { continue }
          return false
        }
        value = new
      }
      while let next = rest.first, next.step == call.step {
        guard next.value == value else { return false }
        rest = rest.dropFirst()
      }
    }
    return rest.isEmpty
  }
}
