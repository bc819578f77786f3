internal import MockCalls
public import MockConfiguration
internal import MockSessions

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension MockServiceBootstrap {
  /// The configuration and the sequencers of an app that joins a session.
  struct Joined {
    var configuration: MockServiceConfiguration
    var sequencers: any MockSequencerSource
  }

  /// Returns the address of the session in the environment, if any.
  static func sessionAddress(in environment: [String: String]?) -> String? {
    variables(of: environment)[MockSessionVariable.name]
  }

  /// Returns the given environment.
  ///
  /// For `nil`, returns the process's.
  static func variables(of environment: [String: String]?) -> [String: String] {
    environment ?? ProcessInfo.processInfo.environment
  }

  /// Connects to the test whose address is in the environment.
  ///
  /// - Parameters:
  ///   - text: The address with its token.
  ///   - environment: The environment that contains the address, or `nil` for the process's environment.
  ///   - registry: The registered mocks.
  /// - Returns: The configuration and the sequencers for the app's mocks.
  /// - Throws: ``SessionProblem`` if the app can't join a session.
  static func join(
    _ text: String, in environment: [String: String]?, registry: MockServiceRegistry
  ) throws(SessionProblem) -> Joined {
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
    return Joined(
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

/// The configuration with which an app was launched, and the result of its bootstrap.
///
/// The process keeps a reference to the session, which keeps the script alive.
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
