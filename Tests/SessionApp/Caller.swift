import Foundation
import MockServices

/// Makes the calls that a test requests, each on a separate task or thread.
final class Caller: Sendable {
  private struct State {
    var tasks: [String: Task<Void, Never>] = [:]
    var observations: Set<AnyCancellable> = []
  }

  private let sequencers: any MockSequencerSource
  private let state = Locked(State())

  init(_ sequencers: any MockSequencerSource) { self.sequencers = sequencers }

  /// Performs a command such as `async Bank.balance {"account":1}`.
  func perform(_ command: String, number: String) {
    let words = command.split(separator: " ", maxSplits: 2).map(String.init)
    let rest = words.count > 2 ? words[2] : "{}"
    let target = words.count > 1 ? words[1] : ""
    switch words[0] {
    case "cancel": state.withLock { $0.tasks[target] }?.cancel()
    case "state": print(number, sequencers.sharedState[target].map { "\($0.shortText)" } ?? "none")
    case "set": sequencers.sharedState[target] = parsed(rest)
    case "observe": observe(target, number, isSlow: rest == "slowly")
    case "count":
      let (service, method) = split(target)
      print(number, "\(sequencers.sequencer(for: service).callCount(for: method))")
    case "vault": useVault(number)
    case "relaxed":
      do {
        print(number, "\(try MockVault(.relaxed, by: sequencers).size().items)")
      } catch {
        print(number, "threw \(error)")
      }
    case "replace": replace(target, with: parsed(rest), number)
    case "report":
      MockFailureHandler.report(MockFailure(severity: .report, message: rest))
      print(number, "reported")
    case "now", "voidnow": startThread { self.callNow(words[0], target, self.parsed(rest), number) }
    default:
      let task = Task { await self.call(words[0], target, self.parsed(rest), number) }
      state.withLock { $0.tasks[number] = task }
    }
  }

  private func call(
    _ way: String, _ target: String, _ arguments: AnyCodableValue, _ number: String
  ) async {
    let (service, method) = split(target)
    let sequencer = sequencers.sequencer(for: service)
    let arguments = MockArguments(arguments)
    do {
      switch way {
      case "async":
        let value = try await sequencer.answer(for: method, arguments: arguments)
        print(number, value?.shortText ?? "nothing")
      case "int":
        let value = try await sequencer.nextDecodedValue(
          for: method, arguments: arguments, as: Int.self)
        print(number, "\(value)")
      case "void":
        try await sequencer.recordVoidCall(for: method, arguments: arguments)
        print(number, "done")
      case "stream":
        let values = await sequencer.stream(
          for: method, arguments: arguments, as: AnyCodableValue.self)
        for try await value in values { print(number, value.shortText) }
        print(number, "end")
      case "burst": try await burst(sequencer, method, arguments, number)
      default: print(number, "unknown command")
      }
    } catch {
      print(number, "threw \(error)")
    }
  }

  /// Makes the requested number of calls, 64 at a time.
  ///
  /// Each sends its own number, which must be returned.
  private func burst(
    _ sequencer: MockCallSequencer, _ method: String, _ arguments: MockArguments, _ number: String
  ) async throws {
    guard case .dictionary(let members) = arguments.value, case .int(let count) = members["calls"]
    else { return print(number, "how many?") }
    let salt = members["salt"] ?? .null
    let wrong = try await withThrowingTaskGroup(of: Int.self) { group in
      for start in 0..<64 {
        group.addTask {
          var wrong = 0
          for call in stride(from: start, to: count, by: 64) {
            let echo = try await sequencer.answer(
              for: method, arguments: ["n": .int(call), "salt": salt])
            if echo != .dictionary(["n": .int(call), "salt": salt]) { wrong += 1 }
          }
          return wrong
        }
      }
      return try await group.reduce(0, +)
    }
    print(number, "burst of \(count), \(wrong) crossed")
  }

  private func callNow(
    _ way: String, _ target: String, _ arguments: AnyCodableValue, _ number: String
  ) {
    let (service, method) = split(target)
    let sequencer = sequencers.sequencer(for: service)
    do {
      if way == "now" {
        let value = try sequencer.answer(for: method, arguments: MockArguments(arguments))
        print(number, value?.shortText ?? "nothing")
      } else {
        try sequencer.recordVoidCall(for: method, arguments: MockArguments(arguments))
        print(number, "done")
      }
    } catch {
      print(number, "threw \(error)")
    }
  }

  /// Uses a macro-generated mock: its property, an error, and a typed value.
  private func useVault(_ number: String) {
    let vault = MockVault(sequencer: sequencers.sequencer(for: "Vault"))
    do {
      print(number, "\(vault.owner) \(try vault.size().items)")
      try vault.open()
    } catch {
      print(number, "threw \(error)")
    }
  }

  private func observe(_ key: String, _ number: String, isSlow: Bool) {
    guard let subject = sequencers.sharedState.subject(for: key) else {
      return print(number, "no such key")
    }
    let observation = subject.sink(
      receiveCompletion: { _ in },
      receiveValue: {
        if isSlow { Thread.sleep(forTimeInterval: 0.05) }
        self.print(number, "is \($0.shortText)")
      })
    state.withLock { _ = $0.observations.insert(observation) }
  }

  private func replace(_ target: String, with value: AnyCodableValue, _ number: String) {
    let (service, method) = split(target)
    let response = MockResponse(result: .success, value: value)
    sequencers.sequencer(for: service).replace(
      method, with: MockMethodConfig(responses: [response]))
    print(number, "replaced")
  }

  private func startThread(_ body: @escaping @Sendable () -> Void) {
    Thread { body() }.start()
  }

  private func parsed(_ text: String) -> AnyCodableValue {
    (try? JSONParser().parse(text)) ?? .string(text)
  }

  private func split(_ target: String) -> (String, String) {
    let parts = target.split(separator: ".", maxSplits: 1).map(String.init)
    return parts.count == 2 ? (parts[0], parts[1]) : (target, "")
  }

  private func print(_ number: String, _ text: String) { Output.write("\(number) \(text)") }
}
