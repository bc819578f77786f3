import MockData
import Testing

/// Secrets that a recording finds without a secret name.
@Suite struct SecretShapeTests {
  /// Random numbers that are the same in each run.
  private struct Numbers: RandomNumberGenerator {
    var state: UInt64 = 7

    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (state >> 16) ^ (state << 31)
    }

    mutating func text(_ count: Int, of characters: String) -> String {
      let all = Array(characters)
      return String((0..<count).map { _ in all[Int(next() % UInt64(all.count))] })
    }

    mutating func token(_ count: Int) -> String {
      // One character of each kind, so that no token happens to be a word.
      text(count - 6, of: Self.letters + Self.letters.uppercased() + "0123456789") + "a7Bx9Q"
    }

    mutating func card() -> String {
      let digits = [4, 5] + (0..<13).map { _ in Int(next() % 10) }
      let sum = digits.reversed().enumerated().reduce(0) { sum, digit in
        let value = digit.element * (digit.offset % 2 == 0 ? 2 : 1)
        return sum + (value > 9 ? value - 9 : value)
      }
      return (digits + [(10 - sum % 10) % 10]).map(String.init).joined()
    }

    static let letters = "abcdefghijklmnopqrstuvwxyz"
  }

  /// Twenty kinds of secrets, by name.
  private static func secret(_ kind: Int, _ numbers: inout Numbers) -> (
    shown: String, secret: String
  ) {
    func whole(_ text: String) -> (String, String) { (text, text) }
    let token = numbers.token(32)
    switch kind {
    case 0: return ("Bearer \(token)", token)
    case 1:
      let pair = Array("ada:\(numbers.token(12))".utf8).base64
      return ("Basic \(pair)", pair)
    case 2:
      return whole(
        "eyJhbGciOiJIUzI1NiJ9.\(numbers.token(24)).\(numbers.token(30))")
    case 3: return whole("hvs.\(token)")
    case 4: return whole("sk-proj-\(token)")
    case 5: return whole("sk_live_\(numbers.token(24))")
    case 6: return whole("ghp_\(numbers.token(36))")
    case 7: return whole("github_pat_\(numbers.token(22))")
    case 8: return whole("xoxb-\(numbers.text(12, of: "0123456789"))-\(numbers.token(24))")
    case 9: return whole("AKIA\(numbers.text(15, of: "ABCDEFGHIJKLMNOP234567"))4")
    case 10: return whole("AIza\(numbers.token(35))")
    case 11: return whole("ya29.\(numbers.token(40))")
    case 12: return whole("glpat-\(numbers.token(20))")
    case 13: return whole(numbers.card())
    case 14:
      let card = numbers.card()
      let groups = stride(from: 0, to: 16, by: 4).map { String(card.dropFirst($0).prefix(4)) }
      return whole(groups.joined(separator: " "))
    case 15:
      let password = numbers.token(12)
      return ("https://ada:\(password)@example.com/x", password)
    case 16: return ("https://example.com/?api_key=\(token)&page=2", token)
    case 17: return ("session=1; token=\(token)", token)
    case 18:
      return ("-----BEGIN PRIVATE KEY-----\n\(token)\n-----END PRIVATE KEY-----", token)
    default: return whole("whsec_\(numbers.token(28))")
    }
  }

  /// Sixteen places for a secret in a value.
  private static func value(_ place: Int, _ text: String) throws -> AnyCodableValue {
    let json = try JSONWriter(style: .compact).string(from: ["inner": .string(text)])
    switch place {
    case 0: return .string(text)
    case 1: return ["note": .string(text)]
    case 2: return ["items": [1, .string(text)]]
    case 3: return ["a": ["b": ["c": .string(text)]]]
    case 4: return .string("see \(text) for more")
    case 5: return .string("<p>\(text)</p>")
    case 6: return .string(json)
    case 7: return ["body": .string(json)]
    case 8: return .string(Array(json.utf8).base64)
    case 9: return ["blob": .string(Array(text.utf8).base64)]
    case 10: return ["headers": ["x-anything": .string(text)]]
    case 11: return ["headers": [["name": "X-Auth-Token", "value": .string(text)]]]
    case 12: return .string("got \"\(text)\"")
    case 13: return ["error": .string("refused: \(text)")]
    case 14: return ["list": [["deep": .string(json)]]]
    default: return .string("GET /reset/\(text)/confirm")
    }
  }

  @Test("All 320 secrets of twenty kinds are redacted", arguments: 0..<20)
  func planted(kind: Int) throws {
    var numbers = Numbers(state: UInt64(kind) * 977 + 3)
    for place in 0..<16 {
      let (shown, secret) = Self.secret(kind, &numbers)
      let redaction = Redaction(style: .sameLength, findsShapes: true)
      let value = try Self.value(place, shown)
      let text = try JSONWriter(style: .compact).string(from: redaction.redacted(value))
      #expect(!text.contains(secret), "place \(place): \(text)")
      #expect(!text.contains(Array(secret.utf8).base64.prefix(20)), "place \(place): \(text)")
      // A secret that was seen once is recognized in other forms too.
      let later = redaction.redacted(.string("and \(secret) again"))
      #expect(!"\(later)".contains(secret), "place \(place)")
    }
  }

  @Test("Checksums and repeated letters aren't possible secrets")
  func harmless() {
    let sum = "9e107d9d372bb6826bd81d3542a419d6"
    #expect(
      UnknownSecrets.places(in: [
        "ETag": .string("\"\(sum)\""), "md5": .string(sum), "Content-MD5": .string(sum),
        "text": .string(String(repeating: "x", count: 60)),
      ]).isEmpty)
    #expect(UnknownSecrets.places(in: [["other": .string(sum)]]).map(\.path) == ["[0].other"])
  }

  @Test("Short secrets have distinct placeholders")
  func short() {
    let redaction = Redaction(style: .sameLength, findsShapes: true)
    let shown = "abcdefghijklmnopqrstuvwxyz".map {
      redaction.redacted(String($0), named: "token")
    }
    #expect(Set(shown).count == 26 && shown.prefix(9).allSatisfy { $0.count == 1 }, "\(shown)")
  }

  @Test(
    "Values that aren't secrets are kept",
    arguments: [
      "3f2504e0-4f89-41d3-9a0c-0305e82c3301", "2026-11-25T13:14:15Z", "green tea",
      "InternationalizationService", "https://api.example.com/users/42?page=2", "order-2026-000123",
      "4111 1111 1111 1112", "1700000000", "application/vnd.api+json",
      "the-quick-brown-fox-jumps-over",
      "/usr/share/locale/de/LC_MESSAGES", "Bearer of good news", "SGVsbG8gd29ybGQ=", "#ff8800",
      "kCFErrorDomainCFNetwork", "com.example.BankingApp.widgets", "+49 30 901820", "Basic plan",
    ])
  func plain(text: String) {
    let redaction = Redaction(style: .sameLength, findsShapes: true)
    #expect(redaction.redacted(["note": .string(text)]) == ["note": .string(text)])
  }
}
