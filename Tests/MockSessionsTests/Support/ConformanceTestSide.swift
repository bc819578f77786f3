import CMockPlatform
import MockData
import MockLua
import MockPlatform
import MockServices
import MockSessions

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The test's side of a case: a live session with the case's script.
final class ConformanceTestSide: ConformanceSteered {
  private let script: String?
  private let session: LiveSession
  let bound: [String: AnyCodableValue]

  init(_ played: ConformanceCase) throws {
    script = played.script.map { ConformanceCase.folder.appending(path: $0).path }
    session = try LiveSession(
      try Self.scenario(script), failureHandler: MockFailureHandler { _ in })
    if played.asks {
      session.requestContracts { [weak session] _, _, _ in
        // On a separate thread, because this one serves the connection.
        let asked = session
        IOThread.start { asked?.close() }
      }
    }
    let address = session.environment["MOCK_SERVICE_SESSION"] ?? ""
    bound = [
      "$token": .string(String(address.split(separator: "/").last ?? "")),
      "$client": .string(SessionToken().text),
      "$process": .int(Int(ProcessInfo.processInfo.processIdentifier)),
    ]
  }

  deinit { session.close() }

  private static func scenario(_ script: String?) throws -> ScenarioRuntime {
    try script.map { try ScenarioRuntime(path: $0) } ?? ScenarioRuntime(source: "", name: "none")
  }

  func connect() throws -> Int32 {
    try SystemError.check(mockplatform_connect(UInt16(session.port), 60_000))
  }

  func take(_ line: [String: AnyCodableValue], _ pattern: inout ConformancePattern) throws {
    switch (line["do"], line["gate"]) {
    case ("open", .string(let gate)?): try session.scenario.gates.open(gate)
    case ("begin again", _): session.replaceScenario(with: try Self.scenario(script))
    default: throw ConformanceFailure("\(line) is nothing that an app does")
    }
  }
}
