internal import MockConfiguration
internal import MockData
internal import MockRecording

/// A value that couldn't be produced from its scene, with the point of the recording at which it was observed.
struct Observation {
  let step: Int
  /// Whether the value is observed before the call takes effect, because it decides which response is returned.
  let isBefore: Bool
  let value: AnyCodableValue
}

/// Learns one operation from its calls and their scenes.
struct OperationLearning {
  struct Example {
    let index: Int
    let step: LearningStep
    let answer: ResponseSample
    var before: LearningScene
    var after: LearningScene
  }

  let examples: [Example]
  /// The kind of response that calls usually get.
  let usual: String
  private(set) var operation: LearnedOperation
  /// The observed values of variables that aren't known yet.
  private(set) var observations: [String: [Observation]] = [:]
  private let isOfRow: Bool
  /// Whether the response is always the recorded one, and all calls that got it concern the same row.
  let isOfOneRow: Bool
  /// The header that all calls with the usual response have, and that other calls may not have.
  let credential: [String]?

  /// Learns the operation, or returns nil if its responses can't be distinguished.
  ///
  /// If `takesHoles` is true, a value that can't be explained may become a variable. The refusals are the error
  /// responses that several operations return for the same reason.
  init?(
    _ examples: [Example], id: Expression?, takesHoles: Bool, refusals: Set<String> = []
  ) {
    guard let first = examples.first else { return nil }
    self.examples = examples
    let kinds = Dictionary(grouping: examples) { $0.answer.kind }.values.sorted { left, right in
      let (leftFails, rightFails) = (left[0].answer.isFailure, right[0].answer.isFailure)
      if leftFails != rightFails { return rightFails }
      return left.count != right.count ? left.count > right.count : left[0].index < right[0].index
    }
    let usualExamples = kinds[0]
    usual = usualExamples[0].answer.kind
    let authorization = ["headers", "authorization"]
    credential =
      !usualExamples[0].answer.isFailure
        && usualExamples.allSatisfy({ $0.step.argument(authorization) != nil })
      ? authorization : nil
    // An operation on one of many rows can't depend on a variable that concerns the whole collection.
    isOfRow =
      id != nil || first.step.isRoute && first.step.operation.contains("{")
      || first.step.arguments.leaves().contains { ($0.last ?? "").isIDName }
    guard
      let answer = Self.answer(
        usualExamples, takesHoles: takesHoles && !isOfRow, observations: &observations)
    else { return nil }
    let scenes = usualExamples.map(\.before)
    isOfOneRow =
      answer.parts["body"] != nil
      && answer.parts.values.allSatisfy { $0.constant != nil }
      && id.map { id in Set(scenes.map(id.value)).count == 1 } ?? scenes.concernOneRow
    if id == nil, isOfOneRow || first.step.isMaking && answer.parts["body"]?.hasConstantID == true {
      return nil
    }
    operation = LearnedOperation(
      service: first.step.service, name: first.step.operation, isRoute: first.step.isRoute, id: id,
      delay: first.step.entry.response.delayMs, answer: answer)
    guard learnGuards(Array(kinds.dropFirst()), takesHoles, refusals) else { return nil }
  }

  private static func answer(
    _ examples: [Example], takesHoles: Bool, observations: inout [String: [Observation]]
  ) -> LearnedOperation.Response? {
    let first = examples[0].answer
    guard examples.allSatisfy({ $0.answer.status == first.status }) else { return nil }
    var answer = LearnedOperation.Response(status: first.status, code: first.code, parts: [:])
    for name in Set(examples.flatMap(\.answer.parts.keys)).sorted() {
      guard examples.allSatisfy({ $0.answer.parts[name] != nil }) else { return nil }
      var explanation = Explanation(
        prefix: "\(examples[0].step.key)/\(first.kind)", takesHoles: takesHoles)
      let pairs = examples.map { (scene: $0.after, value: $0.answer.parts[name]) }
      guard let part = explanation.expression(of: pairs, at: [name]) else { return nil }
      answer.parts[name] = part
      for (hole, values) in explanation.holes ?? [:] {
        observations[hole] = zip(examples, values).compactMap { example, value in
          value.map { Observation(step: example.index, isBefore: false, value: $0) }
        }
      }
    }
    return answer
  }

  /// Finds the conditions of the other responses.
  ///
  /// If a condition also holds for other responses, it is checked after theirs.
  private mutating func learnGuards(
    _ kinds: [[Example]], _ takesHoles: Bool, _ refusals: Set<String>
  ) -> Bool {
    var left = kinds
    var guards: [(condition: Condition, answer: LearnedOperation.Response)] = []
    while !left.isEmpty {
      var found: (Int, Condition, LearnedOperation.Response)?
      for (number, kind) in left.enumerated() {
        let others =
          examples.filter { $0.answer.kind == usual }
          + left.enumerated().filter { $0.offset != number }.flatMap(\.element)
        let isShared = takesHoles && refusals.contains(kind[0].answer.text)
        guard
          let condition = Condition.candidates(
            kind.map(\.before), others.map(\.before), hasRow: operation.id != nil
          ).first(where: { !isShared || !$0.isWeak }),
          let answer = Self.answer(kind, takesHoles: false, observations: &observations)
        else { continue }
        found = (number, condition, answer)
        break
      }
      if found == nil, takesHoles { found = flag(left, isOfRow ? refusals : nil) }
      guard let (number, condition, answer) = found else { return false }
      guards.append((condition, answer))
      left.remove(at: number)
    }
    // A call that isn't authorized is refused before anything else is checked.
    operation.guards =
      guards.filter { $0.condition.variable != nil }
      + guards.filter { $0.condition.variable == nil }
    return true
  }

  /// Returns the flag on which a constant response depends.
  private mutating func flag(
    _ left: [[Example]], _ refusals: Set<String>?
  ) -> (Int, Condition, LearnedOperation.Response)? {
    for (number, kind) in left.enumerated() {
      guard refusals?.contains(kind[0].answer.text) ?? true,
        let answer = Self.answer(kind, takesHoles: false, observations: &observations)
      else { continue }
      // Operations that refuse calls with the same response check the same flag.
      let name = "flag\u{0}\(operation.service)\u{0}\(kind[0].answer.text)"
      let lacking = credential.map { path in kind.filter { $0.step.argument(path) != nil } } ?? []
      observations[name] = examples.compactMap { example in
        let isRefused = example.answer.kind == kind[0].answer.kind
        // A call without the credential is refused regardless of the flag.
        if isRefused, let credential, example.step.argument(credential) == nil, !lacking.isEmpty {
          return nil
        }
        return Observation(step: example.index, isBefore: true, value: .bool(!isRefused))
      }
      return (number, .variableIsNot(name, .bool(true), orAbsent: credential), answer)
    }
    return nil
  }
}
