package import MockServices

/// The sessions that this process has applied.
///
/// Each is kept as long as the app that may be launched with it.
enum AppliedSessions {
  /// `@unchecked Sendable`: `app` is written once, before the entry is shared.
  private final class Entry: @unchecked Sendable {
    private(set) weak var app: (any LaunchEnvironmentCarrying)?
    let session: any MockSession

    init(app: any LaunchEnvironmentCarrying, session: any MockSession) {
      self.app = app
      self.session = session
    }
  }

  private static let entries = Locked<[Entry]>([])

  /// Keeps a session for an app, replacing an earlier session.
  static func keep(_ session: any MockSession, for app: some LaunchEnvironmentCarrying) {
    remove { $0 == nil || $0 === app }
    entries.withLock { $0.append(Entry(app: app, session: session)) }
  }

  /// Releases the sessions of apps that were deallocated.
  static func removeUnused() { remove { $0 == nil } }

  /// Checks the apps without holding the lock.
  ///
  /// This code may hold the last reference to an app, and the app's deinitializer calls this method again.
  private static func remove(where isUnused: ((any LaunchEnvironmentCarrying)?) -> Bool) {
    let unused = entries.withLock { $0 }.filter { isUnused($0.app) }
    guard !unused.isEmpty else { return }
    entries.withLock { entries in entries.removeAll { entry in unused.contains { $0 === entry } } }
  }
}

/// The descriptions of the scenarios that this process has applied, for failure messages.
package enum AppliedScenarios {
  /// The descriptions since the last reset.
  ///
  /// XCTest runs only one test at a time.
  package static let descriptions = Locked<[String]>([])
}
