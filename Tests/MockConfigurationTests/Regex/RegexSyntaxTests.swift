import Testing

@testable import MockConfiguration

/// What expressions may say, and what they then find.
@Suite struct RegexSyntaxTests {
  struct Sample: CustomTestStringConvertible, Sendable {
    var pattern: String
    var found: [String]
    var missing: [String]
    var testDescription: String { pattern }

    init(_ pattern: String, in found: [String], notIn missing: [String] = []) {
      self.pattern = pattern
      self.found = found
      self.missing = missing
    }
  }

  @Test("Each construct finds what it describes", arguments: literals + sets + structure + options)
  func syntax(_ sample: Sample) throws {
    let regex = try LinearRegex(sample.pattern)
    for text in sample.found {
      #expect(regex.isFound(in: text), "not found in \(text.debugDescription)")
    }
    for text in sample.missing {
      #expect(!regex.isFound(in: text), "found in \(text.debugDescription)")
    }
  }

  private static let literals = [
    Sample("", in: ["", "a"]),
    Sample("b", in: ["abc"], notIn: ["", "a", "B"]),
    Sample("a.c", in: ["xabcx", "aéc"], notIn: ["ac", "a\nc"]),
    Sample(#"a\.c"#, in: ["a.c"], notIn: ["abc"]),
    Sample(#"\n\t\r\e\f\a"#, in: ["\n\t\r\u{1B}\u{C}\u{7}"], notIn: ["ntrefa"]),
    Sample(#"\x41\x{42}\u0043\u{44}\U00000045\o{106}\0107"#, in: ["ABCDEFG"]),
    Sample(#"\x4\0"#, in: ["\u{4}\0"]),
    Sample(#"\u{1F469 200D 1F467}"#, in: ["👩‍👧"], notIn: ["👩"]),
    Sample(#"\N{U+1F600}\N{grinning face}"#, in: ["😀😀"], notIn: ["😀", "😁😁"]),
    Sample(#"\cA\ca\c[\c?"#, in: ["\u{1}\u{1}\u{1B}\u{7F}"]),
    Sample(#"\Qa.*\E+"#.replacing("+", with: "b"), in: ["a.*b"], notIn: ["aXXb"]),
    Sample(#"\Qa|"#, in: ["a|"], notIn: ["a"]),
    Sample("x(?#a comment)y", in: ["xy"], notIn: ["x(?#a comment)y"]),
    Sample("a{", in: ["a{"]), Sample("a{x}{,}", in: ["a{x}{,}"]), Sample("]}", in: ["]}"]),
  ]

  private static let sets = [
    Sample("[abc]", in: ["b"], notIn: ["d", ""]),
    Sample("[^abc]", in: ["d", "é", "\n"], notIn: ["a", "cab"]),
    Sample("[a-cx-z_]", in: ["b", "y", "_"], notIn: ["d", "-"]),
    Sample("[-a]", in: ["-", "a"]), Sample("[a-]", in: ["-", "a"], notIn: ["b"]),
    Sample(#"[\]\-\\^.$]"#, in: ["]", "-", "\\", "^", ".", "$"], notIn: ["a"]),
    Sample(#"[\b\x41\u{43}]"#, in: ["\u{8}", "A", "C"], notIn: ["b", "B"]),
    Sample(#"[\Qa-c\E]"#, in: ["a", "-", "c"], notIn: ["b"]),
    Sample("[a[bc]]", in: ["a", "c"], notIn: ["d"]),
    Sample("[a-z&&[aeiou]]", in: ["e"], notIn: ["b", "E"]),
    Sample("[a-z--[aeiou]]", in: ["b"], notIn: ["e", "B"]),
    Sample("[a-m~~[h-z]]", in: ["a", "z"], notIn: ["h", "m"]),
    Sample("^[^a-z&&[aeiou]]$", in: ["b", "1"], notIn: ["a"]),
    Sample("[[:alpha:]]", in: ["a", "é", "日"], notIn: ["1", "_"]),
    Sample("[[:^alpha:]_]", in: ["1", "_"], notIn: ["a"]),
    Sample("[:digit:]", in: ["1", "٤"], notIn: ["a", "½"]),
    Sample("^[[:upper:][:punct:]]+$", in: ["A!"], notIn: ["a"]),
    Sample("^[[:xdigit:]]+$", in: ["09afAF"], notIn: ["g"]),
    Sample("^[[:blank:]]+$", in: [" \t"], notIn: ["\n"]),
    Sample("[[:cntrl:]]", in: ["\u{1}"], notIn: ["a"]),
    Sample("[[:graph:]]", in: ["a"], notIn: [" ", "\n"]),
    Sample("[[:print:]]", in: [" "], notIn: ["\n"]),
    Sample("[[:word:]]", in: ["a", "-", "1"], notIn: ["!"]),
    Sample("[[:alnum:]]", in: ["a", "1"], notIn: ["_"]),
    Sample("[[:space:]]", in: ["\n"], notIn: ["a"]),
    Sample(#"^\d+$"#, in: ["0123456789", "٤", "½"], notIn: ["12a", ""]),
    Sample(#"^\D$"#, in: ["a", "_"], notIn: ["1"]),
    Sample(#"^\w+$"#, in: ["aé日_1"], notIn: ["a b", "-"]),
    Sample(#"^\W$"#, in: ["-", " "], notIn: ["a"]),
    Sample(#"^\s\S$"#, in: [" a", "\u{A0}b", "\r\nc"], notIn: ["a "]),
    Sample(#"^\h\H$"#, in: ["\ta", "\u{3000}\n"], notIn: ["\na"]),
    Sample(#"^\v\V$"#, in: ["\na", "\r\na", "\u{2028} "], notIn: [" a"]),
    Sample(#"^\R$"#, in: ["\n", "\r", "\r\n", "\u{85}", "\u{2029}"], notIn: ["\n\n", " "]),
    Sample(#"^\X\X$"#, in: ["ab", "👩‍👧\r\n", "e\u{301}\n"], notIn: ["a", "abc"]),
    Sample(#"^\N$"#, in: ["a"], notIn: ["\n", "\r\n"]),
    Sample(#"^\p{Lu}\p{Ll}\p{L}\P{L}$"#, in: ["AbC1"], notIn: ["abC1", "AbCd"]),
    Sample(#"^\p{^Lu}$"#, in: ["a"], notIn: ["A"]), Sample(#"^\P{^Lu}$"#, in: ["A"], notIn: ["a"]),
    Sample(#"^\p{gc=Uppercase_Letter}\p{Is Alphabetic}$"#, in: ["Aa"], notIn: ["aA"]),
    Sample(#"^\p{alphabetic=no}$"#, in: ["1"], notIn: ["a"]),
    Sample(#"^\p{Emoji_Presentation}$"#, in: ["😀"], notIn: ["a"]),
    Sample(#"^\p{White_Space}\p{Any}\p{ASCII}\p{Assigned}$"#, in: [" éaé"], notIn: [" aéa"]),
    Sample(#"^\p{age=1.1}\p{nt=Decimal}\p{nv=0.5}\p{name=DIGIT ONE}$"#, in: ["a1½1"]),
    Sample(#"^\p{ccc=230}$"#, in: ["\u{301}"], notIn: ["a"]),
    Sample(#"^[\p{L}\d--[a-z]]$"#, in: ["A", "1"], notIn: ["a"]),
  ]

  private static let structure = [
    Sample("^b", in: ["b", "ba"], notIn: ["ab", "a\nb"]),
    Sample("b$", in: ["b", "ab"], notIn: ["ba", "b\n"]),
    Sample(#"\Ab\z"#, in: ["b"], notIn: ["b\n"]),
    Sample(#"b\Z"#, in: ["b", "b\n", "b\r\n"], notIn: ["b\n\n"]),
    Sample(#"\Gb"#, in: ["b"], notIn: ["ab"]),
    Sample(#"\bfoo\b"#, in: ["foo", "a foo b"], notIn: ["food", "afoo"]),
    Sample(#"o\Bo"#, in: ["foo"], notIn: ["o o"]),
    Sample("^$", in: [""], notIn: ["a"]),
    Sample("a|bc|", in: ["", "x"]), Sample("^(a|bc|)$", in: ["a", "bc", ""], notIn: ["b", "ab"]),
    Sample("(a)(?:b)(?<c>c)(?P<d>d)(?'e'e)", in: ["abcde"], notIn: ["abde"]),
    Sample("^(?:a|b)c$", in: ["ac", "bc"], notIn: ["a", "abc"]),
    Sample("^()$", in: [""], notIn: ["a"]),
    Sample("^a?$", in: ["", "a"], notIn: ["aa"]), Sample("^a*$", in: ["", "aaa"], notIn: ["b"]),
    Sample("^a+$", in: ["a", "aa"], notIn: [""]),
    Sample("^a{2}$", in: ["aa"], notIn: ["a", "aaa"]),
    Sample("^a{2,}$", in: ["aa", "aaaa"], notIn: ["a"]),
    Sample("^a{1,2}$", in: ["a", "aa"], notIn: ["", "aaa"]),
    Sample("^a{,2}$", in: ["", "aa"], notIn: ["aaa"]),
    Sample("^a{ 1 , 2 }$", in: ["aa"], notIn: ["aaa"]), Sample("^a{0}$", in: [""], notIn: ["a"]),
    Sample("^a*?a+?a??a{1,2}?$", in: ["aa", "aaaaa"], notIn: ["a"]),
    Sample("^(?:ab){2}$", in: ["abab"], notIn: ["ab", "ababab"]),
    Sample("^(?:a{2}b?){2,3}$", in: ["aabaa", "aaaab", "aaaaaab"], notIn: ["aab", "aabab"]),
    Sample("^(?:a|b{10}){3}$", in: ["aaa", "abbbbbbbbbba"], notIn: ["abbbbbbbbba"]),
    Sample("^.{9,11}$", in: ["123456789", "12345678901"], notIn: ["12345678", "123456789012"]),
    Sample("^[ab]{0,70}c$", in: ["c", String(repeating: "ab", count: 35) + "c"]),
    Sample("^[ab]{64}$", in: [String(repeating: "a", count: 64)], notIn: ["a"]),
    Sample("^[ab]{64}$", in: [], notIn: [String(repeating: "a", count: 65), ""]),
    Sample("^a{100,}b$", in: [String(repeating: "a", count: 120) + "b"], notIn: ["aab"]),
    Sample("x{12}x{12}", in: [String(repeating: "x", count: 24)]),
    Sample("x{12}x{12}", in: [], notIn: [String(repeating: "x", count: 23)]),
  ]

  private static let options = [
    Sample("(?i)straße", in: ["STRAßE", "straẞe"], notIn: ["strasse"]),
    Sample("(?i)[a-c]É", in: ["Bé"], notIn: ["dé"]), Sample("(?i)[^a]", in: ["b"], notIn: ["A"]),
    Sample("(?i)[à-ý]", in: ["É"], notIn: ["E"]), Sample("(?i)σ", in: ["Σ"]),
    Sample("a(?i)b|c", in: ["aB", "C"], notIn: ["AB"]),
    Sample("(a(?i)b)c", in: ["aBc"], notIn: ["aBC"]),
    Sample("(?i:a)b", in: ["Ab"], notIn: ["aB"]), Sample("(?i)a(?-i)b", in: ["Ab"], notIn: ["AB"]),
    Sample("(?i-s:a.)", in: ["Ab"], notIn: ["A\n"]), Sample("(?^:A)", in: ["A"], notIn: ["a"]),
    Sample("(?m)^b$", in: ["a\nb\nc", "a\r\nb"], notIn: ["ab"]),
    Sample("(?s)a.b", in: ["a\nb", "a\r\nb"]), Sample("(?)a", in: ["a"]),
    Sample("(?x) a b # c\n [ d e ] { 2 } ", in: ["abdede"], notIn: ["a b"]),
    Sample("(?x:a b)c d", in: ["abc d"], notIn: ["abcd"]),
    Sample("(?xx)a +", in: ["aa"]), Sample("(?nU)(a+)b", in: ["aab"]),
    Sample(#"(?D)^\d$"#, in: ["1"], notIn: ["٤"]), Sample(#"(?W)^\w$"#, in: ["a"], notIn: ["é"]),
    Sample(#"(?S)^\s$"#, in: ["\n"], notIn: ["\u{A0}"]),
    Sample(#"(?P)^\w\d\s$"#, in: ["a1 "], notIn: ["é1 ", "a٤ ", "a1\u{A0}"]),
  ]

  @Test("Groups may lie 64 deep, the expression counted, and so may classes")
  func depth() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "(?:", count: depth) + "a" + String(repeating: ")+", count: depth)
    }
    func classes(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + "a" + String(repeating: "]", count: depth)
    }
    for pattern in [nested(63), classes(64)] {
      #expect(try LinearRegex(pattern).isFound(in: "bab"))
    }
    for pattern in [nested(64), classes(65)] {
      #expect(throws: MockRegexProblem.self) { try LinearRegex(pattern) }
    }
  }
}
