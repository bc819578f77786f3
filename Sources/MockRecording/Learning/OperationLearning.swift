internal import MockData

/// What was seen of something that no scene explains, at one moment of a flow.
struct Observation {
  let flow: Int
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
  /// The headers that all calls with the usual answer have, which others may lack.
  let credential: [String]?

  /// Learns it; nil where the answers cannot be told.
  ///
  /// - Parameters:
  ///   - examples: All its calls.
  ///   - id: The id of the row that it is about; nil for none.
  ///   - takesHoles: Whether what nothing explains may be a variable.
  init?(_ examples: [Example], id: Expression?, takesHoles: Bool) {
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
        && usualExamples.allSatisfy({ $0.step.argument(authorization) != nil }) ? authorization : nil
    let prefix = "\(first.step.service)\u{0}\(first.step.operation)"
    guard
      let answer = Self.answer(
        usualExamples, prefix: prefix, takesHoles: takesHoles, observations: &observations)
    else { return nil }
    operation = LearnedOperation(
      service: first.step.service, name: first.step.operation, isRoute: first.step.isRoute, id: id,
      answer: answer)
    guard learnGuards(Array(sorted.dropFirst()), usualExamples, prefix, takesHoles) else { return nil }
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
            Observation(flow: example.step.flow, step: example.index, isBefore: false, value: $0)
          }
        }
      }
    }
    return answer
  }

  /// Finds when each of the other answers is given; one whose condition also holds for others stands behind those.
  private mutating func learnGuards(
    _ kinds: [(key: String, value: [Example])], _ usual: [Example], _ prefix: String,
    _ takesHoles: Bool
  ) -> Bool {
    var left = kinds
    var guards: [(Condition, LearnedOperation.Answer)] = []
    while !left.isEmpty {
      var found: (Int, Condition, LearnedOperation.Answer)?
      for (number, kind) in left.enumerated() {
        let others = usual + left.enumerated().filter { $0.offset != number }.flatMap(\.element.value)
        guard
          let condition = Condition.candidates(
            kind.value.map(\.before), others.map(\.before), hasRow: operation.id != nil
          ).first,
          let answer = Self.answer(
            kind.value, prefix: prefix, takesHoles: false, observations: &observations)
        else { continue }
        found = (number, condition, answer)
        break
      }
      if found == nil, takesHoles { found = flag(left, usual, prefix) }
      guard let (number, condition, answer) = found else { return false }
      guards.append((condition, answer))
      left.remove(at: number)
    }
    operation.guards = guards
    return true
  }

  /// A flag that decides about an answer which is always the same.
  private mutating func flag(
    _ left: [(key: String, value: [Example])], _ usual: [Example], _ prefix: String
  ) -> (Int, Condition, LearnedOperation.Answer)? {
    for (number, kind) in left.enumerated() {
      guard
        let answer = Self.answer(
          kind.value, prefix: prefix, takesHoles: false, observations: &observations)
      else { continue }
      // Operations that refuse with the same words ask for the same.
      let name = "flag\u{0}\(operation.service)\u{0}\(kind.key) \(answer.parts.values.map { "\($0)" }.sorted())"
      let others = usual + left.enumerated().filter { $0.offset != number }.flatMap(\.element.value)
      observations[name, default: []] += (kind.value.map { ($0, false) } + others.map { ($0, true) })
        .sorted { $0.0.index < $1.0.index }
        .compactMap { example, isUsual in
          // Who sends no credential is refused whatever the flag says.
          if !isUsual, let credential, example.step.argument(credential) == nil,
            left[number].value.contains(where: { $0.step.argument(credential) != nil })
          { return nil }
          return Observation(
            flow: example.step.flow, step: example.index, isBefore: true, value: .bool(isUsual))
        }
      return (number, .variableIsNot(name, .bool(true), orAbsent: credential), answer)
    }
    return nil
  }
}
