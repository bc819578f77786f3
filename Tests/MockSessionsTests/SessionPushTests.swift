import MockLua
import MockScenarios
import MockServices
import Testing

/// Pushed values and relaxed tests with an app in another process.
@Suite(.timeLimit(.minutes(30))) struct SessionPushTests {
  private static let script = """
    service "Bank" {
      news = stream {} :stays_open(),
      tell = function()
        push("Bank.news", 5)
        return 1
      end,
      call = function()
        push("Bank.observe", 6)
        return 2
      end,
    }
    """

  private func session(_ reports: Locked<[String]>) throws -> LiveSession {
    let handler = MockFailureHandler { failure in
      reports.withLock { $0.append(failure.message) }
    }
    return try LiveSession(
      ScenarioRuntime(source: Self.script, name: "bank.lua", failureHandler: handler))
  }

  @Test("A value that a function pushes reaches an open stream of the app")
  func stream() async throws {
    let reports = Locked<[String]>([])
    let session = try session(reports)
    let app = try await LaunchedApp(session)
    try app.send(1, "stream Bank.news")
    #expect(try await eventually { session.scenario.log.calls("Bank.news").count == 1 })
    try app.send(2, "async Bank.tell")
    // The value can arrive before the response of the function that pushes it.
    let lines = [try await app.line(of: [1, 2]), try await app.line(of: [1, 2])]
    #expect(Set(lines) == ["1 5", "2 1"])
    #expect(reports.withLock { $0 } == [])
  }

  @Test("A value for a handler of the app is reported as lost")
  func handler() async throws {
    let reports = Locked<[String]>([])
    let session = try session(reports)
    let app = try await LaunchedApp(
      session,
      environment: [
        "APP_CONTRACT":
          #"{"name":"Bank","methods":[{"key":"observe","takesHandler":true,"waits":true},{"key":"news"},"#
          + #"{"key":"tell"},{"key":"call"}],"properties":[]}"#
      ])
    #expect(try await app.ask(1, "void Bank.observe") == "done")
    #expect(try await app.ask(2, "async Bank.call") == "2")
    #expect(
      reports.withLock { $0 } == [
        "the pushed value is lost, because the handler of `Bank.observe` is in another process, so it can't receive"
          + " pushed values; change the protocol so that the method returns a stream, or call the handler with"
          + " `reply(...)`"
      ])
  }

  @Test("A call of the app isn't relaxed, and its error says so")
  func relaxed() async throws {
    let session = try session(Locked([]))
    session.scenario.context.contracts.isRelaxed = true
    let app = try await LaunchedApp(session)
    #expect(
      try await app.ask(1, "async Bank.balance").contains(
        "`Bank.balance` has no responses, and `.relaxed` doesn't apply to an app in another process; give the call a"
          + " response in the script"))
    #expect(try await app.ask(2, "void Bank.balance") == "done")
  }

  @Test("A relaxed mock in the app reports that it has no effect")
  func relaxedMock() async throws {
    let reports = Locked<[String]>([])
    let session = try session(reports)
    let app = try await LaunchedApp(session, environment: ["APP_MOCKS_VAULT": "1"])
    #expect(try await app.ask(1, "relaxed -").hasPrefix("threw"))
    #expect(
      try await eventually {
        reports.withLock { $0 }.contains {
          $0.contains(
            "the mock of `Vault.size` is relaxed, but `.relaxed` doesn't apply to an app in another process"
          )
        }
      })
  }
}
