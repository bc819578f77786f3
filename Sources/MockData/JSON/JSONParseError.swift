package struct JSONParseError: Error, Sendable, Equatable {
  package enum Problem: Sendable, Equatable {
    case emptyText
    /// The text starts with a byte order mark, which RFC 8259 forbids.
    case byteOrderMark
    /// An array, object, or string that starts on `line` isn't closed.
    case unclosed(String, line: Int)
    /// `expected` describes the text that is allowed instead.
    case unexpected(found: String, expected: String)
    /// A comma comes before the given closing bracket.
    case trailingComma(before: String)
    /// A word that isn't valid JSON, such as `NaN`, `None`, or an unquoted key.
    case unknownWord(String)
    case comment
    case textAfterEnd(found: String)
    case duplicateKey(String)
    case invalidUTF8
    /// Half of a surrogate pair without the other half, such as `\ud83d`.
    case loneSurrogate(String)
    /// JSON doesn't have an escape sequence with this character.
    case invalidEscape(String)
    /// A control character in a string isn't escaped.
    case controlCharacter(UInt8)
    /// A number isn't written in JSON's form, such as `01`, `1.`, or `+1`.
    case malformedNumber(String)
    /// A number is out of range for a `Double`.
    case numberOutOfRange(String)
    case tooDeep(limit: Int)
  }

  package var problem: Problem
  /// The offset of the error in UTF-8 bytes, from 0.
  package var offset: Int
  /// The name of the file is empty.
  package var place: ScriptLocation

  package init(problem: Problem, offset: Int, at place: ScriptLocation) {
    self.problem = problem
    self.offset = offset
    self.place = place
  }
}

extension JSONReader.Failure {
  /// The error with its location in words, for text without line breaks.
  package var text: String {
    JSONParseError(
      problem: problem, offset: offset, at: ScriptLocation(file: "", line: 1, column: offset + 1)
    ).description
  }
}

extension JSONParseError: CustomStringConvertible {
  /// The error as `line:column: problem; suggestion`.
  package var description: String {
    "\(place): \(problem)"
  }
}

extension JSONParseError.Problem: CustomStringConvertible {
  /// The message, in the form `problem; suggestion`.
  package var description: String {
    "\(statement); \(suggestion)"
  }

  package var statement: String {
    switch self {
    case .emptyText: "the text is empty"
    case .byteOrderMark: "the text starts with a byte order mark"
    case .unclosed(let what, let line): "the \(what) that opens on line \(line) does not end"
    case .unexpected(let found, let expected): "expected \(expected), found \(found)"
    case .trailingComma(let closing): "there is a comma before `\(closing)`"
    case .unknownWord(let word): "`\(word)` is not JSON"
    case .comment: "JSON does not allow comments"
    case .textAfterEnd(let found): "found \(found) after the end of the value"
    case .duplicateKey(let key): "the key `\(key.escaped)` appears twice"
    case .invalidUTF8: "the bytes are not UTF-8"
    case .loneSurrogate(let escape): "`\(escape.escaped)` is half of a surrogate pair"
    case .invalidEscape(let escape): "`\(escape.escaped)` is not an escape"
    case .controlCharacter(let byte): "the control character \(Self.name(of: byte)) is not escaped"
    case .malformedNumber(let text): "`\(text)` is not a JSON number"
    case .numberOutOfRange(let text): "the number \(text.escaped) is beyond the range of a double"
    case .tooDeep(let limit): "arrays and objects are nested more than \(limit) levels deep"
    }
  }

  package var suggestion: String {
    switch self {
    case .emptyText: "write a value such as `{}`"
    case .byteOrderMark: "save it as UTF-8 without the mark"
    case .unclosed("array", _): "write `]`"
    case .unclosed("object", _): "write `}`"
    case .unclosed: "write `\"`"
    case .unexpected(_, let expected): "write \(expected)"
    case .trailingComma: "remove the comma"
    case .unknownWord("NaN"), .unknownWord("Infinity"), .unknownWord("-Infinity"):
      "write a finite number or null"
    case .unknownWord("None"), .unknownWord("nil"), .unknownWord("undefined"): "write null"
    case .unknownWord("True"): "write true"
    case .unknownWord("False"): "write false"
    case .unknownWord(let word): "write it in quotation marks: \"\(word)\""
    case .comment: "remove the comment"
    case .textAfterEnd: "write one value only"
    case .duplicateKey: "remove one of them"
    case .invalidUTF8: "save the text as UTF-8"
    case .loneSurrogate: "write both halves or the character itself"
    case .invalidEscape(let escape) where escape.hasPrefix("\\u"):
      "write four hexadecimal digits after `\\u`"
    case .invalidEscape: "write `\\\\` for a backslash"
    case .controlCharacter(let byte): "write `\(Self.escape(of: byte))`"
    case .malformedNumber: "write digits, optionally with a fraction and an exponent: -1, 0.5, 2e10"
    case .numberOutOfRange: "write a smaller number or a string"
    case .tooDeep: "flatten the data"
    }
  }

  private static func name(of byte: UInt8) -> String {
    "U+00" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
  }

  private static func escape(of byte: UInt8) -> String {
    switch byte {
    case 0x08: "\\b"
    case 0x09: "\\t"
    case 0x0A: "\\n"
    case 0x0C: "\\f"
    case 0x0D: "\\r"
    default: "\\u00" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
  }
}
