internal import MockData

/// An app that has joined a live session.
public struct SessionApp: Sendable, Hashable {
  /// The name of its executable.
  public let name: String
  /// The process identifier.
  public let process: Int
  /// The names of the services that the app mocks, sorted.
  public let services: [String]

  package init(name: String, process: Int, services: [String]) {
    self.name = name
    self.process = process
    self.services = services
  }
}

extension SessionApp: CustomStringConvertible {
  /// The app as shown in the call log, such as `BankingApp (process 812)`.
  public var description: String { "\(name.escaped) (process \(process))" }
}
