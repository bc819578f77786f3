import MockCalls
import MockConfiguration
import MockData
import TestSupport

/// A configuration whose services share a state, log, clock, and gates, as in a runtime.
struct Scene: Sendable {
  let state: MockSharedState
  let log = MockCallLog()
  let clock: MockClock
  let gates = MockGates()
  let sequencers: [String: MockCallSequencer]

  init(
    _ json: String, clock: MockClock = .virtual(manual: true),
    responder: (any MockResponder)? = nil, places: [String: [String: [Int: ScriptLocation]]] = [:],
    failureHandler: MockFailureHandler? = nil, seed: UInt64 = 0
  ) throws {
    let configuration = try MockServiceConfiguration(json: json)
    self.clock = clock
    state = MockSharedState(properties: configuration.sharedState ?? [:])
    let context = MockCallContext(
      clock: clock, log: log, gates: gates, seed: seed, failureHandler: failureHandler,
      responder: responder)
    var sequencers: [String: MockCallSequencer] = [:]
    for (name, entry) in configuration.services {
      sequencers[name] = MockCallSequencer(
        entry: entry, sharedState: state, service: name, context: context,
        places: places[name] ?? [:])
    }
    self.sequencers = sequencers
  }

  /// Creates a service `S` with one method `m` that has the given responses, and the shared keys `a` and `b`.
  init(
    responses: String, options: String = "", clock: MockClock = .virtual(manual: true),
    responder: (any MockResponder)? = nil, places: [Int: ScriptLocation] = [:],
    failureHandler: MockFailureHandler? = nil
  ) throws {
    try self.init(
      """
      {"sharedState": {"a": {"initial": 0}, "b": {"initial": 0}},
       "services": {"S": {"methods": {"m": {"responses": [\(responses)]\(options)}}}}}
      """,
      clock: clock, responder: responder, places: ["S": ["m": places]],
      failureHandler: failureHandler)
  }

  subscript(service: String) -> MockCallSequencer {
    sequencers[service] ?? MockCallSequencer(methods: [:], service: service)
  }

  var service: MockCallSequencer { self["S"] }

  /// Returns the response of `S.m`, or the code of its error.
  func call(_ arguments: MockArguments = .none) async -> String {
    do {
      return try await service.answer(for: "m", arguments: arguments)?.text ?? "nothing"
    } catch let error as MockServiceError {
      return error.code
    } catch {
      return "\(type(of: error))"
    }
  }
}

/// A list that several tasks write to.
actor Diary {
  private(set) var lines: [String] = []

  func write(_ line: String) {
    lines.append(line)
  }
}
