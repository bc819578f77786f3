import MockCalls
import MockData
import MockLua
import MockSessions
import Testing

/// The protocol for calls that the app's live service handles.
@Suite struct SessionPassingTests {
  private struct Dialled {
    let session: LiveSession
    let dialler: RawDialler
    let welcome: SessionFrame.Welcome

    init() throws {
      let scenario = try ScenarioRuntime(
        source: """
          service "Bank" {
            rate = { when({ of = "EUR" }, reply(7)), passthrough() },
            slow = passthrough() :gate "door",
            news = passthrough(),
          }
          service "Shop" :passthrough()
          """, name: "bank.lua", failureHandler: MockFailureHandler { _ in })
      session = try LiveSession(scenario)
      dialler = RawDialler(port: session.port)
      let address = session.environment[MockSessionVariable.name] ?? ""
      dialler.send(#"{"kind":"token","token":"\#(address.split(separator: "/").last ?? "")"}"#)
      dialler.send(
        #"{"kind":"hello","versions":[1],"client":"c","app":"App","process":1,"received":0,"services":[]}"#
      )
      guard case .welcome(let welcome)? = try dialler.next() else {
        throw MockServiceError(code: "noWelcome", message: "the session gave no welcome")
      }
      self.welcome = welcome
    }

    func call(_ id: Int, _ method: String, _ more: String = "") throws {
      dialler.send(
        #"{"kind":"call","id":\#(id),"service":"Bank","method":"\#(method)","wish":"value"\#(more)}"#
      )
    }

    /// Returns the choice for a call: its number, and whether the live service is called.
    func chosen() throws -> [Int]? {
      guard case .chosen(let chosen)? = try dialler.next() else { return nil }
      return [chosen.id, chosen.passes ? 1 : 0]
    }
  }

  @Test("The test decides whether the live service is called, and continues with its result")
  func passing() async throws {
    let dialled = try Dialled()
    #expect(dialled.welcome.version == 1)
    #expect(!dialled.welcome.passes)
    #expect(
      dialled.welcome.services == [
        "Bank": [
          "methods": [
            "rate": ["responses": [["result": "passthrough"]]],
            "slow": ["responses": [["result": "passthrough"]]],
            "news": ["responses": [["result": "passthrough"]]],
          ]
        ], "Shop": ["methods": [:], "passthrough": true],
      ])
    try dialled.call(1, "rate", #","live":true,"arguments":{"of":"EUR"}"#)
    #expect(try dialled.chosen() == [1, 0])
    #expect(try dialled.dialler.next()?.reply?.value == 7)
    try dialled.call(2, "rate", #","live":true,"arguments":{"of":"USD"}"#)
    #expect(try dialled.chosen() == [2, 1])
    // Another call gets its response in the meantime.
    try dialled.call(3, "rate", #","arguments":{"of":"EUR"}"#)
    #expect(try dialled.dialler.next()?.reply?.value == 7)
    dialled.dialler.send(#"{"kind":"passed","id":2,"value":8}"#)
    let reply = try #require(try dialled.dialler.next()?.reply)
    #expect(reply.id == 2 && reply.value == 8 && reply.count == 2)
    try dialled.call(4, "rate", #","live":true"#)
    #expect(try dialled.chosen() == [4, 1])
    dialled.dialler.send(
      #"{"kind":"passed","id":4,"error":{"code":"offline","message":"no network"}}"#)
    #expect(try dialled.dialler.next()?.reply?.error?.code == "offline")
    #expect(
      dialled.session.scenario.log.calls().map(\.outcome) == [
        .returned(7), .returned(8), .returned(7),
        .threw(MockServiceError(code: "offline", message: "no network")),
      ])
  }

  @Test("The values of a live stream are returned as they arrive")
  func streaming() async throws {
    let dialled = try Dialled()
    dialled.dialler.send(
      #"{"kind":"call","id":1,"service":"Bank","method":"news","wish":"stream","live":true}"#)
    #expect(try dialled.chosen() == [1, 1])
    for value in 1...2 {
      dialled.dialler.send(#"{"kind":"passed","id":1,"value":\#(value),"more":true}"#)
      guard case .item(let item)? = try await dialled.dialler.nextOfTask() else {
        Issue.record("no value came")
        return
      }
      #expect(item.value == .int(value))
    }
    dialled.dialler.send(
      #"{"kind":"passed","id":1,"error":{"code":"offline","message":"no network"}}"#)
    guard case .end(let end)? = try await dialled.dialler.nextOfTask() else {
      Issue.record("no end came")
      return
    }
    #expect(end.error?.code == "offline")
  }

  @Test("A call cancelled during a live service call ends as cancelled")
  func cancelled() async throws {
    let dialled = try Dialled()
    try dialled.call(1, "slow", #","live":true"#)
    #expect(try dialled.chosen() == [1, 1])
    dialled.dialler.send(#"{"kind":"cancel","id":1}"#)
    // These calls are no longer waiting, or never existed.
    dialled.dialler.send(#"{"kind":"passed","id":1,"value":8}"#)
    dialled.dialler.send(#"{"kind":"passed","id":77,"value":8}"#)
    let log = dialled.session.scenario.log
    #expect(try await eventually { log.calls().first?.outcome == .cancelled })
    try dialled.call(2, "rate", #","arguments":{"of":"EUR"}"#)
    while let frame = try dialled.dialler.next() {
      guard let reply = frame.reply, reply.id == 2 else { continue }
      #expect(reply.value == 7)
      break
    }
  }
}
