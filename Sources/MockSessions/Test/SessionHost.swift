package import MockCalls
package import MockConfiguration

/// What answers the calls of the apps that join a session.
package protocol SessionHost: AnyObject, Sendable {
  /// The state that the services share.
  var sharedState: MockSharedState { get }
  /// The calls of all services.
  var log: MockCallLog { get }
  /// The services that are mocked, with what mocks read without a call.
  var services: [String: MockServiceEntry] { get }

  /// Whether a strict test asks what nobody else wants to know.
  var isWatched: Bool { get }

  /// Whether apps pass calls of which the scenario says nothing to their live services, since they are recorded.
  var passesUnknown: Bool { get }

  /// Whether apps are asked what their mocks require, with the shapes of the types.
  var asksContracts: Bool { get }

  /// Hears what the mocks of an app require.
  ///
  /// - Parameters:
  ///   - contract: What the app has answered. Where it knows no shapes, or speaks a version of the protocol without them,
  ///     what it said when it joined.
  ///   - hasShapes: Whether the app has answered by the shapes of its types.
  ///   - app: The app.
  func take(_ contract: ContractDocument, hasShapes: Bool, of app: SessionApp)

  /// The sequencer of a service.
  func sequencer(for service: String) -> MockCallSequencer

  /// Hears of an app that joins, before it gets the state; may block the thread.
  ///
  /// - Parameters:
  ///   - app: The app.
  ///   - contracts: What the protocols of its mocks require, by service, where the app knows.
  ///   - isRelaunch: Whether others have joined before and all of them have ended.
  func appWillJoin(_ app: SessionApp, contracts: [String: _MockContract], isRelaunch: Bool)

  /// Hears of an app that is in the session.
  func appDidJoin(_ app: SessionApp)

  /// Hears of an app whose process has ended, or that did not come back in time.
  func appDidLeave(_ app: SessionApp)

  /// Hears of something that is wrong.
  func report(_ failure: MockFailure)
}

extension SessionHost {
  package var asksContracts: Bool { false }
  package func take(_ contract: ContractDocument, hasShapes: Bool, of app: SessionApp) {}
}
