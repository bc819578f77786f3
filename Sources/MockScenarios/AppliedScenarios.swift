package import MockServices

/// The sessions that this process has applied, each kept as long as the app that may be launched with it.
enum AppliedSessions {
  /// `@unchecked Sendable`: `app` is written once, before anybody else has the entry.
  private final class Entry: @unchecked Sendable {
    private(set) weak var app: (any LaunchEnvironmentCarrying)?
    let session: any MockSession

    init(app: any LaunchEnvironmentCarrying, session: any MockSession) {
      self.app = app
      self.session = session
    }
  }

  private static let entries = Locked<[Entry]>([])

  /// Keeps a session for an app, in place of one that was applied before.
  static func keep(_ session: any MockSession, for app: some LaunchEnvironmentCarrying) {
    remove { $0 == nil || $0 === app }
    entries.withLock { $0.append(Entry(app: app, session: session)) }
  }

  /// Lets go of the sessions whose apps are gone.
  static func removeUnused() { remove { $0 == nil } }

  /// Looks at the apps without the lock: whoever does so may be the last to hold one, whose end comes back here.
  private static func remove(where isUnused: ((any LaunchEnvironmentCarrying)?) -> Bool) {
    let unused = entries.withLock { $0 }.filter { isUnused($0.app) }
    guard !unused.isEmpty else { return }
    entries.withLock { entries in entries.removeAll { entry in unused.contains { $0 === entry } } }
  }
}

/// The scenarios that this process has applied, in words, for the messages of failures.
package enum AppliedScenarios {
  /// The descriptions since somebody last forgot them; XCTest runs one test at a time.
  package static let descriptions = Locked<[String]>([])
}
