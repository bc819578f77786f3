internal import MockData

/// The address of a test that responds to an app's calls, with the token that grants access.
///
/// Its text form is `127.0.0.1:PORT/TOKEN`, as in the variable `MOCK_SERVICE_SESSION`.
package struct SessionAddress: Sendable, Equatable {
  package var port: UInt16
  package var token: SessionToken

  package init(port: UInt16, token: SessionToken) {
    self.port = port
    self.token = token
  }

  /// Parses an address, or returns nil if the text isn't one.
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

  /// The address without the token, for messages.
  package var hostAndPort: String { "\(Self.host)\(port)" }
}
