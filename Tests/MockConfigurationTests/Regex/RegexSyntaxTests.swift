import Testing

@testable import MockConfiguration

/// Supported expressions and the text that they match.
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

  @Test(
    "Each construct matches what it describes", arguments: literals + sets + structure + options)
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
    Sample(#"\n\t\r\f\-\/\ "#, in: ["\n\t\r\u{C}-/ "], notIn: ["ntrf"]),
    Sample(#"\x41\x{42}\u0043\u{44}\u{1F600}"#, in: ["ABCD😀"]),
    Sample(#"\u{1F469}\u{200D}\u{1F467}"#, in: ["👩‍👧"], notIn: ["👩"]),
    Sample("a{", in: ["a{"]), Sample("a{x}{,}", in: ["a{x}{,}"]), Sample("]}", in: ["]}"]),
    Sample("a{ 1 }", in: ["a{ 1 }"], notIn: ["a"]),
  ]

  private static let sets = [
    Sample("[abc]", in: ["b"], notIn: ["d", ""]),
    Sample("[^abc]", in: ["d", "é", "\n"], notIn: ["a", "cab"]),
    Sample("[a-cx-z_]", in: ["b", "y", "_"], notIn: ["d", "-"]),
    Sample("[:]", in: [":"], notIn: ["a"]), Sample(#"[:\:]"#, in: [":"], notIn: ["a"]),
    Sample("[-a]", in: ["-", "a"]), Sample("[a-]", in: ["-", "a"], notIn: ["b"]),
    Sample("^(?:^|a)+(^)*(?:$){1,2}b?$", in: ["", "a"], notIn: ["b"]),
    Sample(#"[\]\-\\^.$]"#, in: ["]", "-", "\\", "^", ".", "$"], notIn: ["a"]),
    Sample(#"[\b\x41\u{43}]"#, in: ["\u{8}", "A", "C"], notIn: ["b", "B"]),
    Sample(#"^[\x41-\u{43}à-ÿ]$"#, in: ["B", "é"], notIn: ["D", "e"]),
    Sample("^[α-ω一-龥]$", in: ["β", "日"], notIn: ["b"]),
    Sample(#"^\d+$"#, in: ["0123456789", "٤", "½"], notIn: ["12a", ""]),
    Sample(#"^\D$"#, in: ["a", "_"], notIn: ["1"]),
    Sample(#"^\w+$"#, in: ["aé日_1"], notIn: ["a b", "-"]),
    Sample(#"^\W$"#, in: ["-", " "], notIn: ["a"]),
    Sample(#"^\s\S$"#, in: [" a", "\u{A0}b", "\r\nc"], notIn: ["a "]),
    Sample(#"^\p{Lu}\p{Ll}\p{L}\P{L}$"#, in: ["AbC1"], notIn: ["abC1", "AbCd"]),
    Sample(#"^\p{Uppercase_Letter}\p{lowercase letter}\p{punctuation}$"#, in: ["Aa!"]),
    Sample(#"^\p{Sc}\p{N}\p{Zs}\p{Cc}$"#, in: ["€½ \n"], notIn: ["a½ \n"]),
    Sample(#"^[\p{L}\d-]+$"#, in: ["A-1"], notIn: ["_"]),
    Sample(#"^[^\p{L}\s]$"#, in: ["1"], notIn: ["a", " "]),
  ]

  private static let structure = [
    Sample("^b", in: ["b", "ba"], notIn: ["ab", "a\nb"]),
    Sample("b$", in: ["b", "ab"], notIn: ["ba", "b\n"]),
    Sample(#"\Ab\z"#, in: ["b"], notIn: ["b\n"]),
    Sample(#"\bfoo\b"#, in: ["foo", "a foo b", "foo's"], notIn: ["food", "afoo", "foo_"]),
    Sample(#"o\Bo"#, in: ["foo"], notIn: ["o o"]),
    Sample(#"^\b$"#, in: [], notIn: ["", "-"]), Sample(#"^\B$"#, in: [""], notIn: ["-"]),
    Sample("^$", in: [""], notIn: ["a"]), Sample("a^|b", in: ["b"], notIn: ["a"]),
    Sample("(^a|^b)c", in: ["ac", "bc"], notIn: ["xac"]),
    Sample("a|bc|", in: ["", "x"]), Sample("^(a|bc|)$", in: ["a", "bc", ""], notIn: ["b", "ab"]),
    Sample("(a)(?:b)(?<c>c)(?P<d>d)", in: ["abcd"], notIn: ["abd"]),
    Sample("^(?:a|b)c$", in: ["ac", "bc"], notIn: ["a", "abc"]),
    Sample("^()$", in: [""], notIn: ["a"]), Sample("^()*(|){3}a$", in: ["a"], notIn: ["b"]),
    Sample("^a?$", in: ["", "a"], notIn: ["aa"]), Sample("^a*$", in: ["", "aaa"], notIn: ["b"]),
    Sample("^a+$", in: ["a", "aa"], notIn: [""]),
    Sample("^a{2}$", in: ["aa"], notIn: ["a", "aaa"]),
    Sample("^a{2,}$", in: ["aa", "aaaa"], notIn: ["a"]),
    Sample("^a{1,2}$", in: ["a", "aa"], notIn: ["", "aaa"]),
    Sample("^a{,2}$", in: ["", "aa"], notIn: ["aaa"]),
    Sample("^a{0}$", in: [""], notIn: ["a"]),
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
    Sample("(?i-s:a.)", in: ["Ab"], notIn: ["A\n"]),
    Sample("(?m)^b$", in: ["a\nb\nc", "a\r\nb"], notIn: ["ab"]),
    Sample("(?s)a.b", in: ["a\nb", "a\r\nb"]), Sample("(?)a", in: ["a"]),
    Sample("(?is)A.b", in: ["a\nB"]),
    Sample("(?u)^.$", in: ["é", "a", "👩"], notIn: ["e\u{301}", "\r\n", "👩‍👧"]),
    Sample("(?u)e", in: ["e\u{301}"], notIn: ["é"]), Sample("(?u)a\u{301}$", in: ["a\u{301}"]),
    Sample("(?su)^a..b$", in: ["a\r\nb"], notIn: ["a\nb"]),
    Sample(#"(?u)^\r\n$"#, in: ["\r\n"], notIn: ["\n"]), Sample("(?iu)^É$", in: ["é"]),
    Sample("(?u)[🇩🇪]{2}", in: ["🇩🇪"]), Sample("(?u:^.)b", in: ["eb"], notIn: ["e\u{301}b"]),
  ]

  @Test("Groups can be nested 64 levels deep, including the expression")
  func depth() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "(?:", count: depth) + "a" + String(repeating: ")+", count: depth)
    }
    #expect(try LinearRegex(nested(63)).isFound(in: "bab"))
    #expect(throws: MockRegexProblem.self) { try LinearRegex(nested(64)) }
  }
}
