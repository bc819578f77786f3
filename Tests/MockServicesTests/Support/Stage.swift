import MockLua
import MockServices

/// A running script with a clock at full speed.
struct Stage {
  let runtime: ScenarioRuntime

  init(_ script: String) throws {
    runtime = try ScenarioRuntime(source: script, name: "stage.lua", clock: .virtual())
  }

  subscript(service: String) -> MockCallSequencer { runtime.sequencer(for: service) }

  func state(_ key: String) -> AnyCodableValue? { runtime.sharedState[key] }

  /// Returns the arguments of a method's only call.
  func arguments(of method: String) -> AnyCodableValue? {
    runtime.log.calls(method).first?.arguments
  }
}

extension AsyncSequence {
  /// Returns all values.
  func collected() async throws -> [Element] {
    var values: [Element] = []
    for try await value in self { values.append(value) }
    return values
  }
}

/// A list that several tasks write to.
final class Notes: Sendable {
  private let state = MockSharedState(properties: ["lines": SharedStateProperty(initial: [])])

  func add(_ line: String) {
    state.applyUpdates(["lines": .array(lines.map { .string($0) } + [.string(line)])])
  }

  var lines: [String] {
    guard case .array(let values)? = state["lines"] else { return [] }
    return values.compactMap { if case .string(let text) = $0 { text } else { nil } }
  }

  /// A handler that records failures instead of stopping.
  var handler: MockFailureHandler {
    MockFailureHandler { [self] in add("\($0.severity): \($0.message)") }
  }
}
