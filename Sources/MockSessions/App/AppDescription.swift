package import MockCalls

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The data that an app sends about itself when it joins a session.
package struct AppDescription: Sendable {
  package struct Service: Sendable {
    /// The name in configurations.
    package var name: String
    /// The requirements of the service's protocol; nil if they are unknown.
    package var contract: _MockContract?

    package init(_ name: String, _ contract: _MockContract? = nil) {
      (self.name, self.contract) = (name, contract)
    }
  }

  /// The name of the app's executable.
  package var name: String
  /// The process identifier.
  package var process: Int
  package var services: [Service]
}

extension AppDescription {
  /// Describes this process.
  package init(services: [Service]) {
    let information = ProcessInfo.processInfo
    let path = information.arguments.first ?? ""
    self.init(
      name: String(path.split(separator: "/").last ?? "app"),
      process: Int(information.processIdentifier), services: services)
  }
}
