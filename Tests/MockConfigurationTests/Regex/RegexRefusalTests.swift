import Testing

@testable import MockConfiguration

/// Rejected expressions and their messages.
@Suite struct RegexRefusalTests {
  struct Sample: CustomTestStringConvertible, Sendable {
    var pattern: String
    /// What follows ``the regular expression `...` is invalid``.
    var message: String
    var testDescription: String { pattern }

    init(_ pattern: String, _ message: String) {
      self.pattern = pattern
      self.message = message
    }
  }

  @Test("Unsupported syntax is rejected with a suggestion", arguments: unsupported)
  func refusal(_ sample: Sample) throws {
    try check(sample)
  }

  @Test("A syntax error is reported with its position and a suggestion", arguments: errors)
  func message(_ sample: Sample) throws {
    try check(sample)
  }

  @Test(
    "A combining mark changes the syntax character next to it",
    arguments: ["[\u{600}]", "[\u{600}\\-z]", "a*\u{301}", "(\u{301}a)", "[\u{301}]", "\\d\u{301}"])
  func marks(pattern: String) {
    #expect(throws: MockRegexProblem.self) { try LinearRegex(pattern) }
  }

  private func check(_ sample: Sample) throws {
    let problem = try #require(throws: MockRegexProblem.self) { try LinearRegex(sample.pattern) }
    #expect(
      problem.description
        == "the regular expression `\(sample.pattern)` is invalid\(sample.message)")
    #expect(problem.pattern == sample.pattern)
  }

  private static let doubled = "; double each backslash in JSON"
  private static let function = "write a function with `$where`"
  private static let both =
    #"write two conditions: `{"$and": [{"$regex": "..."}, {"$regex": "..."}]}`"#
  private static let butNot =
    #"write two conditions: `{"$regex": "...", "$not": {"$regex": "..."}}`"#

  private static let number =
    #"write `\x` and two hexadecimal digits, `\u` and four, or `\u{1F600}`"# + doubled

  private static let bounds =
    #"write one Unicode scalar on each side, or `\-` for the character"# + doubled

  private static let unsupported = [
    Sample(
      #"(a)\1"#,
      #" at character 4: `\1` is a backreference, which is not supported; "# + function),
    Sample(
      #"(?<n>a)\k<n>"#,
      #" at character 8: `\k` is a backreference, which is not supported; "# + function),
    Sample(
      #"(a)\g1"#,
      #" at character 4: `\g` is a backreference, which is not supported; "# + function),
    Sample(
      "(?<n>a)(?P=n)",
      " at character 8: `(?P=` is a backreference, which is not supported; " + function),
    Sample("a(?=b)", " at character 2: `(?=` is a lookahead, which is not supported; " + both),
    Sample("a(?!b)", " at character 2: `(?!` is a lookahead, which is not supported; " + butNot),
    Sample("(?<=a)b", " at character 1: `(?<=` is a lookbehind, which is not supported; " + both),
    Sample("(?<!a)b", " at character 1: `(?<!` is a lookbehind, which is not supported; " + butNot),
    Sample(
      "(?>a)",
      " at character 1: `(?>` is not supported; write `(?:`, because there is no backtracking"),
    Sample(
      "a++", " at character 3: `++` is not supported; write `+`, because there is no backtracking"),
    Sample(
      "a{2,3}+",
      " at character 7: `{2,3}+` is not supported; write `{2,3}`, because there is no backtracking"),
    Sample(
      "(a)?(?(1)b|c)",
      " at character 5: `(?(` is not supported; write both cases with `|`"),
    Sample(
      "(?R)",
      " at character 1: `(?R` repeats a group's expression, which is not supported; " + function),
    Sample(
      "(?<n>a)(?&n)",
      " at character 8: `(?&` repeats a group's expression, which is not supported; " + function),
    Sample(
      #"(?<n>a)\g<n>"#,
      #" at character 8: `\g` repeats a group's expression, which is not supported; "# + function),
    Sample("a(?#b)", " at character 2: `(?#` is not supported; write nothing: remove it"),
    Sample("(?^i)a", " at character 1: `(?^` is not supported; write `(?-ims`"),
    Sample(
      "[[:alpha:]]",
      #" at character 2: `[:` is not supported; write ranges or categories, such as `a-z` or `\p{L}`"#
        + doubled),
    Sample(
      "^[:alpha:]+",
      #" at character 2: `[:` is not supported; write ranges or categories, such as `a-z` or `\p{L}`"#
        + doubled),
    Sample(
      "[a[bc]]",
      #" at character 3: `[` is not supported; write `\[` for the character, or the members of both classes"#
        + doubled),
    Sample(
      "[a-z&&b]",
      #" at character 5: `&&` is not supported; write the remaining members, or `\&` for the character"#
        + doubled),
    Sample(
      "[a--b]",
      #" at character 3: `--` is not supported; write the remaining members, or `\-` for the character"#
        + doubled),
    Sample(
      "[~~a]",
      #" at character 2: `~~` is not supported; write the remaining members, or `\~` for the character"#
        + doubled),
    Sample(#"a\Kb"#, #" at character 2: `\K` is not supported; write it without"#),
    Sample(#"\y"#, #" at character 1: `\y` is not supported; write `\b`"# + doubled),
    Sample(#"\h"#, #" at character 1: `\h` is not supported; write `[ \t]`"# + doubled),
    Sample(#"[\R]"#, #" at character 2: `\R` is not supported; write `[\n\r]`"# + doubled),
    Sample(#"\X"#, #" at character 1: `\X` is not supported; write `(?s:.)`"#),
    Sample(#"a\Z"#, #" at character 2: `\Z` is not supported; write `$`, or `\n?$`"# + doubled),
    Sample(
      #"\Qa.b\E"#, #" at character 1: `\Q` is not supported; write `\` before each sign"# + doubled),
    Sample(#"\07"#, #" at character 1: `\0` is not supported; write `\x00`"# + doubled),
    Sample(#"\e"#, #" at character 1: `\e` is not supported; write `\x1B`"# + doubled),
  ]

  private static let errors = [
    Sample(
      "a(",
      #" at character 2: the group is not closed; add `)`, or write `\(` for the character"#
        + doubled),
    Sample(
      "a)",
      #" at character 2: `)` has no matching `(`; remove the `)`, or write `\)` for the character"#
        + doubled),
    Sample(
      "[a",
      #" at character 1: `[` is missing its `]`; add `]`, or write `\[` for the character"#
        + doubled),
    Sample(
      "[]",
      #" at character 1: the character class is empty; write at least one character, or `\]` for a bracket"#
        + doubled),
    Sample(#"\p{L"#, #" at character 1: `\p{` is missing its `}`; add `}`"#),
    Sample(#"\pL"#, #" at character 1: `\p` is missing its `{...}`; add `{...}`"#),
    Sample(#"\u{41"#, #" at character 1: `\u{` is missing its `}`; add `}`"#),
    Sample("(?<n", " at character 3: `<` is missing its `>`; add `>`"),
    Sample(
      "(?@a)",
      #" at character 1: `(?@` doesn't begin a known group; write `(?:...)`, "#
        + #"one of the options `i`, `m`, and `s`, or `\(` for the character"# + doubled),
    Sample(
      "a(?ix)",
      #" at character 2: `(?ix` doesn't begin a known group; write `(?:...)`, "#
        + #"one of the options `i`, `m`, and `s`, or `\(` for the character"# + doubled),
    Sample(
      "a|(*b)",
      #" at character 4: `*` has nothing to repeat; write an expression before it, or `\*` for the character"#
        + doubled),
    Sample(
      "(?i)*",
      #" at character 5: `*` has nothing to repeat; write an expression before it, or `\*` for the character"#
        + doubled),
    Sample(
      #"a\q"#,
      #" at character 2: `\q` is an unknown escape; write `q`, or `\\` if you mean a backslash"#
        + doubled),
    Sample(
      #"[\1]"#,
      #" at character 2: `\1` is an unknown escape; write `1`, or `\\` if you mean a backslash"#
        + doubled),
    Sample(#"\p{Leter}"#, " at character 1: unknown category `Leter`; did you mean `Letter`?"),
    Sample(
      #"\p{Alphabetic}"#,
      " at character 1: unknown category `Alphabetic`; "
        + "write a general category of Unicode, such as `L`, or ranges, such as `[α-ω]`"),
    Sample(
      #"\p{Script=Greek}"#,
      " at character 1: unknown category `Script=Greek`; "
        + "write a general category of Unicode, such as `L`, or ranges, such as `[α-ω]`"),
    Sample(
      #"a\"#,
      #" at character 2: nothing follows the backslash; write `\\` for a backslash"# + doubled),
    Sample(
      "a|*",
      #" at character 3: `*` has nothing to repeat; write an expression before it, or `\*` for the character"#
        + doubled),
    Sample(
      "a**",
      #" at character 3: `*` has nothing to repeat; write an expression before it, or `\*` for the character"#
        + doubled),
    Sample(
      "^{2}",
      #" at character 2: `{2}` has nothing to repeat; write an expression before it, or `\{` for the character"#
        + doubled),
    Sample("a{3,2}", " at character 2: 3 is greater than 2; write `{2,3}`"),
    Sample(
      "a{1001}", " at character 2: `1001` repeats more than 1000 times; write a number up to 1000"),
    Sample("[z-a]", " at character 2: the range `z-a` is reversed; write the lower bound first"),
    Sample(
      #"[\d-z]"#,
      #" at character 2: `\d-z` isn't a range between two Unicode scalars; "# + bounds),
    Sample(
      "[a\u{301}-z]",
      " at character 2: `a\u{301}-z` isn't a range between two Unicode scalars; " + bounds),
    Sample(#"\u{110000}"#, #" at character 1: `\u{110000}` isn't a Unicode scalar; "# + number),
    Sample(#"\x{+41}"#, #" at character 1: `\x{+41}` isn't a Unicode scalar; "# + number),
    Sample(#"\x4"#, #" at character 1: `\x4` isn't a Unicode scalar; "# + number),
    Sample(#"\u12"#, #" at character 1: `\u12` isn't a Unicode scalar; "# + number),
    Sample(
      "[\u{301}a]",
      " at character 1: `[\u{301}` is a character with a combining mark; "
        + #"write the mark as an escape, such as `\u{301}`"# + doubled),
  ]

  @Test(
    "An expression that exceeds a limit is rejected",
    arguments: [
      (String(repeating: "(", count: 64), "groups are nested more than 64 levels deep"),
      ("(a{1000}){1000}", "it needs more than 5000 states"),
      ("(?:(?:(?:ab){99}){99}){99}", "it needs more than 5000 states"),
      (String(repeating: ".{1000}", count: 6), "it needs more than 5000 states"),
      (String(repeating: "é", count: 5001), "it needs more than 5000 states"),
      (String(repeating: "a", count: 65537), "it is longer than 65536 bytes"),
    ])
  func limits(pattern: String, statement: String) throws {
    let problem = try #require(throws: MockRegexProblem.self) { try LinearRegex(pattern) }
    #expect(problem.statement.hasSuffix(statement))
    #expect(problem.description.count < 300)
  }

  @Test("Repeating an empty match costs nothing")
  func emptyRepetitions() throws {
    #expect(try LinearRegex("(?:(?:(?:){1000}(?:b{0}){9}){1000}){1000}a").isFound(in: "a"))
  }

  @Test("A message shows only the part around the error, on one line")
  func excerpt() throws {
    let long = String(repeating: "abcdefghij", count: 100)
    let problem = try #require(throws: MockRegexProblem.self) { try LinearRegex(long + ")" + long) }
    #expect(problem.position == 1001)
    #expect(
      problem.statement == "the regular expression `...abcdefghijabcdefghijabcdefghij)"
        + "abcdefghijabcdefghijabcdefghi...` is invalid at character 1001: `)` has no matching `(`")
    let hidden = try #require(throws: MockRegexProblem.self) {
      try LinearRegex("a\n\u{202E}\u{1B}[" + String(repeating: "\u{1}", count: 500))
    }
    #expect(
      hidden.statement.hasPrefix(
        #"the regular expression `a\n\u{202E}\u{1B}[\u{1}\u{1}\u{1}\u{1}\u{1}"#))
    #expect(hidden.statement.count < 160)
    let marks = "[" + String(repeating: "\u{301}", count: 10_000)
    let combined = try #require(throws: MockRegexProblem.self) { try LinearRegex(marks) }
    #expect(combined.statement.count < 200)
  }

  @Test("Remedies use the notation of the expression")
  func notations() throws {
    func suggestion(_ pattern: String) throws -> String {
      try #require(throws: MockRegexProblem.self) { try LinearRegex(pattern) }
        .suggestion(in: .lua)
    }
    #expect(
      try suggestion("a(?=b)")
        == #"write two conditions: `is.all_of(is.regex "...", is.regex "...")`"#)
    #expect(
      try suggestion("a(?!b)")
        == #"write two conditions: `is.all_of(is.regex "...", is.anything_but(is.regex "..."))`"#)
    #expect(
      try suggestion(#"(a)\1"#)
        == "write a function of the arguments: `when(function(args) return ... end, ...)`")
    #expect(
      try suggestion("(a{1000}){1000}")
        == #"use smaller repetition counts, or write several expressions: `is.any_of(is.regex "...", ...)`"#
    )
    #expect(
      try suggestion("a(")
        == #"add `)`, or write `\(` for the character; long brackets keep backslashes: `is.regex [[^\d+$]]`"#
    )
  }
}
