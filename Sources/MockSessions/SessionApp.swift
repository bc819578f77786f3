internal import MockData

/// An app that has joined a live session.
public struct SessionApp: Sendable, Hashable {
  /// The name of its executable.
  public let name: String
  /// The system's number of its process.
  public let process: Int
  /// The names of the services for which it has mocks, sorted.
  public let services: [String]

  package init(name: String, process: Int, services: [String]) {
    self.name = name
    self.process = process
    self.services = services
  }
}

extension SessionApp: CustomStringConvertible {
  /// The app as the call log names it, such as `BankingApp (process 812)`.
  public var description: String { "\(name.escaped) (process \(process))" }
}
