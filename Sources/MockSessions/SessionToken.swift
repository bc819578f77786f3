internal import MockData

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

  package var text: String {
    bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }

  /// Compares two tokens in constant time, so that digits can't be guessed one by one.
  package static func == (first: SessionToken, second: SessionToken) -> Bool {
    zip(first.bytes, second.bytes).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
