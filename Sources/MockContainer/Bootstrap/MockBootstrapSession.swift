public import MockConfiguration

/// The configuration that an app was launched with, and the result of its bootstrap.
///
/// The process retains it, which keeps the script alive.
public struct MockBootstrapSession: Sendable {
  /// The configuration that the app was launched with.
  public let configuration: MockServiceConfiguration
  /// The sequencers of the mocks, with their shared state, call log, and gates.
  public let sequencers: any MockSequencerSource
  /// The names of the services that are now mocked, sorted.
  public var mocked: [String] = []
  /// The names of the configured services without a registered mock, sorted.
  public var unregistered: [String] = []
  /// The names of the services that were resolved before they were mocked, sorted.
  public var resolvedEarlier: [String] = []
}
