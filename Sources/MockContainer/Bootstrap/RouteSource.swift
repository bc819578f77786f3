package import MockCalls
package import MockConfiguration
internal import MockPlatform

/// Sequencers of which some answer requests, by their routes.
package protocol RouteSource: MockSequencerSource {
  /// What finds the route of a request; empty where no service is a host.
  var routes: RouteTable { get }

  /// Where calls are recorded.
  var log: MockCallLog { get }

  /// Whether what the scenario says nothing of is passed to the live side, since it is recorded.
  var passesUnknown: Bool { get }

  /// Reports something that is wrong to whoever owns the sequencers.
  func report(_ failure: MockFailure)
}

extension RouteSource {
  /// Whether there is anything for which requests have to be looked at.
  package var takesRequests: Bool { !routes.isEmpty || passesUnknown }
}

/// The routes of a configuration, sorted when they are first asked for, and anew when they have changed.
package final class RouteCache: Sendable {
  private let table = Locked<RouteTable?>(nil)

  package init() {}

  /// Whatever was known has changed.
  package func invalidate() { table.withLock { $0 = nil } }

  package func table(_ hosts: () -> [String: MockServiceEntry]) -> RouteTable {
    table.withLock { table in
      if let table { return table }
      let made = RouteTable(hosts())
      table = made
      return made
    }
  }
}

/// Whether something in this process takes the requests of the app, as `MockHTTP` does.
package enum RequestInterception {
  private static let isOnBox = Locked(false)

  package static var isOn: Bool {
    get { isOnBox.withLock { $0 } }
    set { isOnBox.withLock { $0 = newValue } }
  }
}
