import Testing

@testable import MockConfiguration

/// What expressions may not say, and the message.
@Suite struct RegexRefusalTests {
  struct Sample: CustomTestStringConvertible, Sendable {
    var pattern: String
    /// What follows ``the regular expression `...` is wrong``.
    var message: String
    var testDescription: String { pattern }

    init(_ pattern: String, _ message: String) {
      self.pattern = pattern
      self.message = message
    }
  }

  @Test("What is not supported is refused with a remedy", arguments: unsupported)
  func refusal(_ sample: Sample) throws {
    try check(sample)
  }

  @Test("A mistake is told with its place and a remedy", arguments: mistakes)
  func message(_ sample: Sample) throws {
    try check(sample)
  }

  private func check(_ sample: Sample) throws {
    let problem = try #require(throws: MockRegexProblem.self) { try LinearRegex(sample.pattern) }
    #expect(
      problem.description == "the regular expression `\(sample.pattern)` is wrong\(sample.message)")
    #expect(problem.pattern == sample.pattern)
  }

  private static let doubled = "; JSON doubles each backslash"
  private static let function = "write a function with `$where`"
  private static let both =
    #"write two conditions: `{"$and": [{"$regex": "..."}, {"$regex": "..."}]}`"#
  private static let butNot =
    #"write two conditions: `{"$regex": "...", "$not": {"$regex": "..."}}`"#
  private static let options =
    "the options are `i`, `m`, `s`, `x`, `n`, `U`, `D`, `W`, `S` and `P`"

  private static let unsupported = [
    Sample(
      #"(a)\1"#,
      #" at character 4: `\1` refers back to a group, which is not supported; "# + function),
    Sample(
      #"(?<n>a)\k<n>"#,
      #" at character 8: `\k` refers back to a group, which is not supported; "# + function),
    Sample(
      #"(a)\g1"#,
      #" at character 4: `\g` refers back to a group, which is not supported; "# + function),
    Sample(
      "(?<n>a)(?P=n)",
      " at character 8: `(?P=` refers back to a group, which is not supported; " + function),
    Sample("a(?=b)", " at character 2: `(?=` looks ahead, which is not supported; " + both),
    Sample("a(?!b)", " at character 2: `(?!` looks ahead, which is not supported; " + butNot),
    Sample(
      "(?<=a)b",
      " at character 1: `(?<=` looks behind, which is not supported; "
        + "write what comes before as a part of the expression: `ab` for `(?<=a)b`"),
    Sample("(?<!a)b", " at character 1: `(?<!` looks behind, which is not supported; " + butNot),
    Sample(
      "(?>a)",
      " at character 1: atomic groups are not supported; "
        + "write `(?:...)`: nothing is tried twice here"),
    Sample(
      "a++",
      " at character 3: `++` is possessive, which is not supported; "
        + "write `+`: nothing is tried twice here"),
    Sample(
      "a{2,3}+",
      " at character 7: `{2,3}+` is possessive, which is not supported; "
        + "write `{2,3}`: nothing is tried twice here"),
    Sample(
      "(a)?(?(1)b|c)",
      " at character 5: conditionals are not supported; write both cases with `|`"),
    Sample(
      "(?R)",
      " at character 1: `(?R` repeats a group's expression, which is not supported; " + function),
    Sample(
      "(a)(?-1)",
      " at character 4: `(?-1` repeats a group's expression, which is not supported; " + function),
    Sample(
      "(?<n>a)(?&n)",
      " at character 8: `(?&` repeats a group's expression, which is not supported; " + function),
    Sample(
      #"(?<n>a)\g<n>"#,
      #" at character 8: `\g` repeats a group's expression, which is not supported; "# + function),
    Sample(
      "(?C1)",
      " at character 1: what begins with `(?C` is not supported; write `(?:...)`, or remove it"),
    Sample(
      "(?|a)",
      " at character 1: what begins with `(?|` is not supported; write `(?:...)`, or remove it"),
    Sample(
      "(*ACCEPT)",
      " at character 1: what begins with `(*` is not supported; write `(?:...)`, or remove it"),
    Sample(#"a\Kb"#, #" at character 2: `\K` is not supported; remove it"#),
    Sample(#"\y"#, #" at character 1: `\y` is not supported; remove it"#),
    Sample("(?u)a", " at character 3: the option `u` is not supported; " + options),
    Sample("(?iw:a)", " at character 4: the option `w` is not supported; " + options),
    Sample(
      #"\p{Script=Greek}"#,
      " at character 1: `Script=Greek` names a script or a block, which are not supported; "
        + "write ranges, such as `[α-ω]`"),
  ]

  private static let mistakes = [
    Sample(
      "a(",
      #" at character 2: the group is not closed; add `)`, or write `\(` for the character"#
        + doubled),
    Sample(
      "a)",
      #" at character 2: no group is open here; remove the `)`, or write `\)` for the character"#
        + doubled),
    Sample(
      "[a",
      #" at character 1: `[` lacks its `]`; add `]`, or write `\[` for the character"# + doubled),
    Sample(
      "[]",
      #" at character 1: the class has no members; write a member, or `\]` where that is meant to be one"#
        + doubled),
    Sample(
      "[a&&]",
      #" at character 1: the class has no members; write a member, or `\]` where that is meant to be one"#
        + doubled),
    Sample("(?#a", " at character 1: `(?#` lacks its `)`; add `)`"),
    Sample(#"\p{L"#, #" at character 1: `\p{` lacks its `}`; add `}`"#),
    Sample(#"\pL"#, #" at character 1: `\p` lacks its `{...}`; add `{...}`"#),
    Sample(#"\u{41"#, #" at character 1: `\u{` lacks its `}`; add `}`"#),
    Sample("(?<n", " at character 3: `<` lacks its `>`; add `>`"),
    Sample(
      "(?@a)",
      #" at character 1: `(?@` begins no group that is known; write `(?:...)`, or `\(` for the character"#
        + doubled),
    Sample("(?iq)", " at character 4: unknown option `q`; " + options),
    Sample(
      #"a\q"#,
      #" at character 2: `\q` has no meaning; write `q`, or `\\` where a backslash is meant"#
        + doubled),
    Sample(
      #"[\1]"#,
      #" at character 2: `\1` has no meaning; write `1`, or `\\` where a backslash is meant"#
        + doubled),
    Sample(
      #"\p{Uppercas}"#,
      " at character 1: unknown property `Uppercas`; did you mean `uppercase`?"),
    Sample(
      "[[:alpa:]]", " at character 2: unknown property `alpa`; did you mean `alnum`?"),
    Sample(
      #"\p{X}"#,
      " at character 1: unknown property `X`; "
        + "write one of Unicode's properties or categories, such as `L`; scripts are none of them"),
    Sample(
      #"a\"#,
      #" at character 2: nothing follows the backslash; write `\\` for a backslash"# + doubled),
    Sample(
      "a|*",
      #" at character 3: `*` has nothing to repeat; write what it repeats before it, or `\*` for the character"#
        + doubled),
    Sample(
      "a**",
      #" at character 3: `*` has nothing to repeat; write what it repeats before it, or `\*` for the character"#
        + doubled),
    Sample(
      "^{2}",
      #" at character 2: `{2}` has nothing to repeat; write what it repeats before it, or `\{` for the character"#
        + doubled),
    Sample("a{3,2}", " at character 2: 3 is greater than 2; write `{2,3}`"),
    Sample(
      "a{65536}", " at character 2: `65536` is more than 65535 times; write a number up to 65535"),
    Sample("[z-a]", " at character 2: the range `z-a` is reversed; write the lower bound first"),
    Sample(
      #"[\d-z]"#,
      #" at character 2: `\d-z` is no range of single characters; write `\-` where a dash is meant"#
        + doubled),
    Sample(
      "[a-[b]]",
      " at character 2: a range cannot end with a class; write `--` to take a class away"),
    Sample(
      #"\u{110000}"#,
      #" at character 1: `\u{110000}` is no Unicode scalar; "#
        + "write a hexadecimal number up to 10FFFF that is no surrogate"),
    Sample(
      #"\x"#,
      #" at character 1: `\x` is incomplete; write two hexadecimal digits: `\x41`"# + doubled),
    Sample(
      #"\u12"#,
      #" at character 1: `\u12` is incomplete; write four hexadecimal digits: `\u0041`"# + doubled),
    Sample(
      #"\U1234"#,
      #" at character 1: `\U1234` is incomplete; write eight hexadecimal digits: `\U00000041`"#
        + doubled),
    Sample(
      #"\o1"#,
      #" at character 1: `\o` is incomplete; write octal digits in braces: `\o{101}`"# + doubled),
    Sample(#"\cé"#, #" at character 1: `\c` is incomplete; write a letter: `\cA`"# + doubled),
    Sample(
      "(?<1a>b)",
      " at character 4: `1a` is no name for a group; write letters, digits and `_`, and no digit first"
    ),
    Sample(
      "(?<n>a)(?<n>b)",
      " at character 8: two groups have the name `n`; rename one of them, or write `(?:...)`"),
    Sample(
      "[\u{301}a]",
      " at character 1: `[\u{301}` is a sign with a combining mark on it; "
        + #"write the mark by its number, such as `\u{301}`"# + doubled),
  ]

  @Test(
    "An expression beyond a limit is refused",
    arguments: [
      (String(repeating: "(", count: 64), "groups or classes are nested more than 64 deep"),
      (String(repeating: "[", count: 65), "groups or classes are nested more than 64 deep"),
      (
        "[a" + String(repeating: "&&b", count: 64) + "]",
        "groups or classes are nested more than 64 deep"
      ),
      ("(a{1000}){1000}", "it needs more than 5000 states"),
      ("(?:(?:(?:ab){99}){99}){99}", "it needs more than 5000 states"),
      (String(repeating: ".{60000}", count: 6), "it needs more than 5000 states"),
      (String(repeating: "é", count: 5001), "it needs more than 5000 states"),
      (String(repeating: "a", count: 65537), "it is longer than 65536 bytes"),
    ])
  func limits(pattern: String, statement: String) throws {
    let problem = try #require(throws: MockRegexProblem.self) { try LinearRegex(pattern) }
    #expect(problem.statement.hasSuffix(statement))
    #expect(problem.description.count < 300)
  }

  @Test("Repeating what takes no character costs nothing")
  func emptyRepetitions() throws {
    #expect(try LinearRegex("(?:(?:(?:){65535}){65535}){65535}a").isFound(in: "a"))
  }

  @Test("A message shows the part around the mistake, in one line, and no more")
  func excerpt() throws {
    let long = String(repeating: "abcdefghij", count: 100)
    let problem = try #require(throws: MockRegexProblem.self) { try LinearRegex(long + ")" + long) }
    #expect(problem.position == 1001)
    #expect(
      problem.statement == "the regular expression `...abcdefghijabcdefghijabcdefghij)"
        + "abcdefghijabcdefghijabcdefghi...` is wrong at character 1001: no group is open here")
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

  @Test("Remedies are in the words of the notation")
  func notations() throws {
    func remedy(_ pattern: String) throws -> String {
      try #require(throws: MockRegexProblem.self) { try LinearRegex(pattern) }
        .suggestion(in: .lua)
    }
    #expect(
      try remedy("a(?=b)") == #"write two conditions: `is.both(is.regex "...", is.regex "...")`"#)
    #expect(
      try remedy("a(?!b)")
        == #"write two conditions: `is.both(is.regex "...", is.no(is.regex "..."))`"#)
    #expect(
      try remedy(#"(a)\1"#)
        == "write a function of the arguments: `when(function(args) return ... end, ...)`")
    #expect(
      try remedy("(a{1000}){1000}")
        == #"repeat less often, or write several expressions: `is.either(is.regex "...", ...)`"#)
    #expect(
      try remedy("a(")
        == #"add `)`, or write `\(` for the character; long brackets keep backslashes: `is.regex [[^\d+$]]`"#
    )
  }
}
