/// Reads the members of one JSON object as they come, so that a message is read without a tree of values.
///
/// The bytes stay valid while it lives.
package struct JSONObjectReader {
  private var reader: JSONReader
  private var isFirst = true

  /// Steps into the object that the bytes hold.
  ///
  /// - Throws: ``JSONReader/Failure`` where it is no object.
  package init(_ bytes: UnsafeBufferPointer<UInt8>) throws(JSONReader.Failure) {
    reader = JSONReader(bytes: bytes, maximumDepth: JSONParser.standardDepth)
    try reader.begin()
    guard reader.current == UInt8(ascii: "{") else { throw reader.unexpected("`{`") }
    _ = try reader.open(depth: 0)
  }

  /// The name of the next member, whose value has to be read next; nil at the end of the object.
  package mutating func nextName() throws(JSONReader.Failure) -> String? {
    let closing = UInt8(ascii: "}")
    if isFirst {
      isFirst = false
      if reader.skip(closing) { return try end() }
    } else if try !reader.separator(closing: closing, of: "object", from: 0) {
      return try end()
    }
    guard reader.current == UInt8(ascii: "\"") else {
      throw reader.unexpected("a key in quotation marks")
    }
    let name = try reader.readString()
    reader.skipWhitespace()
    guard reader.skip(UInt8(ascii: ":")) else { throw reader.unexpected("`:`") }
    reader.skipWhitespace()
    return name
  }

  /// Whether the value of the member is a string.
  package var isAtString: Bool { reader.current == UInt8(ascii: "\"") }

  /// Reads the value of a member as a string.
  package mutating func string() throws(JSONReader.Failure) -> String {
    guard reader.current == UInt8(ascii: "\"") else { throw reader.unexpected("a string") }
    return try reader.readString()
  }

  /// Reads the value of a member, whatever it is.
  package mutating func value() throws(JSONReader.Failure) -> AnyCodableValue {
    try reader.readValue()
  }

  private mutating func end() throws(JSONReader.Failure) -> String? {
    try reader.end()
    return nil
  }
}

extension JSONReader.Failure {
  /// What is wrong and where, in words.
  package var text: String {
    JSONParseError(
      problem: problem, offset: offset, at: SourcePlace(file: "", line: 1, column: offset + 1)
    ).description
  }
}
