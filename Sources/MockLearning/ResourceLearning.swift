internal import MockData
internal import MockRecording

/// Learns a collection: which calls create, change, and remove rows, and how the other calls read them.
///
/// ```
///   records in responses  ->  roles of operations  ->  rows before and after each call  ->  functions
/// ```
struct ResourceLearning {
  typealias Row = [String: AnyCodableValue]

  enum Role { case read, insert, update, remove, clear }

  let resource: Resource
  /// All calls of all recordings, in order.
  let steps: [LearningStep]
  /// The indices of the resource's calls.
  let own: [Int]
  var roles: [String: Role] = [:]
  var ids: [String: Expression] = [:]
  /// The initial rows.
  private(set) var seeds: [Row] = []
  /// The difference between an ID and the number of created rows.
  private(set) var offset = 0
  private(set) var learned: [OperationLearning] = []
  private(set) var operations: [LearnedOperation] = []
  private(set) var observations: [String: [Observation]] = [:]
  var examples: [String: [OperationLearning.Example]] = [:]
  /// The records of each call, and the same records by their IDs.
  private let shown: [Int: (rows: [Row], byID: [AnyCodableValue: Row])]

  /// Learns the collection, or returns nil if a change of its rows can't be explained.
  init?(
    _ resource: Resource, _ steps: [LearningStep], takesHoles: Bool, refusals: Set<String> = []
  ) {
    (self.resource, self.steps) = (resource, steps)
    own = steps.indices.filter {
      steps[$0].service == resource.service && resource.operations.contains(steps[$0].operation)
    }
    shown = Dictionary(
      uniqueKeysWithValues: own.map { index in
        let rows = steps[index].records
        let byID = rows.reduce(into: [AnyCodableValue: Row]()) { byID, row in
          if let id = row["id"] { byID[id] = (byID[id] ?? [:]).merging(row) { own, _ in own } }
        }
        return (index, (rows, byID))
      })
    // A call whose response can't be read may have changed anything.
    for index in own where steps[index].answer == nil { return nil }
    guard findIDs(), findRoles(), simulate(), learn(takesHoles, refusals) else { return nil }
  }

  func answer(_ index: Int) -> ResponseSample { steps[index].answer ?? ResponseSample() }

  func calls(of operation: String) -> [Int] {
    own.filter { steps[$0].operation == operation }
  }

  /// The earlier calls of the same recording.
  func calls(before index: Int) -> LazyFilterSequence<[Int]> {
    own.lazy.filter { $0 < index && steps[$0].flow == steps[index].flow }
  }

  /// The later calls of the same recording.
  func calls(after index: Int) -> LazyFilterSequence<[Int]> {
    own.lazy.filter { $0 > index && steps[$0].flow == steps[index].flow }
  }

  var names: [String] { Set(own.map { steps[$0].operation }).sorted() }

  func records(_ index: Int) -> [Row] { shown[index]?.rows ?? [] }

  // MARK: - Roles

  mutating func findIDs() -> Bool {
    let known = Set(own.flatMap { records($0).compactMap { $0["id"] } })
    let isNumber = !known.isEmpty && known.allSatisfy { $0.integer != nil }
    for name in names {
      let calls = calls(of: name)
      let leaves = Set(calls.flatMap { steps[$0].arguments.leaves() })
        .filter { path in
          guard let last = path.last, last.isIDName else { return false }
          return !steps[calls[0]].isRoute || path[0] == "path" || path == ["query", "id"]
        }
        .sorted { ($0.count, $0.joined()) < ($1.count, $1.joined()) }
      for path in leaves {
        let isText = calls.contains {
          if case .string? = steps[$0].argument(path) { true } else { false }
        }
        let id = isNumber && isText ? Expression.number(path) : .argument(path)
        let values = calls.filter { !answer($0).isFailure }.map {
          id.value(in: LearningScene(arguments: steps[$0].arguments))
        }
        let isOfRoute = steps[calls[0]].isRoute && path[0] == "path"
        guard isOfRoute || values.contains(where: { $0.map(known.contains) ?? false }) else {
          continue
        }
        ids[name] = id
        break
      }
    }
    return !known.isEmpty
  }

  func id(_ index: Int) -> AnyCodableValue? {
    ids[steps[index].operation]?.value(in: LearningScene(arguments: steps[index].arguments))
  }

