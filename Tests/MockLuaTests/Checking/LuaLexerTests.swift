import Testing

@testable import MockLua

@Suite struct LuaLexerTests {
  /// Returns each token with its line.
  ///
  /// Names and strings are unchanged, numbers are `#`, and symbols with several characters are `==`.
  private func tokens(_ source: String) -> [String] {
    LuaToken.all(of: source).map { token in
      let text =
        switch token.kind {
        case .text: "'\(token.text)'"
        case .number: "#"
        case .name: token.source
        default: token.source.first?.isLetter == true ? token.source : Self.shown(token.source)
        }
      return "\(token.line):\(text)"
    }
  }

  private static func shown(_ symbol: String) -> String { symbol.count > 1 ? "==" : symbol }

  @Test(
    "Source is split into tokens with their lines",
    arguments: [
      ("", []),
      ("local x = 1", ["1:local", "1:x", "1:=", "1:#"]),
      ("_a1 end_", ["1:_a1", "1:end_"]),
      ("'a' \"b\"", ["1:'a'", "1:'b'"]),
      (#"'it\'s' "\"" x"#, [#"1:'it\'s'"#, #"1:'\"'"#, "1:x"]),
      (#""\\" x"#, [#"1:'\\'"#, "1:x"]),
      ("'a\\\nb' x", ["1:'a\\\nb'", "2:x"]),
      ("'open\nx", ["1:'open'", "2:x"]),
      ("[[a]] x", ["1:'a'", "1:x"]),
      ("[[a\n]b]] x", ["1:'a\n]b'", "2:x"]),
      ("[==[a]]b]=]c]==] x", ["1:'a]]b]=]c'", "1:x"]),
      ("[[open\nx", ["1:'open\nx'"]),
      ("t[1] t[x]", ["1:t", "1:[", "1:#", "1:]", "1:t", "1:[", "1:x", "1:]"]),
      ("x -- note { \" \ny", ["1:x", "2:y"]),
      ("x --[[ note\n{ ]] y", ["1:x", "2:y"]),
      ("--[==[ ]] \n ]==] y", ["2:y"]),
      ("--[ no block\ny", ["2:y"]),
      ("#!/usr/bin/lua {\nx", ["2:x"]),
      ("1e-5 0x1p+4 .5 3..x", ["1:#", "1:#", "1:#", "1:#", "1:==", "1:x"]),
      ("0xe+1 0xEp-1", ["1:#", "1:+", "1:#", "1:#"]),
      ("'a\\z\n  b' x", ["1:'a\\z\n  b'", "2:x"]),
      ("a==b", ["1:a", "1:==", "1:b"]),
      ("~= <= >= // << >> :: ...", Array(repeating: "1:==", count: 8)),
      ("a=b ~x", ["1:a", "1:=", "1:b", "1:~", "1:x"]),
      ("a:b().c", ["1:a", "1::", "1:b", "1:(", "1:)", "1:.", "1:c"]),
      ("x\r\ny\r\n\r\nz", ["1:x", "2:y", "4:z"]), ("x\ry\r\rz", ["1:x", "2:y", "4:z"]),
      ("-- a\rx -- b\n\ry", ["2:x", "3:y"]), ("#a\rx", ["2:x"]),
      (
        "x = [[\r\n\r]] y = 'a\\\r\nb' z",
        ["1:x", "1:=", "1:'\r\n\r'", "3:y", "3:=", "3:'a\\\r\nb'", "4:z"]
      ),
      ("Grüße", ["1:Gr"] + Array(repeating: "1:\u{fffd}", count: 4) + ["1:e"]),
    ] as [(String, [String])])
  func split(source: String, expected: [String]) {
    #expect(tokens(source) == expected)
  }
}
