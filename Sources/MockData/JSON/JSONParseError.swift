/// An error in a JSON text, with its place.
package struct JSONParseError: Error, Sendable, Equatable {
  /// The kinds of errors.
  package enum Problem: Sendable, Equatable {
    /// The text is empty or contains only whitespace.
    case emptyText
    /// The text starts with a byte order mark, which RFC 8259 forbids.
    case byteOrderMark
    /// An array, object, or string that starts on `line` isn't closed.
    case unclosed(String, line: Int)
    /// A character isn't allowed here.
    ///
    /// `expected` describes what is allowed.
    case unexpected(found: String, expected: String)
    /// A comma comes before the given closing bracket.
    case trailingComma(before: String)
    /// A word that isn't valid JSON, such as `NaN`, `None`, or an unquoted key.
    case unknownWord(String)
    /// JSON doesn't allow comments.
    case comment
    /// Other text follows the value.
    case textAfterEnd(found: String)
    /// The same object already has the key.
    case duplicateKey(String)
    /// Some bytes aren't UTF-8.
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
    /// Arrays and objects are nested too deeply.
    case tooDeep(limit: Int)
  }

  /// The problem.
  package var problem: Problem
  /// The offset of the error in UTF-8 bytes, from 0.
  package var offset: Int
  /// The line and column of the error.
  ///
  /// The name of the file is empty.
  package var place: ScriptLocation

  /// Creates an error from its facts.
  package init(problem: Problem, offset: Int, at place: ScriptLocation) {
    self.problem = problem
    self.offset = offset
    self.place = place
  }
}
