import Testing

@testable import MockConfiguration

/// Characters, counted and compared as in Swift.
@Suite struct RegexUnicodeTests {
  private func isFound(_ pattern: String, _ text: String) throws -> Bool {
    try LinearRegex(pattern).isFound(in: text)
  }

  @Test("A character is the same in every normalization")
  func composition() throws {
    let forms = ["\u{E9}", "e\u{301}"]
    for text in forms {
      for pattern in forms + [
        "^.$", #"^\u{E9}$"#, #"^e\u{301}$"#, "[é]", "^[à-ÿ]$", "(?i)É", #"^\w$"#, "(?i)^[À-Ý]$",
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

  @Test("Only adjacent parts form one character, without a group, option, or repetition in between")
  func neighbours() throws {
    #expect(try isFound(#"e\u{301}"#, "é") && isFound("🇩\\u{1F1EA}", "🇩🇪"))
    for pattern in [
      #"(?:e)\u{301}"#, #"e(?:\u{301})"#, #"e(?:)\u{301}"#, #"e(?s)\u{301}"#, #"ea{0}\u{301}"#,
      "(?s:🇩)🇩🇩",
    ] {
      #expect(try !isFound(pattern, "é🇩🇩🇩"), "\(pattern.debugDescription)")
    }
  }

  @Test("Emoji, flags, and CR LF are single characters")
  func clusters() throws {
    for text in ["👩‍👩‍👧‍👦", "🇩🇪", "👍🏽", "\r\n", "क्षि", "1\u{20E3}"] {
      #expect(try isFound(#"^[\w\W]$"#, text))
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

  @Test("Characters are equal if they are in Swift, such as the Kelvin sign and K")
  func equality() throws {
    #expect(try isFound("K", "\u{212A}") && isFound("(?i)k", "\u{212A}"))
    #expect(try isFound("\u{212A}", "K") && isFound("(?i)\u{212A}", "k"))
    #expect(try !isFound("(?i)s", "\u{17F}") && !isFound("(?i)i", "\u{130}"))
  }

  @Test(
    "A range uses Swift's order of characters, except for ASCII with combining marks")
  func ranges() throws {
    for text in ["1\u{20E3}", "1\u{FE0F}\u{20E3}", "b\u{301}"] {
      #expect(try !isFound("[a-z0-9]", text) && isFound("^.$", text))
    }
    #expect(try isFound("^[一-龥]$", "葛\u{E0100}"))
    #expect(try isFound("^[\u{E0}-\u{FF}]$", "e\u{301}\u{323}") == false)
    #expect(try isFound("(?i)^[A-Z]$", "é") == false)
  }

  @Test("A word boundary is between a word character and another character")
  func wordBoundaries() throws {
    #expect(try isFound(#"^e\u{301}\b-"#, "e\u{301}-") && isFound(#"n\b'\bt"#, "can't"))
    #expect(try !isFound(#"日\b本"#, "日本") && !isFound(#"-\b-"#, "--"))
    #expect(try isFound(#"^\b.\b$"#, "é") && !isFound(#"\b"#, "👩‍👧"))
  }
}
