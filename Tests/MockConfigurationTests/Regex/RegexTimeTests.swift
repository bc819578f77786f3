import Testing

@testable import MockConfiguration

/// The duration of a search, counted in steps.
@Suite struct RegexTimeTests {
  /// Returns the number of steps of a search.
  private func steps(_ pattern: String, _ text: String) throws -> Int {
    let regex = try LinearRegex(pattern)
    var steps = 0
    let isFound = regex.isFound(in: text) { steps += $0 }
    #expect(!isFound)
    return steps
  }

  @Test(
    "Expressions that make other engines backtrack endlessly take a few steps per character",
    arguments: [
      ("^(a+)+$", 8), ("(a|a)*b", 13), ("(a*)*b", 13), ("(.*)(.*)(.*)x", 18), ("(a+a+)+y", 13),
      ("^(([a-z])+.)+[A-Z]([a-z])+$", 16), ("(a|aa)+$!", 14), ("a*a*a*a*a*a*a*a*b", 42),
      ("(?:a{9,90}){5}b", 1750), ("a?a?a?a?a?a?a?a?a?a?aaaaaaaaaab", 63), ("(?i)(é|a)*b", 12),
    ])
  func pathological(pattern: String, perCharacter: Int) throws {
    let short = try steps(pattern, String(repeating: "a", count: 1000) + "!")
    #expect(short <= 1002 * perCharacter)
    let long = try steps(pattern, String(repeating: "a", count: 10_000) + "!")
    #expect(long <= 10_002 * perCharacter)
  }

  @Test("The largest expressions take no more steps per character than they have states")
  func largest() throws {
    let text = String(repeating: "a", count: 100)
    for pattern in ["(?:(?:a?){800}){3}b", "(?:a?b?){1000}c", "(?:(?:a|b|c){1,2}){300}d"] {
      #expect(try steps(pattern, text) <= 101 * 2 * RegexCompiler.sizeLimit)
    }
  }

  @Test("A character is read once, even if many states need it")
  func longCharacters() throws {
    let members = (0..<500).map { "\\u{\(String(0x4E00 + $0 * 7, radix: 16))}\u{3041}" }.joined()
    let text = String(repeating: "e" + String(repeating: "\u{301}", count: 100), count: 50)
    #expect(try steps("[\(members)]{1,9}x", text) <= 51 * 17_000)
  }

  @Test("A character with a million combining marks isn't compared with anything")
  func longestCharacter() throws {
    let text = "e" + String(repeating: "\u{301}", count: 1_000_000)
    let members = (0..<1000).map { String(Character(Unicode.Scalar(0x4E00 + $0) ?? "a")) }
    let ranges = members.dropLast().enumerated().map { "\($1)-\(members[$0 + 1])" }.joined()
    for pattern in ["[\(members.joined())]", "(?i)[\(ranges)]", "(?i)é|e\\u{301}\\u{302}"] {
      let duration = try ContinuousClock().measure { _ = try steps(pattern, text) }
      #expect(duration < .seconds(60))
    }
  }

  @Test("An error thrown by the progress report ends a search")
  func interruption() throws {
    struct Interruption: Error {}
    let regex = try LinearRegex("(?:(?:a?){800}){3}b")
    var reports = 0
    #expect(throws: Interruption.self) {
      try regex.isFound(in: String(repeating: "a", count: 100_000)) { steps in
        reports += 1
        #expect(steps <= RegexSearch.stepsPerReport + 3 * RegexCompiler.sizeLimit)
        if reports == 3 { throw Interruption() }
      }
    }
    #expect(reports == 3)
  }

  @Test("Any number of threads can share an expression")
  func concurrency() async throws {
    let patterns = [#"^(\w+)@(\w+)\.com$"#, "literal", "(?i)é{2,20}", #"\bx{10,}\b"#]
    let regexes = try patterns.map { try LinearRegex($0) }
    let texts = ["me@example.com", "a literal", "ÉéÉ", "a xxxxxxxxxxx b", "", "日本語", "\r\n"]
    let expected = regexes.map { regex in texts.map { regex.isFound(in: $0) } }
    #expect(expected.flatMap(\.self).count { $0 } == 4)
    await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<8 {
        group.addTask {
          (0..<200).allSatisfy { _ in
            regexes.map { regex in texts.map { regex.isFound(in: $0) } } == expected
          }
        }
      }
      for await isEqual in group { #expect(isEqual) }
    }
  }
}
