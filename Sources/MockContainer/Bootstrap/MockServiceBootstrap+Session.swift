internal import MockCalls
internal import MockConfiguration
internal import MockSessions

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension MockServiceBootstrap {
  /// What an app that joins a session is configured with.
  struct Joined {
    var configuration: MockServiceConfiguration
    var sequencers: any MockSequencerSource
  }

  /// The address of the session that the environment names, as text; nil for none.
  static func sessionAddress(in environment: [String: String]?) -> String? {
    variables(of: environment)[MockSessionVariable.name]
  }

  /// A given environment; the process's own where there is none.
  static func variables(of environment: [String: String]?) -> [String: String] {
    environment ?? ProcessInfo.processInfo.environment
  }

  /// Dials the test that the environment names.
  ///
  /// - Parameters:
  ///   - text: The address with its token.
  ///   - environment: What holds it; nil for the process's own.
  ///   - registry: The mocks that there are.
  /// - Returns: What the app's mocks answer from.
  /// - Throws: ``SessionProblem`` where the app has no session.
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
    // In the app's own process alone: one that a test makes up has the test's failure handler.
    if environment == nil { forwardFailures(to: client) }
    let state = client.sharedState.snapshot.mapValues { SharedStateProperty(initial: $0) }
    return Joined(
      configuration: MockServiceConfiguration(sharedState: state, services: client.services),
      sequencers: SessionSequencers(client))
  }

  /// Lets the test hear of what goes wrong in this process, also of what ends it.
  private static func forwardFailures(to client: SessionClient) {
    let previous = MockFailureHandler.shared
    MockFailureHandler.shared = MockFailureHandler { failure in
      client.report(failure)
      previous.report(failure)
    }
  }
}
