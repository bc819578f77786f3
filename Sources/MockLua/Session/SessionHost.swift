internal import MockCalls
internal import MockConfiguration
internal import MockSessions

/// The object that responds to the calls of apps in a session.
protocol SessionHost: AnyObject, Sendable {
  /// The state that the services share.
  var sharedState: MockSharedState { get }
  /// The calls to all services.
  var log: MockCallLog { get }
  /// The mocked services, with the data that mocks read without making a call.
  var services: [String: MockServiceEntry] { get }

  /// Whether a strict test requests additional checks.
  var isStrict: Bool { get }

  /// Whether apps pass calls that the scenario doesn't handle through to their live services, because the test records
  /// them.
  var passesUnknown: Bool { get }

  /// Whether apps are asked for the requirements of their mocks, including the shapes of their types.
  var requestsContracts: Bool { get }

  /// Receives the requirements of an app's mocks.
  ///
  /// - Parameters:
  ///   - contract: The app's reply. If the app doesn't know any shapes, it is the data that the app sent when it
  ///     joined.
  ///   - hasShapes: Whether the contract includes the shapes of the app's types.
  ///   - app: The app.
  func take(_ contract: ContractDocument, hasShapes: Bool, of app: SessionApp)

  /// Returns the sequencer of a service.
  func sequencer(for service: String) -> MockCallSequencer

  /// Called before an app joins and gets the state.
  ///
  /// It can block the thread.
  ///
  /// - Parameters:
  ///   - app: The app.
  ///   - contracts: The requirements of its mocks' protocols, by service, if the app knows them.
  ///   - isRelaunch: Whether other apps joined earlier and have all ended.
  func appWillJoin(_ app: SessionApp, contracts: [String: _MockContract], isRelaunch: Bool)

  /// Called when an app has joined the session.
  func appDidJoin(_ app: SessionApp)

  /// Called when an app's process has ended, or when the app hasn't reconnected in time.
  func appDidLeave(_ app: SessionApp)

  /// Reports a problem.
  func report(_ failure: MockFailure)
}

extension SessionHost {
  var requestsContracts: Bool { false }
  func take(_ contract: ContractDocument, hasShapes: Bool, of app: SessionApp) {}
}
