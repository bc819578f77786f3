/// A strict JSON parser (RFC 8259) that keeps integers and floating-point numbers apart.
///
/// `1` becomes an ``AnyCodableValue/int(_:)`` and `1.0` a ``AnyCodableValue/double(_:)``. Duplicate
/// keys, invalid UTF-8, lone surrogates, trailing commas, `NaN`, and integers that do not fit into an
/// `Int` are errors with a line and a column.
public struct JSONParser: Sendable {
  /// How many arrays and objects may lie inside one another; 512 by default.
  public var maximumDepth: Int

  /// Creates a parser; `maximumDepth` is the number of nested arrays and objects that it accepts.
  public init(maximumDepth: Int = 512) {
    self.maximumDepth = maximumDepth
  }

  /// Parses a text, which holds exactly one value.
  ///
  /// - Throws: ``JSONParseError`` at the first mistake.
  public func parse(_ text: String) throws(JSONParseError) -> AnyCodableValue {
    var text = text
    return try Self.rethrowing {
      text.withUTF8 { bytes in outcome(of: bytes) }
    }
  }

  /// Parses UTF-8 bytes, which hold exactly one value.
  ///
  /// - Throws: ``JSONParseError`` at the first mistake, invalid UTF-8 included.
  public func parse(utf8 bytes: [UInt8]) throws(JSONParseError) -> AnyCodableValue {
    try Self.rethrowing {
      bytes.withUnsafeBufferPointer { bytes in outcome(of: bytes) }
    }
  }

  private func outcome(
    of bytes: UnsafeBufferPointer<UInt8>
  ) -> Result<AnyCodableValue, JSONParseError> {
    var reader = JSONReader(bytes: bytes, maximumDepth: maximumDepth)
    do throws(JSONReader.Failure) {
      return .success(try reader.readDocument())
    } catch {
      let place = TextLocation(offset: error.offset, in: bytes)
      return .failure(
        JSONParseError(
          problem: error.problem, offset: error.offset, line: place.line, column: place.column))
    }
  }

  /// The buffer closures of the standard library carry no typed error, so a `Result` crosses them.
  private static func rethrowing(
    _ body: () -> Result<AnyCodableValue, JSONParseError>
  ) throws(JSONParseError) -> AnyCodableValue {
    try body().get()
  }
}
