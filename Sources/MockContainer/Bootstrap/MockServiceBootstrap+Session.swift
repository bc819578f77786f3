internal import MockCalls
internal import MockConfiguration
internal import MockSessions

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension MockServiceBootstrap {
  /// The configuration and sequencers of an app that joins a session.
  struct Joined {
    var configuration: MockServiceConfiguration
    var sequencers: any MockSequencerSource
  }

  /// Returns the address of the session that the environment names, or `nil` if it names none.
  static func sessionAddress(in environment: [String: String]?) -> String? {
    variables(of: environment)[MockSessionVariable.name]
  }

  /// Returns the given environment, or that of the process for `nil`.
  static func variables(of environment: [String: String]?) -> [String: String] {
    environment ?? ProcessInfo.processInfo.environment
  }

  /// Connects to the test that the environment names.
  ///
  /// - Parameters:
  ///   - text: The address with its token.
  ///   - environment: The environment that contains it, or `nil` for that of the process.
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
    // Only for the process's own environment. A test that supplies its own uses the test's failure handler.
    if environment == nil { forwardFailures(to: client) }
    let state = client.sharedState.snapshot.mapValues { SharedStateProperty(initial: $0) }
    return Joined(
      configuration: MockServiceConfiguration(sharedState: state, services: client.services),
      sequencers: SessionSequencers(client))
  }

  /// Forwards failures in this process to the test, including one that ends the process.
  private static func forwardFailures(to client: SessionClient) {
    let previous = MockFailureHandler.shared
    MockFailureHandler.shared = MockFailureHandler { failure in
      client.report(failure)
      previous.report(failure)
    }
  }
}
