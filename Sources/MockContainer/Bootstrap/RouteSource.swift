package import MockCalls
package import MockConfiguration
internal import MockPlatform

/// Sequencers that can also respond to HTTP requests, by their routes.
package protocol RouteSource: MockSequencerSource {
  /// The table that finds the route of a request, which is empty if none of the services is a host.
  var routes: RouteTable { get }

  /// Whether requests without a route go to the network, because they are being recorded.
  var passesUnknown: Bool { get }

  var context: MockCallContext { get }

  /// Whether another process responds to the calls, on its own clock.
  var isAnsweredElsewhere: Bool { get }

  /// Reports a failure to the owner of the sequencers.
  func report(_ failure: MockFailure)

  /// Adds routes that a test declares in Swift, and replaces routes with the same name.
  ///
  /// - Returns: False if another process responds to the calls.
  func add(_ routes: [RouteInSwift]) -> Bool
}

extension RouteSource {
  package var isAnsweredElsewhere: Bool { false }

  /// Whether requests have to be inspected, because there are routes or because requests are being recorded.
  package var takesRequests: Bool { !routes.isEmpty || passesUnknown }
}

/// Intercepts requests that no `URLSession` configuration assigns to a scenario.
///
/// `MockHTTP` does this for `URLSession.shared`.
package protocol RequestInterceptor: SendableMetatype {
  /// Starts to inspect the requests of the process, unless this has already begun.
  static func install()
}

/// Keeps track of the scenarios that may respond to requests that no `URLSession` configuration assigns to a scenario.
package enum RequestInterception {
  private struct Reference {
    weak var source: (any RouteSource & AnyObject)?
  }

  private static let isOnBox = Locked(false)
  private static let references = Locked<[ObjectIdentifier: Reference]>([:])

  /// Whether the scenario of the process responds to requests.
  package static var isOn: Bool {
    get { isOnBox.withLock { $0 } }
    set { isOnBox.withLock { $0 = newValue } }
  }

  /// Whether the interceptor is installed.
  ///
  /// The first use of this property installs it. The value is false if the process doesn't link `MockHTTP`.
  ///
  /// The interceptor's type is found by its name, because this module doesn't depend on `MockHTTP`. This way, a test
  /// doesn't have to install the interceptor.
  private static let isInstalled: Bool = {
    interceptor?.install()
    return interceptor != nil
  }()

  private static let interceptor =
    _typeByName("8MockHTTP17SharedURLProtocolC") as? any RequestInterceptor.Type

  /// Whether the process links `MockHTTP`.
  package static var isLinked: Bool { interceptor != nil }

  /// Records that routes were added to a running scenario.
  package static func noteRoutes(of source: any RouteSource) {
    _ = isInstalled
    source.context.swiftResponses.noteRoutes()
  }

  /// Records that the scenario of a test has started.
  package static func begin(_ source: any RouteSource & AnyObject) {
    references.withLock { $0[ObjectIdentifier(source)] = Reference(source: source) }
    if source.takesRequests { _ = isInstalled }
  }

  /// Records that the test of a scenario has ended.
  package static func end(_ source: any RouteSource & AnyObject) {
    references.withLock { references in
      references[ObjectIdentifier(source)] = nil
      // Also removes scenarios that were released without a call to this method.
      for (key, reference) in references where reference.source == nil { references[key] = nil }
    }
  }

  /// The scenarios of running tests.
  package static var active: [any RouteSource] {
    references.withLock { $0.values.map(\.source) }.compactMap { $0 }
  }
}
