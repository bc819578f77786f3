import Foundation
import MockCalls
import MockConfiguration
import MockData
import MockLua
import MockPlatform
import MockServices
import Testing

@testable import MockSessions

/// The fields of the test's responses that an app decodes, for the test's coverage.
@Suite struct SessionFieldTests {
  private struct Account: Decodable, Sendable {
    var id: Int
  }

  private static func scenario(_ folder: URL) throws -> ScenarioRuntime {
    try ScenarioRuntime(
      source: """
        service "Bank" { account = reply { id = 1, note = "old" } }
        """, name: "bank.lua", options: ScenarioOptions(coverage: folder.path))
  }

  private static func temporaryFolder() -> URL {
    URL(filePath: NSTemporaryDirectory()).appending(path: UUID().uuidString)
  }

  /// Returns the number of uses of each field in the files written by the processes.
  private static func fields(in folder: URL) throws -> [AnyCodableValue: Int] {
    CoverageRecorder.in(folder.path).flush()
    var names: [String: AnyCodableValue] = [:]
    var uses: [AnyCodableValue: Int] = [:]
    for file in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
      for line in text.split(separator: "\n") {
        guard case .dictionary(let members) = try JSONParser().parse(String(line)) else { continue }
        if let field = members["field"], case .int(let number)? = members["unit"] {
          names["\(number)"] = field
          uses[field] = 0
        }
        guard case .dictionary(let used)? = members["used"] else { continue }
        for case (let number, .int(let count)) in used {
          if let field = names[number] { uses[field, default: 0] += count }
        }
      }
    }
    return uses
  }

  @Test("An app reports the fields that its types decode before its next call gets a response")
  func told() async throws {
    let folder = Self.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let session = try LiveSession(Self.scenario(folder))
    let address = try #require(
      SessionAddress(session.environment[MockSessionVariable.name] ?? ""))
    let read = onThread {
      let client = try SessionClient.join(
        address, as: AppDescription(name: "App", process: Int(getpid()), services: []))
      let bank = MockCallSequencer(
        forwarding: "Bank", entry: MockServiceEntry(), sharedState: client.sharedState,
        context: MockCallContext(), to: client)
      let account: Account = try bank.nextDecodedValue(for: "account")
      _ = client.callCount(of: "Bank", "account")
      return account.id
    }
    for try await id in read { #expect(id == 1) }
    #expect(try Self.fields(in: folder) == [[".id"]: 1, [".note"]: 0])
  }

  @Test("A response asks for its fields by a number")
  func number() async throws {
    let folder = Self.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let session = try LiveSession(Self.scenario(folder))
    let dialler = RawDialler(port: session.port)
    let address = session.environment[MockSessionVariable.name] ?? ""
    dialler.send(#"{"kind":"token","token":"\#(address.split(separator: "/").last ?? "")"}"#)
    dialler.send(
      #"{"kind":"hello","versions":[1],"client":"c","app":"App","process":1,"received":0,"services":[]}"#
    )
    _ = try dialler.next()
    dialler.send(
      #"{"kind":"call","id":1,"service":"Bank","method":"account","wish":"value"}"#)
    #expect(try dialler.next()?.reply?.fields == 1)
  }
}
