public import MockConfiguration

/// The configuration with which an app was launched, and the result of its bootstrap.
///
/// The process keeps the session, and so keeps the script alive.
public struct MockBootstrapSession: Sendable {
  /// The configuration with which the app was launched.
  public let configuration: MockServiceConfiguration
  /// The sequencers of the mocks, with their shared state, call log, and gates.
  public let sequencers: any MockSequencerSource
  /// The names of the services that are now mocked, sorted.
  public var mocked: [String] = []
  /// The names of configured services for which no mock is registered, sorted.
  public var unregistered: [String] = []
  /// The names of the services that were resolved before they were mocked, sorted.
  public var resolvedEarlier: [String] = []
}
