/// A strict JSON parser (RFC 8259) that distinguishes integers from floating-point numbers.
///
/// `1` becomes an ``AnyCodableValue/int(_:)`` and `1.0` a ``AnyCodableValue/double(_:)``. A number that would lose
/// digits as either type becomes a ``AnyCodableValue/number(_:)``, which keeps them. Duplicate keys, invalid UTF-8,
/// lone surrogates, trailing commas, `NaN`, and numbers out of range for a double are errors with a line and a column.
package struct JSONParser: Sendable {
  static let standardDepth = 512

  /// The maximum nesting depth of arrays and objects; 512 by default.
  package var maximumDepth: Int

  package init(maximumDepth: Int = 512) {
    self.maximumDepth = maximumDepth
  }

  package func parse(_ text: String) throws(JSONParseError) -> AnyCodableValue {
    var text = text
    return try text.withUTF8 { outcome(of: $0, isUTF8: true) }.get()
  }

  /// Parses UTF-8 bytes that contain exactly one value.
  ///
  /// - Throws: ``JSONParseError`` for the first error, including invalid UTF-8.
  package func parse(utf8 bytes: [UInt8]) throws(JSONParseError) -> AnyCodableValue {
    try bytes.withUnsafeBufferPointer { outcome(of: $0, isUTF8: false) }.get()
  }

  /// Stops and returns nil if `mayContinue` returns false.
  ///
  /// It is called after every few thousand values, with the number of values since the previous call, and the
  /// approximate number of bytes that their tree needs.
  package func parse(
    _ text: String, whileAllowed mayContinue: @escaping (_ values: Int, _ bytes: Int) -> Bool
  ) throws(JSONParseError) -> AnyCodableValue? {
    var text = text
    var isStopped = false
    let result = text.withUTF8 {
      outcome(of: $0, isUTF8: true) { values, bytes in
        isStopped = !mayContinue(values, bytes)
        return !isStopped
      }
    }
    if isStopped { return .none }
    return try result.get()
  }

  /// Stops and returns nil if `mayContinue` returns false; see the other function.
  package func parse(
    utf8 bytes: [UInt8], whileAllowed mayContinue: @escaping (_ values: Int, _ bytes: Int) -> Bool
  ) throws(JSONParseError) -> AnyCodableValue? {
    var isStopped = false
    let result = bytes.withUnsafeBufferPointer {
      outcome(of: $0, isUTF8: false) { values, bytes in
        isStopped = !mayContinue(values, bytes)
        return !isStopped
      }
    }
    if isStopped { return .none }
    return try result.get()
  }

  /// Returns a `Result`, because closures for the standard library's buffers don't support typed throws.
  private func outcome(
    of bytes: UnsafeBufferPointer<UInt8>, isUTF8: Bool, _ mayContinue: ((Int, Int) -> Bool)? = nil
  ) -> Result<AnyCodableValue, JSONParseError> {
    do throws(JSONReader.Failure) {
      let index = try JSONIndex(
        bytes: bytes, maximumDepth: maximumDepth, isUTF8: isUTF8, mayContinue: mayContinue)
      return .success(index.value(at: JSONIndex.root))
    } catch {
      var places = TextLocator(bytes: bytes)
      return .failure(
        JSONParseError(
          problem: error.problem, offset: error.offset, at: places.place(of: error.offset)))
    }
  }
}
