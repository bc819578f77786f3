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
  private let script: String
  private let session: LiveSession
  let bound: [String: AnyCodableValue]

  init(_ played: ConformanceCase) throws {
    script = ConformanceCase.folder.appending(path: played.script ?? "").path
    session = try LiveSession(
      try ScenarioRuntime(path: script), failureHandler: MockFailureHandler { _ in })
    let address = session.environment["MOCK_SERVICE_SESSION"] ?? ""
    bound = [
      "$token": .string(String(address.split(separator: "/").last ?? "")),
      "$client": .string(SessionToken().text),
      "$process": .int(Int(ProcessInfo.processInfo.processIdentifier)),
    ]
  }

  deinit { session.close() }

  func connect() throws -> Int32 {
    try SystemError.check(mockplatform_connect(UInt16(session.port), 60_000))
  }

  func take(_ line: [String: AnyCodableValue], _ pattern: inout ConformancePattern) throws {
    switch (line["do"], line["gate"]) {
    case ("open", .string(let gate)?): try session.scenario.gates.open(gate)
    case ("begin again", _): session.replaceScenario(with: try ScenarioRuntime(path: script))
    default: throw ConformanceFailure("\(line) is nothing that an app does")
    }
  }
}
