internal import MockData

/// A secret that a test plants and searches for afterwards, one of 34 kinds with generated characters.
package struct PlantedSecret: Sendable {
  /// The secret with the text around it.
  package let shown: String
  package let secret: String

  package static let kinds = 34

  package init(kind: Int, number: Int) {
    var numbers = SeededGenerator(state: UInt64(kind) << 32 | UInt64(number))
    let token = numbers.token(32)
    var shown: String?
    switch kind {
    case 0: (shown, secret) = ("Bearer \(token)", token)
    case 1:
      secret = Array("ada:\(numbers.token(12))".utf8).base64
      shown = "Basic \(secret)"
    case 2: secret = "eyJhbGciOiJIUzI1NiJ9.\(numbers.token(24)).\(numbers.token(30))"
    case 3: secret = "hvs.\(token)"
    case 4: secret = "sk-proj-\(token)"
    case 5: secret = "sk_live_\(numbers.token(24))"
    case 6: secret = "ghp_\(numbers.token(36))"
    case 7: secret = "github_pat_\(numbers.token(22))"
    case 8: secret = "xoxb-\(numbers.text(12, of: "0123456789"))-\(numbers.token(24))"
    case 9: secret = "AKIA\(numbers.text(15, of: "ABCDEFGHIJKLMNOP234567"))4"
    case 10: secret = "AIza\(numbers.token(35))"
    case 11: secret = "ya29.\(numbers.token(40))"
    case 12: secret = "glpat-\(numbers.token(20))"
    case 13: secret = numbers.card()
    case 14:
      let card = numbers.card()
      secret = stride(from: 0, to: 16, by: 4).map { String(card.dropFirst($0).prefix(4)) }
        .joined(separator: " ")
    case 15:
      secret = numbers.token(12)
      shown = "https://ada:\(secret)@example.com/x"
    case 16: (shown, secret) = ("https://example.com/?api_key=\(token)&page=2", token)
    case 17: (shown, secret) = ("session=1; token=\(token)", token)
    case 18: secret = "ACME-\(numbers.text(8, of: "0123456789"))"
    case 19: secret = "npm_\(numbers.token(36))"
    case 20: secret = "SK\(numbers.text(31, of: "0123456789abcdef"))7"
    case 21: secret = "SG.\(numbers.token(22)).\(numbers.token(43))"
    case 22:
      secret = token
      let key = "-----BEGIN RSA PRIVATE KEY-----\n\(token)\n-----END RSA PRIVATE KEY-----"
      shown = "\(key)\n\(key.replacing("RSA ", with: ""))"
    case 23: (shown, secret) = (#"{"session":{"id":"\#(token)"}}"#, token)
    case 24: (shown, secret) = ("theme=dark; JSESSIONID=\(token)", token)
    case 25: (shown, secret) = (#"<input name="csrf_token" value="\#(token)">"#, token)
    case 26: (shown, secret) = ("<login><privateKey>\(token)</privateKey></login>", token)
    case 27:
      secret = numbers.text(8, of: "0123456789")
      shown = #"data: {"otp":\#(secret)}"#
    case 28: (shown, secret) = (#"{"card":{"cvv":"\#(token)"}}"#, token)
    case 29:
      secret = "DE\(numbers.text(20, of: "0123456789"))"
      shown = "name=Ada&iban=\(secret)&page=2"
    case 30: (shown, secret) = (#"<account user="ada" pin="\#(token)"/>"#, token)
    case 31:
      secret = token
      shown = "--b\r\nContent-Disposition: form-data; name=\"passwd\"\r\n\r\n\(token)\r\n--b--"
    case 32: (shown, secret) = (#"{"headers":{"X-Api-Key":"\#(token)"}}"#, token)
    default: secret = "whsec_\(numbers.token(28))"
    }
    self.shown = shown ?? secret
  }

  /// Whether a text contains the secret, unchanged or in base64, which can be nested.
  package func isLeft(in text: String, depth: Int = 3) -> Bool {
    if text.contains(secret) { return true }
    guard depth > 0 else { return false }
    let words = text.utf8.split { byte in
      !((0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
        || "+/=".utf8.contains(byte))
    }
    return words.contains { word in
      guard word.count >= 16, let inner = [UInt8](base64: Array(word)) else { return false }
      return isLeft(in: String(decoding: inner, as: UTF8.self), depth: depth - 1)
    }
  }
}

extension SeededGenerator {
  fileprivate mutating func text(_ count: Int, of characters: String) -> String {
    let all = Array(characters)
    return String((0..<count).map { _ in all[Int.random(in: 0..<all.count, using: &self)] })
  }

  fileprivate mutating func token(_ count: Int) -> String {
    let letters = "abcdefghijklmnopqrstuvwxyz"
    // The last characters are of all kinds, so that no token happens to be a word.
    return text(count - 6, of: letters + letters.uppercased() + "0123456789") + "a7Bx9Q"
  }

  fileprivate mutating func card() -> String {
    let digits = [4, 5] + (0..<13).map { _ in Int.random(in: 0..<10, using: &self) }
    let sum = digits.reversed().enumerated().reduce(0) { sum, digit in
      let value = digit.element * (digit.offset % 2 == 0 ? 2 : 1)
      return sum + (value > 9 ? value - 9 : value)
    }
    return (digits + [(10 - sum % 10) % 10]).map(String.init).joined()
  }
}
