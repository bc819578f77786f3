#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// What an app says of itself when it joins a session.
package struct AppDescription: Sendable {
  /// The name of its executable.
  package var name: String
  /// The system's number of its process.
  package var process: Int
  /// The services for which it has mocks, by name.
  package var services: [String]

  package init(name: String, process: Int, services: [String]) {
    self.name = name
    self.process = process
    self.services = services
  }

  /// Describes this process.
  package init(services: [String]) {
    let information = ProcessInfo.processInfo
    let path = information.arguments.first ?? ""
    self.init(
      name: String(path.split(separator: "/").last ?? "app"),
      process: Int(information.processIdentifier), services: services)
  }
}
