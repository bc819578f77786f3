import FuzzChecks
import TestSupport
import Testing

@testable import MockConfiguration

/// A small subset of the fuzzer's checks with fixed seeds.
@Suite struct RegexOracleTests {
  @Test("Random expressions match where Swift's engine does", arguments: 0..<8)
  func oracle(seed: Int) {
    var generator = SeededGenerator(state: UInt64(seed))
    for _ in 0..<400 {
      let count = Int.random(in: 8...70, using: &generator)
      let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
      let sample = bytes.withUnsafeBytes { RegexSample($0) }
      let difference =
        RegexCheck.difference(sample.pattern, sample.text)
        ?? Self.differenceFromTree(sample.pattern, sample.text)
      if let difference { Issue.record("\(bytes): \(difference)") }
    }
  }

  @Test("Syntax followed by combining marks is rejected, or read as in Swift", arguments: 0..<4)
  func marks(seed: Int) {
    var generator = SeededGenerator(state: UInt64(seed))
    func random(_ parts: [String], _ count: ClosedRange<Int>) -> String {
      (0..<Int.random(in: count, using: &generator))
        .map { _ in parts.randomElement(using: &generator) ?? "" }.joined()
    }
    for _ in 0..<2000 {
      let pattern = random(Self.syntax, 2...9)
      guard (try? LinearRegex(pattern)) != nil else { continue }
      for text in [random(Self.marked, 0...3), random(Self.marked, 1...6)] {
        if let difference = RegexCheck.difference(pattern, text) { Issue.record("\(difference)") }
      }
    }
  }

  private static let marked = [
    "a", "b", "-", "]", "[", "\\", "\u{301}", "\u{600}", "\u{20E3}", "\u{200D}", "1", "é", "^",
  ]
  private static let syntax =
    marked + [
      "[", "]", "[", "]", "(", ")", "|", "*", "?", "+", "{", "}", "2", ",", ".", "$", "\\", "\\d",
      "\\p{L}", "\\x61", "[a-c]", "(?i)", "(?:", "\\]", "\\-", "&", "~", ":", "\u{903}",
      "\u{1F1E9}",
    ]

  /// Returns the difference from a minimal matcher that walks the syntax tree, or nil if there is none.
  private static func differenceFromTree(_ pattern: String, _ text: String) -> String? {
    guard let own = try? LinearRegex(pattern), let node = try? RegexParser.parse(pattern).node
    else {
      return nil
    }
    let isFound = own.isFound(in: text)
    return TreeMatcher(text).isFound(node) == isFound
      ? nil : "\(pattern.debugDescription) in \(text.debugDescription): \(isFound), tree not"
  }

  /// The known differences from Swift's engine, all of which are documented.
  @Test(
    "Swift's engine differs only as documented",
    arguments: [
      (#"[\r\n]"#, "\n", true), (#"[^\r\n]"#, "\n", false), (#"[^\r]"#, "\r\n", true),
      ("K", "\u{212A}", true), ("[à-ÿ]", "é\u{301}", true),
    ])
  func known(pattern: String, text: String, own: Bool) throws {
    #expect(try LinearRegex(pattern).isFound(in: text) == own)
    #expect(try (Regex(pattern).firstMatch(in: text) != nil) != own)
  }
}