  mutating func findRoles() -> Bool {
    for name in names {
      if LearningBudget.isSpent { return false }
      let calls = calls(of: name).filter { !answer($0).isFailure }
      roles[name] =
        steps[self.calls(of: name)[0]].isRoute ? routeRole(name, calls) : methodRole(name, calls)
    }
    return true
  }

  // MARK: - Rows

  /// Returns the ID of the row that a call created, according to its own response or to a later list.
  func madeID(_ index: Int, besides known: Set<AnyCodableValue>) -> AnyCodableValue? {
    if let id = id(index), !known.contains(id), records(index).isEmpty { return id }
    if let id = records(index).first?["id"] { return id }
    if let body = answer(index).body, body.word != nil,
      calls(after: index).contains(where: { records($0).contains { $0["id"] == body } })
    {
      return body
    }
    for later in calls(after: index) {
      let new = records(later).filter { row in row["id"].map { !known.contains($0) } ?? false }
      if let row = new.first { return row["id"] }
      if Records.hasList(answer(later).body), !answer(later).isFailure { return nil }
    }
    return nil
  }

  /// Returns a row as of a call: its fields in the call's response and in later responses, until the next write.
  func version(of id: AnyCodableValue, from index: Int, writes: [Int]) -> Row? {
    var row = shown[index]?.byID[id]
    for later in calls(after: index) {
      if writes.contains(later), self.id(later) == id { break }
      if let record = shown[later]?.byID[id] {
        row = (row ?? [:]).merging(record) { own, _ in own }
      }
    }
    return row
  }

  mutating func simulate() -> Bool {
    let writes = own.filter { roles[steps[$0].operation] != .read && !answer($0).isFailure }
    // Collect the rows that existed before any row was created.
    var inserted: [Int: AnyCodableValue] = [:]
    var seedIDs: [AnyCodableValue] = []
    var versions: [AnyCodableValue: Row] = [:]
    for flow in Set(own.map { steps[$0].flow }).sorted() {
      var known: Set<AnyCodableValue> = []
      for index in own where steps[index].flow == flow {
        if LearningBudget.isSpent { return false }
        if roles[steps[index].operation] == .insert, !answer(index).isFailure {
          guard let id = madeID(index, besides: known) else { return false }
          inserted[index] = id
          known.insert(id)
        }
        for record in records(index) {
          guard let id = record["id"], known.insert(id).inserted else { continue }
          if versions[id] == nil { seedIDs.append(id) }
          let row = version(of: id, from: index, writes: writes) ?? record
          versions[id] = (versions[id] ?? [:]).merging(row) { own, _ in own }
        }
      }
    }
    let fresh = Set(inserted.values)
    var order = Self.ordered(seedIDs.filter { !fresh.contains($0) }, lists)
    // If created rows come before existing rows in lists, the newest row comes first.
    let isReversed = lists.contains { list in
      guard let made = list.lastIndex(where: fresh.contains),
        let seed = list.firstIndex(where: order.contains)
      else { return false }
      return made < seed
    }
    if isReversed { order.reverse() }
    seeds = order.compactMap { versions[$0] }
    // If one recording creates a row that another recording starts with, they have different initial states.
    guard !seedIDs.contains(where: { fresh.contains($0) }) else { return false }

    var (rows, count, flow): ([Row], Int, Int) = ([], 0, -1)
    for index in own {
      let step = steps[index]
      if step.flow != flow { (rows, count, flow) = (seeds, 0, step.flow) }
      let place = id(index).flatMap { id in rows.firstIndex { $0["id"] == id } }
      let before = LearningScene(
        arguments: step.arguments, row: place.map { rows[$0] }, rows: rows, generatedCount: count)
      var row = before.row
      if !answer(index).isFailure {
        switch roles[step.operation] {
        case .insert:
          guard let id = inserted[index] else { return false }
          row = version(of: id, from: index, writes: writes) ?? ["id": id]
          rows.append(row ?? [:])
          count += 1
        case .update:
          guard let place, let id = id(index) else { break }
          if let new = version(of: id, from: index, writes: writes) {
            rows[place].merge(new) { $1 }
          }
          row = rows[place]
        case .remove: if let place { rows.remove(at: place) }
        case .clear: rows = []
        case .read, nil: break
        }
      }
      let after = LearningScene(
        arguments: step.arguments, row: row, rows: rows, generatedCount: count)
      examples[step.operation, default: []].append(
        OperationLearning.Example(
          index: index, step: step, answer: answer(index), before: before, after: after))
    }
    return true
  }

