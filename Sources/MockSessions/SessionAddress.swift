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

  package var hostAndPort: String { "\(Self.host)\(port)" }
}

/// A random token of 128 bits, which grants access to a session.
package struct SessionToken: Sendable, Equatable {
  private let bytes: [UInt8]

  /// Creates a token from the system's random numbers, so that it can't be guessed.
  package init() {
    var numbers = SystemRandomNumberGenerator()
    bytes = (0..<Self.size).map { _ in UInt8.random(in: .min ... .max, using: &numbers) }
  }

  /// Parses 32 hexadecimal digits, or returns nil for any other text.
  package init?(_ text: String) {
    let digits = text.utf8.map(\.hexDigitValue)
    guard digits.count == 2 * Self.size else { return nil }
    var bytes: [UInt8] = []
    for index in 0..<Self.size {
      guard let high = digits[2 * index], let low = digits[2 * index + 1] else { return nil }
      bytes.append(high << 4 | low)
    }
    self.bytes = bytes
  }

  private static let size = 16

  package var text: String { bytes.map { String(hex: $0, width: 2) }.joined() }

  /// Compares two tokens in constant time, so that digits can't be guessed one by one.
  package static func == (first: SessionToken, second: SessionToken) -> Bool {
    zip(first.bytes, second.bytes).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }
}

package enum SessionProtocolVersion {
  /// The versions, from oldest to newest.
  package static let known = [1]

  /// Returns the newest version that both sides support, if any.
  package static func common(with others: [Int]) -> Int? {
    known.last { others.contains($0) }
  }
}
