public import MockConfiguration

/// What an app was launched with, and what became of it.
///
/// The process keeps it, and with it the script that answers.
public struct MockBootstrapSession: Sendable {
  /// The configuration that the app was launched with.
  public let configuration: MockServiceConfiguration
  /// The sequencers of the mocks, with shared state, call log and gates.
  public let sequencers: any MockSequencerSource
  /// The names of the services that are mocked now, sorted.
  public var mocked: [String] = []
  /// The names of services that the configuration has, and no registered mock; sorted.
  public var unregistered: [String] = []
  /// The names of services that somebody had resolved before they were mocked, sorted.
  public var resolvedEarlier: [String] = []
}
