import MockData
import Testing

@Suite("Messages show strings on one line, and shorten long ones")
struct EscapedTextTests {
  @Test(
    "An ordinary string stays unchanged",
    arguments: [
      "", "login", "a b\\n\"`'", "Größe", "日本語", "👩‍👩‍👧", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "می‌خواهم", "e\u{301}",
      String(repeating: "x", count: 100), String(repeating: "é", count: 100),
    ])
  func ordinary(text: String) {
    #expect(text.escaped == text)
  }

  @Test(
    "Control sequences and invisible characters are escaped",
    arguments: [
      ("a\nb\r\tc", #"a\nb\r\tc"#), ("\u{1B}[2J\u{7}", #"\u{1B}[2J\u{7}"#), ("\0", #"\u{0}"#),
      ("\u{7F}\u{9B}1m", #"\u{7F}\u{9B}1m"#), ("a\u{202E}b\u{202C}", #"a\u{202E}b\u{202C}"#),
      ("\u{2066}x\u{2069}\u{200F}\u{61C}", #"\u{2066}x\u{2069}\u{200F}\u{61C}"#),
      ("a\u{2028}b\u{2029}", #"a\u{2028}b\u{2029}"#),
      ("\u{FEFF}\u{200B}a\u{AD}", #"\u{FEFF}\u{200B}a\u{AD}"#),
      ("\r\n", #"\r\n"#),
    ])
  func escaped(text: String, shown: String) {
    #expect(text.escaped == shown)
  }

  @Test("A long string keeps its start and end")
  func long() {
    let path = "/a/" + String(repeating: "folder/", count: 100_000) + "login.lua"
    #expect(path.escaped.count == 100 && path.escapedPath.count == 200)
    #expect(path.escaped.hasPrefix("/a/folder/") && path.escaped.hasSuffix("/login.lua"))
    #expect(path.escaped.contains("...") && path.escaped(limit: 10) == "/a/fo...ua")
  }

  @Test(
    "A shortened string never exceeds the limit, whatever its characters",
    arguments: ["\u{1B}", "é", "\u{202E}x", "e\u{301}\u{302}", "👩‍👩‍👧", "\n"])
  func bounded(piece: String) {
    for count in [99, 100, 101, 1_000_000] {
      let shown = String(repeating: piece, count: count).escaped
      #expect(shown.unicodeScalars.count <= 100)
      #expect(shown.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0 != "\u{202E}" })
      // An escape is never split.
      #expect(
        shown.split(separator: "\\u", omittingEmptySubsequences: false).dropFirst().allSatisfy {
          $0.hasPrefix("{") && $0.contains("}")
        })
    }
  }
}

@Suite("Decimal digits of numbers")
struct DecimalDigitsTests {
  @Test(
    "Text is read without rounding, and written in one form",
    arguments: [
      ("0", "0"), ("-0.00e5", "0"), ("007", "7"), ("1.50", "1.5"), ("15e-1", "1.5"),
      ("-.5", "-0.5"),
      ("5.", "5"), ("1e3", "1000"), ("123e-2", "1.23"), ("0.00012", "0.00012"), ("1e-7", "1e-7"),
      ("12e-9", "1.2e-8"), ("+3", "3"), ("1e999", "1e999"),
      ("1e99999999999999999999", "1e1099511627776"),
    ])
  func texts(text: String, written: String) {
    #expect(DecimalDigits(text)?.description == written)
  }

  @Test(
    "Invalid numbers are rejected",
    arguments: ["", ".", "-", "e5", "1e", "1e+", "1.2.3", "0x1", "1 ", "nan"])
  func malformed(text: String) {
    #expect(DecimalDigits(text) == nil)
  }

  @Test("Numbers are ordered by value")
  func order() throws {
    let texts = ["-1e9", "-10", "-9.5", "-1e-9", "0", "1e-9", "0.5", "9.5", "9.51", "10", "1e9"]
    let numbers = try texts.map { try #require(DecimalDigits($0)) }
    for (first, number) in numbers.enumerated() {
      for (second, other) in numbers.enumerated() {
        #expect((number < other) == (first < second) && (number == other) == (first == second))
      }
    }
  }

  @Test("Rounding carries, and rounds half away from zero")
  func rounding() {
    #expect(DecimalDigits("0.9995")?.rounded(toDigits: 3).description == "1")
    #expect(DecimalDigits("-12345")?.rounded(toDigits: 4).description == "-12350")
    #expect(DecimalDigits("12344")?.rounded(toDigits: 4).description == "12340")
    #expect(DecimalDigits("0.4")?.rounded(toDigits: 0).description == "0")
    #expect(DecimalDigits("0.5")?.rounded(toDigits: 0).description == "1")
    #expect(DecimalDigits("9")?.rounded(toDigits: -1).description == "0")
  }
}
