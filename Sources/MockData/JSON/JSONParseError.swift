/// A mistake in a JSON text, with its place.
package struct JSONParseError: Error, Sendable, Equatable {
  /// What is wrong.
  package enum Problem: Sendable, Equatable {
    /// There is nothing but white space.
    case emptyText
    /// The text starts with a byte order mark, which RFC 8259 forbids writing.
    case byteOrderMark
    /// An array, object or string that opened on `line` never closes.
    case unclosed(String, line: Int)
    /// Another character than the grammar allows here; `expected` says what may stand here.
    case unexpected(found: String, expected: String)
    /// A comma before a closing bracket, which is given.
    case trailingComma(before: String)
    /// A word that is not JSON, such as `NaN`, `None` or an unquoted key.
    case unknownWord(String)
    /// A comment, which JSON does not have.
    case comment
    /// Something follows the value.
    case textAfterEnd(found: String)
    /// A key that the same object has already.
    case duplicateKey(String)
    /// Bytes that are not UTF-8.
    case invalidUTF8
    /// Half of a surrogate pair, such as `\ud83d` on its own.
    case loneSurrogate(String)
    /// A backslash with a character that JSON does not escape so.
    case invalidEscape(String)
    /// A control character inside a string that is not escaped.
    case controlCharacter(UInt8)
    /// A number that JSON does not write so, such as `01`, `1.` or `+1`.
    case malformedNumber(String)
    /// A number beyond the range of `Double`.
    case numberOutOfRange(String)
    /// Arrays and objects are nested past the limit.
    case tooDeep(limit: Int)
  }

  /// What is wrong.
  package var problem: Problem
  /// The offset of the mistake in UTF-8 bytes, from 0.
  package var offset: Int
  /// The line and the column of the mistake; the file has no name.
  package var place: SourcePlace

  /// Creates an error from its facts.
  package init(problem: Problem, offset: Int, at place: SourcePlace) {
    self.problem = problem
    self.offset = offset
    self.place = place
  }
}