  /// The IDs in each recorded list.
  var lists: [[AnyCodableValue]] {
    own.filter { Records.hasList(answer($0).body) && !answer($0).isFailure }
      .map { records($0).compactMap { $0["id"] } }.sorted { $0.count > $1.count }
  }

  // MARK: - Functions

  mutating func learn(_ takesHoles: Bool, _ refusals: Set<String>) -> Bool {
    for name in names {
      if LearningBudget.isSpent { return false }
      guard let examples = examples[name] else { continue }
      let role = roles[name] ?? .read
      let learning = OperationLearning(
        examples, id: role == .insert ? nil : ids[name], takesHoles: takesHoles, refusals: refusals)
      guard let learning else {
        if role == .read { continue }
        return false
      }
      var operation = learning.operation
      let usual = examples.filter { $0.answer.kind == learning.usual && !$0.answer.isFailure }
      if usual.isEmpty, role == .read, learning.observations.isEmpty, operation.id == nil {
        continue
      }
      if usual.isEmpty, role == .read, operation.isRoute, operation.id != nil,
        examples.allSatisfy({ $0.before.row == nil })
      {
        operation.guards.append((.noRow, operation.answer))
        operation.answer = LearnedOperation.Response(parts: ["body": .row])
        operation.comments = ["No response with a row was recorded, so the row is a guess."]
      }
      if !usual.isEmpty {
        switch role {
        case .read: break
        case .insert:
          guard let fields = inserted(usual) else { return false }
          operation.effect = .insert(fields)
          if operation.isRoute, usual.allSatisfy({ !$0.step.entry.isOrdered && $0.step.lacksBody })
          {
            operation.comments += [
              "The recording doesn't have the bodies of the requests, so the fields don't depend on them."
            ]
          }
        case .update:
          guard let (effect, unexplained) = update(usual) else { return false }
          operation.effect = effect
          if !unexplained.isEmpty {
            let names = unexplained.map { "`\($0.escaped)`" }.joined(separator: ", ")
            operation.comments += [
              "The new value of \(names) is always the recorded one, because it changed only once."
            ]
          }
        case .remove: operation.effect = .remove
        case .clear: operation.effect = .clear
        }
      }
      if learning.isOfOneRow, !usual.isEmpty {
        // The response to one row says nothing about other rows.
        if role == .read { continue }
        operation.comments += ["Only one row's response was recorded, so every row gets it."]
      }
      if role == .read, !operation.hasState { continue }
      learned.append(learning)
      operations.append(operation)
      for (hole, seen) in learning.observations { observations[hole, default: []] += seen }
    }
    addMissing()
    return !operations.isEmpty
  }

  /// Adds the response for a missing row, if other operations have one.
  mutating func addMissing() {
    let known = operations.flatMap(\.guards).first { $0.condition == .noRow }?.answer
    for index in operations.indices where operations[index].id != nil {
      let operation = operations[index]
      guard !operation.guards.contains(where: { $0.condition == .noRow }) else { continue }
      let examples = examples[operation.name] ?? []
      // Skip an operation that returned its usual response although there was no row.
      guard !examples.contains(where: { $0.before.row == nil && !$0.answer.isFailure }) else {
        continue
      }
      let isConstant = known?.parts.values.allSatisfy { $0.constant != nil }
      let missing: LearnedOperation.Response
      if let known, operation.isRoute || isConstant == true {
        missing = known
      } else if operation.isRoute {
        missing = LearnedOperation.Response(status: 404, code: nil, parts: [:])
      } else {
        missing = LearnedOperation.Response(
          status: nil, code: "notFound", parts: ["message": .constant(.string("notFound"))])
      }
      let flags = operation.guards.prefix { $0.condition.variable != nil }.count
      operations[index].guards.insert((.noRow, missing), at: flags)
    }
  }

