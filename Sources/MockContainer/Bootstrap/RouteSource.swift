package import MockCalls
package import MockConfiguration
internal import MockPlatform

/// Sequencers of which some answer requests, by their routes.
package protocol RouteSource: MockSequencerSource {
  /// What finds the route of a request; empty where no service is a host.
  var routes: RouteTable { get }

  /// The log that records the calls.
  var log: MockCallLog { get }

  /// Whether what the scenario says nothing of is passed to the live side, since it is recorded.
  var passesUnknown: Bool { get }

  /// Clock and director of the calls.
  var context: MockCallContext { get }

  /// Whether another process answers the calls, on its own clock.
  var isAnsweredElsewhere: Bool { get }

  /// Reports something that is wrong to whoever owns the sequencers.
  func report(_ failure: MockFailure)
}

extension RouteSource {
  package var isAnsweredElsewhere: Bool { false }

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

/// Takes requests that no configuration gives to a scenario, as `MockHTTP` does for `URLSession.shared`.
package protocol RequestInterceptor {
  /// Has requests of the process looked at from now on; further calls do nothing.
  static func install()
}

/// Which scenarios may be meant by requests that no configuration gives to one.
package enum RequestInterception {
  private struct Reference {
    weak var source: (any RouteSource & AnyObject)?
  }

  private static let isOnBox = Locked(false)
  private static let references = Locked<[ObjectIdentifier: Reference]>([:])

  /// Whether the scenario of the process answers requests.
  package static var isOn: Bool {
    get { isOnBox.withLock { $0 } }
    set { isOnBox.withLock { $0 = newValue } }
  }

  /// Installs what takes requests when it's first read; false if the process doesn't link `MockHTTP`.
  ///
  /// Its type is found by name: a test need not call anything of `MockHTTP`, and this module doesn't know it.
  private static let isInstalled: Bool = {
    guard
      let type = _typeByName("8MockHTTP17SharedURLProtocolC") as? any RequestInterceptor.Type
    else { return false }
    type.install()
    return true
  }()

  /// Notes that the scenario of a test is under way.
  package static func begin(_ source: any RouteSource & AnyObject) {
    references.withLock { $0[ObjectIdentifier(source)] = Reference(source: source) }
    if source.takesRequests { _ = isInstalled }
  }

  /// Notes that the test of a scenario is over.
  package static func end(_ source: any RouteSource & AnyObject) {
    references.withLock { references in
      references[ObjectIdentifier(source)] = nil
      // Also remove scenarios that were released without a call to `end`.
      for (key, reference) in references where reference.source == nil { references[key] = nil }
    }
  }

  /// The scenarios of tests that are under way.
  package static var active: [any RouteSource] {
    references.withLock { $0.values.map(\.source) }.compactMap { $0 }
  }
}
