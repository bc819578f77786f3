import Foundation
import MockLua
import MockServices
import Testing

/// The contracts that an app sends for its services.
@Suite struct SessionContractTests {
  private static let contract =
    #"{"name":"Bank","methods":[{"key":"rate","parameters":[{"label":"currency","type":"String"}],"waits":true}]}"#

  private func session() throws -> LiveSession {
    try LiveSession(
      ScenarioRuntime(
        source: #"service "Bank" { rate = reply(7) }"#, name: "bank.lua", clock: .real()))
  }

  private func join(_ session: LiveSession, _ services: String) throws -> RawDialler {
    let dialler = RawDialler(port: session.port)
    let address = try #require(session.environment["MOCK_SERVICE_SESSION"])
    let token = try #require(address.split(separator: "/").last)
    dialler.send(#"{"kind":"token","token":"\#(token)"}"#)
    dialler.send(
      #"{"kind":"hello","versions":[1],"client":"c","app":"Other","process":1,"received":0,"services":\#(services)}"#
    )
    #expect(try dialler.next()?.kind == .welcome)
    return dialler
  }

  @Test("A contract can omit defaults, and unknown members of a service are ignored")
  func joining() throws {
    let session = try session()
    let dialler = try join(
      session, #"[{"name":"Bank","contract":\#(Self.contract),"later":1},{"name":"Till"}]"#)
    let expected = _MockContract(
      "Bank", methods: [.init("rate", [.init("currency", "String")], waits: true)])
    #expect(session.scenario.context.contracts.all == ["Bank": expected])
    #expect(session.apps.map(\.services) == [["Bank", "Till"]])
    withExtendedLifetime(dialler) {}
  }

  @Test("Contracts survive a restart and a change of the scenario")
  func staying() async throws {
    let session = try session()
    let dialler = try join(session, #"[{"name":"Bank","contract":\#(Self.contract)}]"#)
    try await session.scenario.reset()
    #expect(session.scenario.context.contracts.all.count == 1)
    let next = try ScenarioRuntime(
      source: #"service "Bank" { rat = reply(7) }"#, name: "next.lua", clock: .real())
    // This blocks until calls in flight are cancelled, so it can't run on Swift's thread pool.
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        session.replaceScenario(with: next)
        continuation.resume()
      }
    }
    let scenario = session.scenario
    let problems = scenario.scenario.problems(
      against: ContractDocument(probing: scenario.context.contracts.all, decodesTypes: false))
    #expect(
      problems.map(\.problem.text) == ["`Bank` doesn't require `rat`; did you mean `rate`?"])
    #expect(problems.map(\.place) == [ScriptLocation(file: "next.lua", line: 1)])
    withExtendedLifetime(dialler) {}
  }

  @Test(
    "An app's property setters can't be verified, and a partial contract allows additional members"
  )
  func verifying() throws {
    let session = try session()
    let dialler = try join(
      session,
      #"[{"name":"Bank","contract":{"name":"Bank","properties":[{"name":"limit","type":"Int"}]}},"#
        + #"{"name":"Till","contract":{"name":"Till","isPartial":true}}]"#)
    let log = session.scenario.log
    try log.verify("Bank.limit", called: .never)
    let error = #expect(throws: MockVerificationError.self) {
      try log.verify("Bank.limit=", called: .never)
    }
    #expect(
      error?.problem
        == "`Bank.limit=` cannot be verified in a live session: the log does not include properties that an app sets;"
        + " verify the shared state that the property is bound to")
    try log.verify("Till.open", called: .never)
    #expect(throws: MockVerificationError.self) {
      try log.verify("Till.limit=", called: .never)
    }
    withExtendedLifetime(dialler) {}
  }

  @Test("A thousand services with twenty methods each join within the time limit")
  func thousandServices() throws {
    let methods = (0..<20).map { #"{"key":"method\#($0)"}"# }.joined(separator: ",")
    let services = (0..<1000).map {
      #"{"name":"S\#($0)","contract":{"name":"S\#($0)","methods":[\#(methods)]}}"#
    }
    let session = try session()
    let dialler = try join(session, "[\(services.joined(separator: ","))]")
    #expect(session.scenario.context.contracts.all.count == 1000)
    withExtendedLifetime(dialler) {}
  }
}
