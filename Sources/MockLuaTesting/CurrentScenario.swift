internal import MockContainer
public import MockLua
internal import MockPlatform
internal import MockServicesTesting
internal import Testing

extension ScenarioRuntime {
  /// The scenario of the current test.
  ///
  /// Every test and argument has its own.
  /// In Swift Testing, the test's task and its child tasks have access to the scenario, but detached tasks don't. In
  /// XCTest, it is the scenario of the latest ``ScenarioSession`` that the running test created and still keeps.
  ///
  /// - Throws: ``NoCurrentScenario`` outside of such a test.
  public static var current: ScenarioRuntime {
    get throws(NoCurrentScenario) {
      guard let session = CurrentScenario.found else { throw NoCurrentScenario() }
      return session.runtime
    }
  }
}

/// The scenario of the running test.
enum CurrentScenario {
  @TaskLocal static var session: ScenarioSession?

  /// The scenario of the current task, or of the running test of XCTest, which has no task-local values.
  static var found: ScenarioSession? { session ?? XCTestSessions.current }
}

/// The sessions that the running test of XCTest has made.
enum XCTestSessions {
  private struct Entry {
    weak var session: ScenarioSession?
    var id: ObjectIdentifier
    var test: Int
  }

  private static let entries = Locked<[Entry]>([], isLeaf: true)

  /// The latest session of the running test that is still there.
  static var current: ScenarioSession? {
    guard Test.current == nil, let test = XCTestRunning.test else { return nil }
    // Outside of the lock, since this may release the last reference to a session and end it.
    let known = entries.withLock { $0 }
    for entry in known.reversed() where entry.test == test.number {
      if let session = entry.session { return session }
    }
    return nil
  }

  /// Adds a session of the running test.
  static func add(_ session: ScenarioSession, of test: RunningXCTest) {
    entries.withLock { entries in
      entries.removeAll { $0.test != test.number }
      entries.append(Entry(session: session, id: ObjectIdentifier(session), test: test.number))
    }
    MockCurrentSource.ofTest = MockCurrentSource.TestSource { XCTestSessions.current?.runtime }
  }

  /// Removes a session that repeats another one.
  static func remove(_ session: ScenarioSession) {
    let id = ObjectIdentifier(session)
    entries.withLock { $0.removeAll { $0.id == id } }
  }
}

/// The error of asking for the current scenario outside of a test that has one.
public struct NoCurrentScenario: Error, Sendable, CustomStringConvertible {
  /// What is wrong and what to write.
  public var description: String {
    "no scenario is running in this task; add `.scenario(\"login.lua\")` or `.mocked` to the test, take"
      + " `ScenarioRuntime.current` before a detached task begins, or in XCTest keep a `ScenarioSession` until the test"
      + " ends"
  }
}
