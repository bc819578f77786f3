package import MockCalls

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// What an app says of itself when it joins a session.
package struct AppDescription: Sendable {
  /// A service for which it has a mock.
  package struct Service: Sendable {
    /// The name in configurations.
    package var name: String
    /// What its protocol requires; nil where nobody knows.
    package var contract: _MockContract?

    package init(_ name: String, _ contract: _MockContract? = nil) {
      (self.name, self.contract) = (name, contract)
    }
  }

  /// The name of its executable.
  package var name: String
  /// The system's number of its process.
  package var process: Int
  /// The services for which it has mocks.
  package var services: [Service]

  package init(name: String, process: Int, services: [Service]) {
    self.name = name
    self.process = process
    self.services = services
  }

  /// Describes this process.
  package init(services: [Service]) {
    let information = ProcessInfo.processInfo
    let path = information.arguments.first ?? ""
    self.init(
      name: String(path.split(separator: "/").last ?? "app"),
      process: Int(information.processIdentifier), services: services)
  }
}
