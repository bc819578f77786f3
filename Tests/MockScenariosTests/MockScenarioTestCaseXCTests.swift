#if !canImport(Darwin)
  import Foundation
  import MockLua
  import MockScenarios
  import MockScenariosXCTest
  import MockServices
  import XCTest

  /// The base class of test cases, whose failures show the applied scenarios.
  ///
  /// Test cases block their thread, so they don't run on Swift's thread pool.
  final class MockScenarioTestCaseXCTests: XCTestCase {
    final class App: LaunchEnvironmentCarrying {
      var launchArguments: [String] = []
      var launchEnvironment: [String: String] = [:]
    }

    /// Collects the failures of the inner test.
    final class Run: XCTestCaseRun {
      static let failures = Locked<[String]>([])
      override func recordFailure(
        withDescription description: String, inFile filePath: String?, atLine lineNumber: Int,
        expected: Bool
      ) {
        Self.failures.withLock { $0.append(description) }
      }
    }

    final class Inner: MockScenarioTestCase {
      override var testRunClass: AnyClass? { Run.self }
    }

    /// Thrown instead of an assertion, because assertions don't belong to a test after an inner test has run.
    struct Unexpected: Error {
      let texts: [String]
    }

    private func failures(_ body: @escaping () -> Void) -> [String] {
      Run.failures.withLock { $0 = [] }
      Inner(name: "inner") { _ in body() }.run()
      return Run.failures.withLock { $0 }
    }

    func testFailuresNameTheScenariosOfTheirTest() throws {
      let none = failures { XCTFail("plain") }
      let several = failures {
        MockScenario.build().with(PrimaryPreset.alreadyEstablished()).apply(to: App())
        MockScenario.build().apply(to: App())
        XCTFail("broken")
      }
      let texts = none + several + failures { XCTFail("next") }
      let expected = [
        "failed - plain",
        "failed - the scenario has no services, so the app runs with its real ones; add services with"
          + " `.with(...)`, or do not apply the scenario"
          + " (mocks: PrimaryServiceProtocol: alreadyEstablished(status: 7))",
        "failed - broken (mocks: PrimaryServiceProtocol: alreadyEstablished(status: 7); "
          + "then no services)",
        "failed - next",
      ]
      guard texts == expected else { throw Unexpected(texts: texts) }
    }

    /// A session whose app has found an issue.
    final class Session: MockSession {
      let isClosed = Locked(false)
      let environment = ["MOCK_SERVICE_SESSION": "127.0.0.1:1/00000000000000000000000000000000"]
      let issues = ["App (process 7): the real `Login` stays"]
      func willLaunch(printed: (@Sendable () -> String)?) {}
      func close() { isClosed.withLock { $0 = true } }
    }

    func testASessionEndsWithItsTestAndFailsItWhereAnAppFoundSomething() throws {
      let session = Session()
      let app = App()
      Run.failures.withLock { $0 = [] }
      Inner(name: "inner") { test in
        guard let test = test as? Inner else { return }
        test.use(session)
        try MockScenario.build().with(session).apply(to: app, log: { _ in })
      }.run()
      let texts = Run.failures.withLock { $0 }
      let expected = ["failed - App (process 7): the real `Login` stays (mocks: a live session)"]
      guard texts == expected, session.isClosed.withLock({ $0 }),
        app.launchEnvironment == session.environment
      else { throw Unexpected(texts: texts) }
    }

    func testALaunchedSessionEndsWithItsTest() throws {
      let script = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).lua")
      try Data(#"service "Cart" { items = reply {} }"#.utf8).write(to: script)
      defer { try? FileManager.default.removeItem(at: script) }
      let app = LaunchedProcess(executable: "/bin/cat")
      let texts = failures {
        do {
          try app.launch(scenario: script.path, live: true)
        } catch {
          XCTFail("\(error)")
        }
      }
      guard texts.count == 1, texts[0].contains("no app has joined the session") else {
        throw Unexpected(texts: texts)
      }
    }
  }
#endif
