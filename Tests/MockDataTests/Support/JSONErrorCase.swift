import Testing

/// Invalid JSON and its error message.
struct JSONErrorCase: CustomTestStringConvertible {
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

  static let table: [JSONErrorCase] = structure + words + strings + numbers

  private static let structure = [
    JSONErrorCase("", "1:1: the text is empty; write a value such as `{}`"),
    JSONErrorCase(" \n", "2:1: the text is empty; write a value such as `{}`"),
    JSONErrorCase(
      [0xEF, 0xBB, 0xBF, 0x31],
      "1:1: the text starts with a byte order mark; save it as UTF-8 without the mark"),
    JSONErrorCase("[1,\n2", "2:2: the array that opens on line 1 does not end; write `]`"),
    JSONErrorCase("\n{", "2:2: the object that opens on line 2 does not end; write `}`"),
    JSONErrorCase("{\"a\"", "1:5: the object that opens on line 1 does not end; write `}`"),
    JSONErrorCase("{\"a\":", "1:6: the object that opens on line 1 does not end; write `}`"),
    JSONErrorCase("\"abc", "1:5: the string that opens on line 1 does not end; write `\"`"),
    JSONErrorCase("[1,]", "1:3: there is a comma before `]`; remove the comma"),
    JSONErrorCase("{\"a\":1,\n}", "1:7: there is a comma before `}`; remove the comma"),
    JSONErrorCase("[,1]", "1:2: expected a value, found `,`; write a value"),
    JSONErrorCase("[1 2]", "1:4: expected `,` or `]`, found `2`; write `,` or `]`"),
    JSONErrorCase("{\"a\" 1}", "1:6: expected `:`, found `1`; write `:`"),
    JSONErrorCase(
      "{1:2}",
      "1:2: expected a key in quotation marks, found `1`; write a key in quotation marks"),
    JSONErrorCase(
      "{'a':1}",
      "1:2: expected a key in quotation marks, found `'`; "
        + "write a key in quotation marks"),
    JSONErrorCase("[1]]", "1:4: found `]` after the end of the value; write one value only"),
    JSONErrorCase("1 \"", "1:3: found `\"` after the end of the value; write one value only"),
    JSONErrorCase("\u{e9}", "1:1: expected a value, found `\u{e9}`; write a value"),
    JSONErrorCase([0], "1:1: expected a value, found the control character 0; write a value"),
    JSONErrorCase(
      "{\"a\": 1,\n \"\\u0061\": 2}", "2:2: the key `a` appears twice; remove one of them"),
    JSONErrorCase("// x\n1", "1:1: JSON does not allow comments; remove the comment"),
    JSONErrorCase("[1 /* x */]", "1:4: JSON does not allow comments; remove the comment"),
    JSONErrorCase(
      String(repeating: "[", count: 513),
      "1:513: arrays and objects are nested more than 512 levels deep; flatten the data"),
  ]

  private static let words = [
    JSONErrorCase("NaN", "1:1: `NaN` is not JSON; write a finite number or null"),
    JSONErrorCase("Infinity", "1:1: `Infinity` is not JSON; write a finite number or null"),
    JSONErrorCase("-Infinity", "1:1: `-Infinity` is not JSON; write a finite number or null"),
    JSONErrorCase(
      "nullable", "1:1: `nullable` is not JSON; write it in quotation marks: \"nullable\""),
    JSONErrorCase("[nil]", "1:2: `nil` is not JSON; write null"),
    JSONErrorCase("[None]", "1:2: `None` is not JSON; write null"),
    JSONErrorCase("[undefined]", "1:2: `undefined` is not JSON; write null"),
    JSONErrorCase("True", "1:1: `True` is not JSON; write true"),
    JSONErrorCase("False", "1:1: `False` is not JSON; write false"),
    JSONErrorCase("{a: 1}", "1:2: `a` is not JSON; write it in quotation marks: \"a\""),
    JSONErrorCase("1 x", "1:3: `x` is not JSON; write it in quotation marks: \"x\""),
  ]

  private static let strings = [
    JSONErrorCase(
      [0x22, 0x61, 0xFF, 0x22], "1:3: the bytes are not UTF-8; save the text as UTF-8"),
    JSONErrorCase(
      [0x22, 0xC0, 0x80, 0x22], "1:2: the bytes are not UTF-8; save the text as UTF-8"),
    JSONErrorCase(
      [0x22, 0xED, 0xA0, 0x80, 0x22], "1:2: the bytes are not UTF-8; save the text as UTF-8"),
    JSONErrorCase(
      [0x22, 0x5C, 0x6E, 0x80, 0x22], "1:4: the bytes are not UTF-8; save the text as UTF-8"),
    JSONErrorCase([0x5B, 0xFF, 0x5D], "1:2: the bytes are not UTF-8; save the text as UTF-8"),
    JSONErrorCase(
      #""\ud83d""#,
      #"1:2: `\ud83d` is half of a surrogate pair; write both halves or the character itself"#),
    JSONErrorCase(
      #""\ude00\ud83d""#,
      #"1:2: `\ude00` is half of a surrogate pair; write both halves or the character itself"#),
    JSONErrorCase(
      #""\ud83d\u0041""#,
      #"1:2: `\ud83d` is half of a surrogate pair; write both halves or the character itself"#),
    JSONErrorCase(#""a\d""#, #"1:3: `\d` is not an escape; write `\\` for a backslash"#),
    JSONErrorCase(
      #""\u12x4""#, #"1:2: `\u12` is not an escape; write four hexadecimal digits after `\u`"#),
    JSONErrorCase("\"a\nb\"", "1:3: the control character U+000A is not escaped; write `\\n`"),
    JSONErrorCase("\"\\n\t\"", "1:4: the control character U+0009 is not escaped; write `\\t`"),
    JSONErrorCase(
      "\"\u{1f}\"", "1:2: the control character U+001F is not escaped; write `\\u001f`"),
  ]

  private static let numbers =
    [
      "01", "-01", "1.", "1.e2", "1e", "1e+", "-", "1.2.3", "0x10", "1a", "-a",
    ].map {
      JSONErrorCase(
        $0,
        "1:1: `\($0)` is not a JSON number; "
          + "write digits, optionally with a fraction and an exponent: -1, 0.5, 2e10")
    } + [
      JSONErrorCase(".5", "1:1: expected a value, found `.`; write a value"),
      JSONErrorCase("+1", "1:1: expected a value, found `+`; write a value"),
      JSONErrorCase(
        "-1e999",
        "1:1: the number -1e999 is beyond the range of a double; write a smaller number or a string"
      ),
    ]
}
