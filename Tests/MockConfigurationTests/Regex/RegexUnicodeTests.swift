import Testing

@testable import MockConfiguration

/// Characters, as Swift counts and compares them.
@Suite struct RegexUnicodeTests {
  private func isFound(_ pattern: String, _ text: String) throws -> Bool {
    try LinearRegex(pattern).isFound(in: text)
  }

  @Test("A character is one however it is composed")
  func composition() throws {
    let forms = ["\u{E9}", "e\u{301}"]
    for text in forms {
      for pattern in forms + [
        "^.$", #"^\u{E9}$"#, #"^e\u{301}$"#, "[é]", "^[à-ÿ]$", "(?i)É", #"^\w$"#,
      ] {
        #expect(try isFound(pattern, text), "\(pattern.debugDescription)")
      }
      for pattern in ["e", "^..$", "\u{301}", "[e]", "[a-z]", #"^e"#] {
        #expect(try !isFound(pattern, text), "\(pattern.debugDescription)")
      }
    }
    #expect(try isFound("^[\u{AC00}-\u{D7A3}]$", "\u{1112}\u{1161}\u{11AB}"))
    #expect(try isFound("^\u{D55C}$", "\u{D558}\u{11AB}"))
    #expect(try isFound("^[\u{391}-\u{3A9}]$", "\u{2126}"))
    #expect(try isFound("[\u{8C00}-\u{8FFF}]", "\u{F900}"))
  }

  @Test("What is displayed as one is one: emoji, flags, CR LF")
  func clusters() throws {
    for text in ["👩‍👩‍👧‍👦", "🇩🇪", "👍🏽", "\r\n", "क्षि", "1\u{20E3}"] {
      #expect(try isFound(#"^\X$"#, text))
      #expect(try isFound("(?s)^.$", text))
      #expect(try isFound("^[^ab]{1,20}$", text))
    }
    #expect(try !isFound("👩", "👩‍👩‍👧‍👦"))
    #expect(try isFound(#"[🇩\d🇩]"#, "🇩") && isFound(#"^[🇩🇪]$"#, "🇩🇪"))
    #expect(try !isFound("🇩", "🇩🇪") && !isFound("🇪🇫", "🇩🇪🇫🇷"))
    #expect(try !isFound(#"\n"#, "a\r\nb") && !isFound(#"\r"#, "a\r\nb"))
    #expect(try isFound(#"\r\n"#, "a\r\nb") && isFound(#"[\r\n]"#, "a\r\nb"))
    #expect(try isFound(#"[\n\r]"#, "a\r\nb") && !isFound(#"^[^\r\n]*$"#, "a\r\nb"))
    #expect(try isFound(#"a[^\n]b"#, "a\r\nb"))
    #expect(try !isFound("a$", "a\u{301}") && !isFound(#"^\u{301}"#, "a\u{301}"))
    #expect(try !isFound("abc", "abc\u{301}") && isFound("ab", "abc\u{301}"))
    #expect(try !isFound("a", "\u{600}a") && isFound("b", "\u{600}ab"))
  }

  @Test("ASCII stands for ASCII")
  func ascii() throws {
    #expect(try !isFound("K", "\u{212A}") && !isFound("(?i)k", "\u{212A}"))
    #expect(try isFound("\u{212A}", "K") && isFound("(?i)\u{212A}", "k"))
    #expect(try !isFound("(?i)[a-z]", "\u{17F}") && !isFound("(?i)i", "\u{130}"))
  }

  @Test("Words are bounded as in Unicode's annex 29")
  func wordBoundaries() throws {
    let words = ["can't", "3.14", "a.b", "snake_case", "日", "本", "カタカナ", "🇩🇪", "한국어", "e\u{301}a"]
    for word in words {
      #expect(try isFound("^\\b\(word.replacing(".", with: "\\."))\\b", word + " ..."))
      #expect(try !isFound(#"^\X+\b\X+$"#, word) || word.count == 1)
    }
    #expect(try isFound(#"日\b本"#, "日本") && isFound(#"-\b-"#, "--") && isFound(#"^\b$"#, ""))
    #expect(try isFound(#"a\b\.\b "#, "a. b") && isFound(#"a'\b'"#, "a''b"))
    #expect(try !isFound(#"  \b"#, "a  b".dropLast().description + "\u{301}"))
  }

  /// The standard library's own tables are cut off in these ranges, and its rules take no apostrophe
  /// between Hebrew letters.
  @Test("Word boundaries are those of Swift's engine, a few scripts apart")
  func swiftsWordBoundaries() throws {
    for (text, isSwifts) in [
      ("\u{AC00}\u{AC01}", false), ("\u{D7A2}\u{D7A3}", true), ("\u{5D0}'\u{5D1}", true),
    ] {
      let found = try Regex(#"^\X+\b\X+$"#).firstMatch(in: text) != nil
      #expect(found == isSwifts)
      #expect(try !isFound(#"^\X+\b\X+$"#, text))
    }
  }

  @Test("Composed forms are found for whatever scalars compose")
  func composedForms() {
    // Letters with marks, and syllables, whose decomposition Swift's order of strings proves.
    let samples: [(String, UInt32)] = [
      ("e\u{301}", 0xE9), ("\u{3B1}\u{313}\u{300}\u{345}", 0x1F82),
      ("\u{1112}\u{1161}\u{11AB}", 0xD55C),
      ("\u{AC00}\u{11A8}", 0xAC01), ("\u{304B}\u{3099}", 0x304C), ("\u{915}\u{93C}", 0),
      ("\u{928}\u{93C}", 0x929), ("\u{212B}", 0xC5), ("\u{2126}", 0x3A9), ("\u{37E}", 0x3B),
      ("\u{F900}", 0x8C48), ("\u{2FA1D}", 0x2A600), ("a\u{301}\u{301}", 0), ("👩‍👧", 0),
      ("\u{958}", 0),
      ("\u{1EA5}\u{323}", 0), ("\u{E2}\u{301}", 0x1EA5), ("\u{AC01}\u{11A8}", 0),
    ]
    for (text, scalar) in samples {
      #expect(ComposedScalar.of(text)?.value ?? 0 == scalar, "\(text.debugDescription)")
    }
  }
}
