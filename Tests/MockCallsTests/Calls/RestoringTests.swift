import MockCalls
import MockConfiguration
import TestSupport
import Testing

@Suite("Services restarted during a call")
struct RestoringTests {
  @Test(
    "A call that hasn't started waiting is cancelled like a waiting one", .timeLimit(.minutes(30)),
    arguments: [
      #"{"result": "success", "value": 1, "gate": "g"}"#,
      #"{"result": "success", "value": 1, "delayMs": 5}"#,
      #"{"result": "success", "value": 1, "gate": "g", "delayMs": 5}"#,
    ])
  func aboutToWait(response: String) async throws {
    let scene = try Scene(responses: response)
    await #expect(throws: CancellationError.self) {
      let restore: @Sendable () throws -> Void = { try scene.restore(response) }
      try await InterruptedNumber.$interruption.withValue(Interruption(restore)) {
        _ = try await scene.service.nextDecodedValue(for: "m", as: InterruptedNumber.self)
      }
    }
    #expect(scene.gates.waiting(at: "g") == 0)
    #expect(scene.clock.sleeping(limit: 1).isEmpty)
    #expect(scene.clock.isIdle)
    #expect(scene.log.count == 0)
  }

  @Test(
    "A stream without waits finishes",
    arguments: [
      (#"{"result": "success", "value": 1}"#, [1]),
      (#"{"result": "stream", "values": [1, 2, 3]}"#, [1, 2, 3]),
    ])
  func streamAtOnce(response: String, values: [Int]) async throws {
    let scene = try Scene(responses: response)
    #expect(try await scene.valuesWhileRestored(response) == values)
    #expect(scene.log.count == 0)
  }

  @Test("A stream that waits between its values is cancelled", .timeLimit(.minutes(30)))
  func stream() async throws {
    let response = #"{"result": "stream", "values": [1, 2], "intervalMs": 5}"#
    let scene = try Scene(responses: response)
    await #expect(throws: CancellationError.self) {
      _ = try await scene.valuesWhileRestored(response)
    }
  }

  @Test("Following ended calls includes those after a restart")
  func followed() async throws {
    let response = #"{"result": "success", "value": 1}"#
    let scene = try Scene(responses: response)
    var ended = EndedCalls()
    for count in 1...3 {
      for _ in 0..<count { #expect(await scene.call() == "1") }
      #expect(ended.take(from: scene.log).map(\.order) == Array(1...count))
      try scene.restore(response)
    }
  }
}

extension Scene {
  /// Restarts the services, as a scenario does.
  fileprivate func restore(_ responses: String) throws {
    let configuration = try MockServiceConfiguration(
      json: #"{"services": {"S": {"methods": {"m": {"responses": [\#(responses)]}}}}}"#)
    clock.reset()
    gates.reset()
    log.reset()
    service.restore(configuration.services["S"]?.methods ?? [:])
  }

  /// Returns the values of a stream, restarting the services while each one is read.
  fileprivate func valuesWhileRestored(_ responses: String) async throws -> [Int] {
    let restore: @Sendable () throws -> Void = { try self.restore(responses) }
    return try await InterruptedNumber.$interruption.withValue(Interruption(restore)) {
      var values: [Int] = []
      for try await number in await service.stream(for: "m", as: InterruptedNumber.self) {
        values.append(number.value)
      }
      return values
    }
  }
}
