internal import MockData

/// What was seen of something that no scene explains, at one moment of a flow.
struct Observation {
  let step: Int
  /// Whether it is seen before the call has its effect: what decides between answers is.
  let isBefore: Bool
  let value: AnyCodableValue
}

/// Learns one operation of its calls, whose scenes are known.
struct OperationLearning {
  /// A call with what was there before it, and after it.
  struct Example {
    let index: Int
    let step: LearningStep
    let answer: LearningAnswer
    var before: LearningScene
    var after: LearningScene
  }

  let examples: [Example]
  /// The kind of answer that calls usually have.
  let usual: String
  private(set) var operation: LearnedOperation
  /// What is seen of the variables that nobody knows yet.
  private(set) var observations: [String: [Observation]] = [:]
  private let isOfRow: Bool
  /// The headers that all calls with the usual answer have, which others may lack.
  let credential: [String]?

  /// Learns it; nil where the answers cannot be told.
  ///
  /// - Parameters:
  ///   - examples: All its calls.
  ///   - id: The id of the row that it is about; nil for none.
  ///   - takesHoles: Whether what nothing explains may be a variable.
  ///   - refusals: The answers with which several operations refuse, for which there is one reason.
  init?(
    _ examples: [Example], id: Expression?, takesHoles: Bool, refusals: Set<String> = []
  ) {
    guard let first = examples.first else { return nil }
    self.examples = examples
    let kinds = Dictionary(grouping: examples) { $0.answer.kind }
    let sorted = kinds.sorted {
      let (left, right) = ($0.value, $1.value)
      let (leftFails, rightFails) = (left[0].answer.isFailure, right[0].answer.isFailure)
      if leftFails != rightFails { return rightFails }
      return left.count != right.count ? left.count > right.count : left[0].index < right[0].index
    }
    usual = sorted[0].key
    let usualExamples = sorted[0].value
    let authorization = ["headers", "authorization"]
    credential =
      !sorted[0].value[0].answer.isFailure
        && usualExamples.allSatisfy({ $0.step.argument(authorization) != nil })
      ? authorization : nil
    let prefix = "\(first.step.service)\u{0}\(first.step.operation)"
    // What is about one row of many is no variable of the whole.
    isOfRow =
      id != nil || first.step.isRoute && first.step.operation.contains("{")
      || first.step.arguments.leaves().contains { Resource.isIDName($0.last ?? "") }
    guard
      let answer = Self.answer(
        usualExamples, prefix: prefix, takesHoles: takesHoles && !isOfRow,
        observations: &observations)
    else { return nil }
    operation = LearnedOperation(
      service: first.step.service, name: first.step.operation, isRoute: first.step.isRoute, id: id,
      delay: first.step.delay, answer: answer)
    guard learnGuards(Array(sorted.dropFirst()), prefix, takesHoles, refusals) else { return nil }
  }

  private static func answer(
    _ examples: [Example], prefix: String, takesHoles: Bool,
    observations: inout [String: [Observation]]
  ) -> LearnedOperation.Answer? {
    let first = examples[0].answer
    guard examples.allSatisfy({ $0.answer.status == first.status }) else { return nil }
    var answer = LearnedOperation.Answer(status: first.status, code: first.code, parts: [:])
    for name in Set(examples.flatMap(\.answer.parts.keys)).sorted() {
      guard examples.allSatisfy({ $0.answer.parts[name] != nil }) else { return nil }
      var explanation = Explanation(prefix: "\(prefix)/\(first.kind)", takesHoles: takesHoles)
      let pairs = examples.map { (scene: $0.after, value: $0.answer.parts[name]) }
      guard let part = explanation.expression(of: pairs, at: [name]) else { return nil }
      answer.parts[name] = part
      for (hole, values) in explanation.holes ?? [:] {
        observations[hole] = zip(examples, values).compactMap { example, value in
          value.map {
            Observation(step: example.index, isBefore: false, value: $0)
          }
        }
      }
    }
    return answer
  }

  /// Finds when each of the other answers is given; one whose condition also holds for others stands behind those.
  private mutating func learnGuards(
    _ kinds: [(key: String, value: [Example])], _ prefix: String, _ takesHoles: Bool,
    _ refusals: Set<String>
  ) -> Bool {
    var left = kinds.map(\.value)
    var guards: [(condition: Condition, answer: LearnedOperation.Answer)] = []
    while !left.isEmpty {
      var found: (Int, Condition, LearnedOperation.Answer)?
      for (number, kind) in left.enumerated() {
        let others =
          examples.filter { $0.answer.kind == usual }
          + left.enumerated().filter { $0.offset != number }.flatMap(\.element)
        let isShared = takesHoles && refusals.contains(kind[0].answer.text)
        guard
          let condition = Condition.candidates(
            kind.map(\.before), others.map(\.before), hasRow: operation.id != nil
          ).first(where: { !isShared || !$0.isWeak }),
          let answer = Self.answer(
            kind, prefix: prefix, takesHoles: false, observations: &observations)
        else { continue }
        found = (number, condition, answer)
        break
      }
      if found == nil, takesHoles { found = flag(left, prefix, isOfRow ? refusals : nil) }
      guard let (number, condition, answer) = found else { return false }
      guards.append((condition, answer))
      left.remove(at: number)
    }
    // Who may not ask at all is told so first.
    operation.guards =
      guards.filter { $0.condition.variable != nil }
      + guards.filter { $0.condition.variable == nil }
    return true
  }

  /// A flag that decides about an answer which is always the same.
  private mutating func flag(
    _ left: [[Example]], _ prefix: String, _ refusals: Set<String>?
  ) -> (Int, Condition, LearnedOperation.Answer)? {
    for (number, kind) in left.enumerated() {
      guard refusals?.contains(kind[0].answer.text) ?? true,
        let answer = Self.answer(
          kind, prefix: prefix, takesHoles: false, observations: &observations)
      else { continue }
      // Operations that refuse with the same words ask for the same.
      let name = "flag\u{0}\(operation.service)\u{0}\(kind[0].answer.text)"
      let lacking = credential.map { path in kind.filter { $0.step.argument(path) != nil } } ?? []
      observations[name] = examples.compactMap { example in
        let isRefused = example.answer.kind == kind[0].answer.kind
        // Who sends no credential is refused whatever the flag says.
        if isRefused, let credential, example.step.argument(credential) == nil, !lacking.isEmpty {
          return nil
        }
        return Observation(
          step: example.index, isBefore: true, value: .bool(!isRefused))
      }
      return (number, .variableIsNot(name, .bool(true), orAbsent: credential), answer)
    }
    return nil
  }
}
