internal import MockCalls
public import MockConfiguration
internal import MockSessions

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension MockServiceBootstrap {
  /// Returns the given environment, or the process's environment if `environment` is `nil`.
  static func variables(of environment: [String: String]?) -> [String: String] {
    environment ?? ProcessInfo.processInfo.environment
  }

  /// Connects to the test whose address is in the environment.
  ///
  /// `text` is the address with its token. If `environment` is `nil`, the process's environment is used.
  static func join(
    _ text: String, in environment: [String: String]?, registry: MockServiceRegistry
  ) throws(SessionProblem) -> MockBootstrapSession {
    let variables = variables(of: environment)
    let others = [
      MockServiceConfiguration.environmentVariable, MockServiceConfiguration.fileVariable,
    ]
    if let other = others.first(where: { variables[$0] != nil }) {
      throw .configuredTwice(variable: other)
    }
    guard let address = SessionAddress(text) else { throw .unusableAddress(size: text.utf8.count) }
    let services = registry.all.map { AppDescription.Service($0.service, $0.contract) }
    let client = try SessionClient.join(address, as: AppDescription(services: services))
    // This is only done for the process's own environment. A test that passes another one uses its own failure handler.
    if environment == nil { forwardFailures(to: client) }
    let state = client.sharedState.snapshot.mapValues { SharedStateProperty(initial: $0) }
    return MockBootstrapSession(
      configuration: MockServiceConfiguration(sharedState: state, services: client.services),
      sequencers: SessionSequencers(client))
  }

  /// Forwards failures in this process to the test, including a failure that ends the process.
  private static func forwardFailures(to client: SessionClient) {
    let previous = MockFailureHandler.shared
    MockFailureHandler.shared = MockFailureHandler { failure in
      client.report(failure)
      previous.report(failure)
    }
  }
}

/// The configuration that an app was launched with, and the services that are mocked as a result.
///
/// The process keeps a reference to the session, which keeps the script alive.
public struct MockBootstrapSession: Sendable {
  /// The configuration that the app was launched with.
  public let configuration: MockServiceConfiguration
  /// The sequencers that respond to the mocks' calls, with their shared state, call log, and gates.
  public let sequencers: any MockSequencerSource
  /// The sorted names of the services that are mocked now.
  public var mocked: [String] = []
  /// The sorted names of configured services without a registered mock, and of hosts whose requests aren't intercepted.
  public var unregistered: [String] = []
  /// The sorted names of services that the app had resolved before they were mocked.
  public var resolvedEarlier: [String] = []
}
