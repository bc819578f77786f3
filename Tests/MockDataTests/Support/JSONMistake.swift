import Testing

/// A text that is not JSON, and the message about it.
struct JSONMistake: CustomTestStringConvertible {
  var bytes: [UInt8]
  var message: String

  init(_ text: String, _ message: String) {
    self.init(Array(text.utf8), message)
  }

  init(_ bytes: [UInt8], _ message: String) {
    self.bytes = bytes
    self.message = message
  }

  var testDescription: String { String(decoding: bytes, as: UTF8.self) }

  static let table: [JSONMistake] = structure + words + strings + numbers

  private static let structure = [
    JSONMistake("", "1:1: the text is empty; write a value such as `{}`"),
    JSONMistake(" \n", "2:1: the text is empty; write a value such as `{}`"),
    JSONMistake(
      [0xEF, 0xBB, 0xBF, 0x31],
      "1:1: the text starts with a byte order mark; save it as UTF-8 without one"),
    JSONMistake("[1,\n2", "2:2: the array that opens on line 1 does not end; write `]`"),
    JSONMistake("\n{", "2:2: the object that opens on line 2 does not end; write `}`"),
    JSONMistake("{\"a\"", "1:5: the object that opens on line 1 does not end; write `}`"),
    JSONMistake("{\"a\":", "1:6: the object that opens on line 1 does not end; write `}`"),
    JSONMistake("\"abc", "1:5: the string that opens on line 1 does not end; write `\"`"),
    JSONMistake("[1,]", "1:3: there is a comma before `]`; remove the comma"),
    JSONMistake("{\"a\":1,\n}", "1:7: there is a comma before `}`; remove the comma"),
    JSONMistake("[,1]", "1:2: expected a value, found `,`; write a value"),
    JSONMistake("[1 2]", "1:4: expected `,` or `]`, found `2`; write `,` or `]`"),
    JSONMistake("{\"a\" 1}", "1:6: expected `:`, found `1`; write `:`"),
    JSONMistake(
      "{1:2}",
      "1:2: expected a key in quotation marks, found `1`; write a key in quotation marks"),
    JSONMistake(
      "{'a':1}",
      "1:2: expected a key in quotation marks, found `'`; "
        + "write a key in quotation marks"),
    JSONMistake("[1]]", "1:4: found `]` after the end of the value; write one value only"),
    JSONMistake("1 \"", "1:3: found `\"` after the end of the value; write one value only"),
    JSONMistake("\u{e9}", "1:1: expected a value, found `\u{e9}`; write a value"),
    JSONMistake([0], "1:1: expected a value, found the control character 0; write a value"),
    JSONMistake(
      "{\"a\": 1,\n \"\\u0061\": 2}", "2:2: the key `a` is given twice; remove one of them"),
    JSONMistake("// x\n1", "1:1: JSON has no comments; remove it"),
    JSONMistake("[1 /* x */]", "1:4: JSON has no comments; remove it"),
    JSONMistake(
      String(repeating: "[", count: 513),
      "1:513: arrays and objects are nested more than 512 deep; flatten the data"),
  ]

  private static let words = [
    JSONMistake("NaN", "1:1: `NaN` is not JSON; write a finite number or null"),
    JSONMistake("Infinity", "1:1: `Infinity` is not JSON; write a finite number or null"),
    JSONMistake("-Infinity", "1:1: `-Infinity` is not JSON; write a finite number or null"),
    JSONMistake(
      "nullable", "1:1: `nullable` is not JSON; write it in quotation marks: \"nullable\""),
    JSONMistake("[nil]", "1:2: `nil` is not JSON; write null"),
    JSONMistake("[None]", "1:2: `None` is not JSON; write null"),
    JSONMistake("[undefined]", "1:2: `undefined` is not JSON; write null"),
    JSONMistake("True", "1:1: `True` is not JSON; write true"),
    JSONMistake("False", "1:1: `False` is not JSON; write false"),
    JSONMistake("{a: 1}", "1:2: `a` is not JSON; write it in quotation marks: \"a\""),
    JSONMistake("1 x", "1:3: `x` is not JSON; write it in quotation marks: \"x\""),
  ]

  private static let strings = [
    JSONMistake([0x22, 0x61, 0xFF, 0x22], "1:3: the bytes are not UTF-8; save the text as UTF-8"),
    JSONMistake([0x22, 0xC0, 0x80, 0x22], "1:2: the bytes are not UTF-8; save the text as UTF-8"),
    JSONMistake(
      [0x22, 0xED, 0xA0, 0x80, 0x22], "1:2: the bytes are not UTF-8; save the text as UTF-8"),
    JSONMistake(
      [0x22, 0x5C, 0x6E, 0x80, 0x22], "1:4: the bytes are not UTF-8; save the text as UTF-8"),
    JSONMistake([0x5B, 0xFF, 0x5D], "1:2: the bytes are not UTF-8; save the text as UTF-8"),
    JSONMistake(
      #""\ud83d""#,
      #"1:2: `\ud83d` is half of a surrogate pair; write both halves or the character itself"#),
    JSONMistake(
      #""\ude00\ud83d""#,
      #"1:2: `\ude00` is half of a surrogate pair; write both halves or the character itself"#),
    JSONMistake(
      #""\ud83d\u0041""#,
      #"1:2: `\ud83d` is half of a surrogate pair; write both halves or the character itself"#),
    JSONMistake(#""a\d""#, #"1:3: `\d` is not an escape; write `\\` for a backslash"#),
    JSONMistake(
      #""\u12x4""#, #"1:2: `\u12` is not an escape; write four hexadecimal digits after `\u`"#),
    JSONMistake("\"a\nb\"", "1:3: the control character U+000A is not escaped; write `\\n`"),
    JSONMistake("\"\\n\t\"", "1:4: the control character U+0009 is not escaped; write `\\t`"),
    JSONMistake("\"\u{1f}\"", "1:2: the control character U+001F is not escaped; write `\\u001f`"),
  ]

  private static let numbers =
    [
      "01", "-01", "1.", "1.e2", "1e", "1e+", "-", "1.2.3", "0x10", "1a", "-a",
    ].map {
      JSONMistake(
        $0,
        "1:1: `\($0)` is not a JSON number; "
          + "write digits, optionally with a fraction and an exponent: -1, 0.5, 2e10")
    } + [
      JSONMistake(".5", "1:1: expected a value, found `.`; write a value"),
      JSONMistake("+1", "1:1: expected a value, found `+`; write a value"),
      JSONMistake(
        "-1e999",
        "1:1: the number -1e999 is beyond the range of a double; write a smaller number or a string"
      ),
    ]
}