  mutating func inserted(_ examples: [OperationLearning.Example]) -> [String: Expression]? {
    var fields: [String: Expression] = [:]
    let names = Set(examples.flatMap { $0.after.row?.keys.map { $0 } ?? [] }).sorted()
    for name in names {
      let pairs = examples.map { example in
        var scene = example.before
        (scene.row, scene.generatedCount) = (nil, example.after.generatedCount)
        return (scene: scene, value: example.after.row?[name])
      }
      var explanation = Explanation(prefix: "", takesHoles: false)
      let field =
        name == "id"
        ? freshID(pairs)
        : explanation.expression(of: pairs, at: [name])
          ?? Self.recorded(pairs).flatMap { $0.isOfItsOwn ? $0 : nil }
      guard let field else { return nil }
      fields[name] = field
    }
    return fields
  }

  mutating func freshID(_ pairs: [Explanation.Example]) -> Expression? {
    let given = Set(pairs.flatMap { $0.scene.arguments.leaves() }).filter {
      ($0.last ?? "").isIDName
    }
    for path in given.sorted(by: { $0.count < $1.count }) {
      for expression in [Expression.argument(path), .number(path)]
      where pairs.allSatisfy({ expression.value(in: $0.scene) == $0.value }) { return expression }
    }
    guard let first = pairs[0].value?.word else { return nil }
    let prefix = String(
      first.prefix(first.count - first.reversed().prefix { $0.isNumber && $0.isASCII }.count))
    let seedNumbers = seeds.compactMap { seed in
      seed["id"]?.word.flatMap { $0.hasPrefix(prefix) ? Int($0.dropFirst(prefix.count)) : nil }
    }
    if let number = Int(first.dropFirst(prefix.count)), number < 1 << 40,
      seedNumbers.allSatisfy({ $0 < number })
    {
      let offset = number - pairs[0].scene.generatedCount
      let expression = Expression.generated(prefix: prefix, offset: offset)
      if pairs.allSatisfy({ expression.value(in: $0.scene) == $0.value }),
        pairs.count > 1 || pairs[0].value?.integer != nil || !prefix.isEmpty
      {
        self.offset = offset
        return expression
      }
    }
    return recordedID(pairs)
  }

  /// Returns the recorded IDs, followed by IDs that no row has.
  private func recordedID(_ pairs: [Explanation.Example]) -> Expression? {
    let ids = (seeds + own.flatMap(records)).compactMap { $0["id"] }
    let numbers = ids.compactMap(\.integer)
    let isNumber = !ids.isEmpty && numbers.count == ids.count
    let last = numbers.max() ?? 0
    guard !isNumber || last < 1 << 53 else { return nil }
    let fresh = isNumber ? Expression.Fresh.number(after: last) : .uuid
    switch Self.recorded(pairs) {
    case .recorded(var list, _)?:
      // Another call created the rows in between.
      let counts = Set(pairs.map(\.scene.generatedCount))
      for index in list.indices where !counts.contains(index + 1) {
        guard isNumber else { return nil }
        list[index] = .int(last + index + 1)
      }
      return .recorded(list, fresh)
    case .recordedBy(let path, let values, _)?: return .recordedBy(path, values, fresh)
    default: return nil
    }
  }

  /// Returns the change of a row, and the fields whose new value is the recorded one because they changed only once.
  ///
  /// If nothing changed, the effect is nil.
  func update(
    _ examples: [OperationLearning.Example]
  ) -> (effect: LearnedOperation.Effect?, unexplained: [String])? {
    let pairs = examples.compactMap { example -> (scene: LearningScene, new: Row)? in
      guard example.before.row != nil, let new = example.after.row else { return nil }
      return (example.before, new)
    }
    guard !pairs.isEmpty else { return nil }
    let body = ["body"]
    let merges = pairs.allSatisfy { pair in
      guard let given = pair.scene.arguments.member(body)?.members else { return false }
      return (pair.scene.row ?? [:]).merging(given) { $1 } == pair.new
    }
    if merges { return (.merge(body), []) }
    var fields: [String: Expression] = [:]
    var unexplained: [String] = []
    for name in Set(pairs.flatMap(\.new.keys)).sorted() {
      let changes = pairs.count { $0.scene.row?[name] != $0.new[name] }
      guard changes > 0 else { continue }
      guard let field = Self.updated(name, pairs) else { return nil }
      if changes == 1, case .constant = field { unexplained.append(name) }
      fields[name] = field
    }
    return (fields.isEmpty ? nil : .update(fields), unexplained)
  }
}
