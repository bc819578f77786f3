internal import MockContainer
public import MockLua
internal import MockPlatform
internal import MockServicesTesting
internal import Testing

extension ScenarioRuntime {
  /// The scenario of the current test.
  ///
  /// Each test case has its own scenario. In Swift Testing, the test's task and its child tasks can access the
  /// scenario, but detached tasks can't. In XCTest, it is the scenario of the latest ``ScenarioSession`` that the
  /// running test has created and still holds.
  ///
  /// - Throws: ``NoCurrentScenario`` if the current test has no scenario, or if no test is running.
  public static var current: ScenarioRuntime {
    get throws(NoCurrentScenario) {
      guard let session = CurrentScenario.found else { throw NoCurrentScenario() }
      return session.runtime
    }
  }
}

enum CurrentScenario {
  @TaskLocal static var session: ScenarioSession?

  /// The session of the current task.
  ///
  /// In XCTest, where tests have no task-local values, it is the running test's session.
  static var found: ScenarioSession? { session ?? XCTestSessions.current }
}

/// The sessions that the running XCTest test has created.
enum XCTestSessions {
  private struct Entry {
    weak var session: ScenarioSession?
    var id: ObjectIdentifier
    var test: Int
  }

  private static let entries = Locked<[Entry]>([], isLeaf: true)

  /// The latest session of the running test that still exists.
  static var current: ScenarioSession? {
    guard Test.current == nil, let test = XCTestRunning.test else { return nil }
    // Don't hold the lock during the loop. The loop can release the last reference to a session, which ends the
    // session.
    let known = entries.withLock { $0 }
    for entry in known.reversed() where entry.test == test.number {
      if let session = entry.session { return session }
    }
    return nil
  }

  static func add(_ session: ScenarioSession, of test: RunningXCTest) {
    entries.withLock { entries in
      entries.removeAll { $0.test != test.number }
      entries.append(Entry(session: session, id: ObjectIdentifier(session), test: test.number))
    }
    MockCurrentSource.ofTest = { XCTestSessions.current?.runtime }
  }

  /// Removes a session that was created only to repeat another session.
  static func remove(_ session: ScenarioSession) {
    let id = ObjectIdentifier(session)
    entries.withLock { $0.removeAll { $0.id == id } }
  }
}

/// The error thrown if code requests the current scenario, but no test with a scenario is running in its task.
public struct NoCurrentScenario: Error, Sendable, CustomStringConvertible {
  /// The problem, and how to fix it.
  public var description: String {
    "no scenario is running in this task; add `.scenario(\"login.lua\")` or `.mocked` to the test, read"
      + " `ScenarioRuntime.current` before a detached task begins, or in XCTest keep a `ScenarioSession` until the test"
      + " ends"
  }
}
