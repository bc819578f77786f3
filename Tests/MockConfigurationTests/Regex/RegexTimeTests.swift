import Testing

@testable import MockConfiguration

/// How long a search takes, counted in steps.
@Suite struct RegexTimeTests {
  /// The steps of a search.
  private func steps(_ pattern: String, _ text: String) throws -> Int {
    let regex = try LinearRegex(pattern)
    var steps = 0
    let isFound = regex.isFound(in: text) { steps += $0 }
    #expect(!isFound)
    return steps
  }

  @Test(
    "What makes others try without end takes a few steps for each character",
    arguments: [
      ("^(a+)+$", 5), ("(a|a)*b", 10), ("(a*)*b", 10), ("(.*)(.*)(.*)x", 16), ("(a+a+)+y", 10),
      ("^(([a-z])+.)+[A-Z]([a-z])+$", 16), ("(a|aa)+$!", 14), ("a*a*a*a*a*a*a*a*b", 42),
      ("(?:a{9,90}){5}b", 20), ("a?a?a?a?a?a?a?a?a?a?aaaaaaaaaab", 60), ("(?i)(é|a)*b", 12),
    ])
  func pathological(pattern: String, perCharacter: Int) throws {
    let short = try steps(pattern, String(repeating: "a", count: 1000) + "!")
    #expect(short <= 1002 * perCharacter)
    let long = try steps(pattern, String(repeating: "a", count: 10_000) + "!")
    #expect(long <= 10_002 * perCharacter)
  }

  @Test("Large counts take a step for 64 of them")
  func counted() throws {
    let text = String(repeating: "a", count: 2000)
    #expect(try steps("a{0,60000}b", text) <= 2001 * (60_000 / 64 + 10))
    #expect(try steps("[ab]*a[ab]{1000}c", text) <= 2001 * (1000 / 64 + 20))
  }

  @Test("The largest expressions take no more steps for a character than they have states")
  func largest() throws {
    let text = String(repeating: "a", count: 100)
    for pattern in ["(?:a?){2400}b", "(?:a?b?){1200}c", "(?:(?:a|b|c){1,2}){300}d"] {
      #expect(try steps(pattern, text) <= 101 * 2 * RegexCompiler.sizeLimit)
    }
  }

  @Test("A long character is looked at once, however many members a class has")
  func longCharacters() throws {
    let members = (0..<500).map { "\\u{\(String(0x4E00 + $0 * 7, radix: 16))}\u{3041}" }.joined()
    let text = String(repeating: "e" + String(repeating: "\u{301}", count: 100), count: 50)
    #expect(try steps("[\(members)]{1,9}x", text) <= 50 * 2000)
  }

  @Test("A literal is found in as many steps as the text has bytes")
  func literal() throws {
    let text = String(repeating: "a", count: 5000)
    #expect(try steps(String(repeating: "a", count: 2000) + "b", text) == 5000)
  }

  @Test("What the report throws ends a search")
  func interruption() throws {
    struct Interruption: Error {}
    let regex = try LinearRegex("(?:a?){2400}b")
    var reports = 0
    #expect(throws: Interruption.self) {
      try regex.isFound(in: String(repeating: "a", count: 100_000)) { steps in
        reports += 1
        #expect(steps <= RegexMatcher.stepsPerReport + 3 * RegexCompiler.sizeLimit)
        if reports == 3 { throw Interruption() }
      }
    }
    #expect(reports == 3)
  }

  @Test("Any number of threads may share an expression")
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
