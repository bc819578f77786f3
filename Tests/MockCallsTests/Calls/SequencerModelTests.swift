import TestSupport
import Testing

@testable import MockCalls
@testable import MockConfiguration
@testable import MockData

/// A sequencing model that is as simple as possible: it replays all earlier calls.
private struct SequencerModel {
  struct Answer: Equatable {
    var result: String
    var state: [String: AnyCodableValue]
  }

  let config: MockMethodConfig
  var history: [(rule: Int, key: AnyCodableValue)] = []
  var state: [String: AnyCodableValue] = ["a": 0, "b": 0]

  /// The patterns are plain numbers for the argument `n`, or none.
  mutating func call(n: Int, key: Int?) -> Answer {
    let patterns = config.responses.map { $0.match?.value }
    let rule = patterns.firstIndex(of: ["n": .int(n)]) ?? patterns.firstIndex(of: nil)
    guard let rule else { return Answer(result: "noMatch", state: state) }
    let list = config.responses.filter { $0.match?.value == patterns[rule] }
    let value = config.sequenceKey == nil ? AnyCodableValue.null : key.map { .int($0) } ?? .null
    let step = history.count { $0.rule == rule && $0.key == value }
    history.append((rule, value))
    var index = step
    if step >= list.count {
      switch config.effectiveExhaustBehavior {
      case .repeatLast: index = list.count - 1
      case .cycle: index = step % list.count
      case .error, .fatalError: return Answer(result: "exhausted", state: state)
      }
    }
    for (key, value) in list[index].updateSharedState ?? [:] { state[key] = value }
    return Answer(
      result: list[index].error?.code ?? list[index].value?.text ?? "nothing", state: state)
  }
}

@Suite struct SequencerModelTests {
  private func randomConfig(_ numbers: inout SeededGenerator) throws -> MockMethodConfig {
    let responses = try (0..<Int.random(in: 1...6, using: &numbers)).map { index in
      let isError = Int.random(in: 0..<4, using: &numbers) == 0
      let matches = Bool.random(using: &numbers)
      let updates = Bool.random(using: &numbers)
      return MockResponse(
        result: isError ? .error : .success, value: isError ? nil : .int(index),
        error: isError ? MockErrorPayload(code: "error\(index)", message: "x") : nil,
        delayMs: Int.random(in: 0..<3, using: &numbers) == 0 ? 10 : nil,
        updateSharedState: updates ? [Bool.random(using: &numbers) ? "a" : "b": .int(index)] : nil,
        match: matches
          ? try MatchPattern(["n": .int(Int.random(in: 0..<3, using: &numbers))]) : nil)
    }
    return MockMethodConfig(
      responses: responses,
      exhaustBehavior: ExhaustBehavior.allCases.randomElement(using: &numbers),
      sequenceKey: Bool.random(using: &numbers) ? "key.id" : nil)
  }

  @Test("Random configurations and calls produce the model's responses", arguments: 0..<200)
  func model(seed: Int) async throws {
    var numbers = SeededGenerator(state: UInt64(seed))
    let config = try randomConfig(&numbers)
    var model = SequencerModel(config: config)
    let state = MockSharedState(properties: [
      "a": SharedStateProperty(initial: 0), "b": SharedStateProperty(initial: 0),
    ])
    let log = MockCallLog()
    let sequencer = MockCallSequencer(
      methods: ["m": config], sharedState: state,
      context: MockCallContext(
        clock: .virtual(), log: log, failureHandler: MockFailureHandler { _ in }))
    for number in 1...25 {
      let n = Int.random(in: 0..<4, using: &numbers)
      let key = Int.random(in: 0..<4, using: &numbers)
      let arguments: MockArguments = [
        MockArgument(
          "n", Bool.random(using: &numbers) ? AnyCodableValue.int(n) : .double(Double(n))),
        MockArgument("key", key == 3 ? nil : ["id": key]),
      ]
      let expected = model.call(n: n, key: key == 3 ? nil : key)
      let result: String
      do {
        result = try await sequencer.answer(for: "m", arguments: arguments)?.text ?? "nothing"
      } catch let error as MockServiceError {
        result = error.code
      }
      #expect(
        SequencerModel.Answer(result: result, state: state.snapshot) == expected,
        "call \(number) of \(config)")
      #expect(log.calls().last?.state == expected.state)
      #expect(await sequencer.callCount(for: "m") == number)
    }
    #expect(log.count(of: "m") == 25)
  }
}
