internal import MockData

/// Where an app finds the test that answers its calls, and what lets it in.
///
/// As text `127.0.0.1:PORT/TOKEN`, which the variable `MOCK_SERVICE_SESSION` holds.
package struct SessionAddress: Sendable, Equatable {
  package var port: UInt16
  package var token: SessionToken

  package init(port: UInt16, token: SessionToken) {
    self.port = port
    self.token = token
  }

  /// Reads an address; nil for another text.
  package init?(_ text: String) {
    guard text.hasPrefix(Self.host) else { return nil }
    let parts = text.dropFirst(Self.host.count).split(
      separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let port = UInt16(parts[0]), port > 0,
      let token = SessionToken(String(parts[1]))
    else { return nil }
    self.init(port: port, token: token)
  }

  private static let host = "127.0.0.1:"

  package var text: String { "\(Self.host)\(port)/\(token.text)" }

  /// The address without what lets one in, for messages.
  package var hostAndPort: String { "\(Self.host)\(port)" }
}
