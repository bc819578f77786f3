/// A JSON writer whose output is the same bytes for equal values: keys are sorted by their UTF-8 bytes.
///
/// Integers are written as integers, numbers of many digits with all of them. Doubles are written by their shortest digits and always with a
/// point (`1.0`, `1.0e+300`), so that ``JSONParser`` reads them back as doubles.
package struct JSONWriter: Sendable {
  package typealias Style = MockJSONStyle

  /// How the text is laid out; pretty by default.
  package var style: Style

  /// Whether characters that a terminal obeys are escaped although JSON allows them; false by default.
  ///
  /// These are control characters, and those that turn the direction of writing or can't be seen.
  package var escapesForTerminals: Bool

  /// Creates a writer; the style is pretty by default.
  package init(style: Style = .pretty, escapesForTerminals: Bool = false) {
    (self.style, self.escapesForTerminals) = (style, escapesForTerminals)
  }

  /// Writes a value as text, without a newline at the end.
  ///
  /// - Throws: ``MockJSONWriteError`` for a NaN or an infinity, which JSON cannot hold.
  package func string(from value: AnyCodableValue) throws(MockJSONWriteError) -> String {
    String(decoding: try utf8(from: value), as: UTF8.self)
  }

  /// Writes a value as UTF-8 bytes, without a newline at the end.
  ///
  /// - Throws: ``MockJSONWriteError`` for a NaN or an infinity, which JSON cannot hold.
  package func utf8(from value: AnyCodableValue) throws(MockJSONWriteError) -> [UInt8] {
    try utf8(from: .value(value))
  }

  /// The same for a value whose parts are made while they are written.
  package func utf8(from value: DeferredJSON) throws(MockJSONWriteError) -> [UInt8] {
    var output = JSONOutput(isPretty: style == .pretty, escapesForTerminals: escapesForTerminals)
    try write(value, to: &output)
    return output.bytes
  }

  /// Writes a value piece by piece, so that its text is never there as a whole.
  package func write(
    _ value: DeferredJSON, to drain: ([UInt8]) -> Void
  ) throws(MockJSONWriteError) {
    try withoutActuallyEscaping(drain) { drain throws(MockJSONWriteError) in
      var output = JSONOutput(
        isPretty: style == .pretty, escapesForTerminals: escapesForTerminals, drain: drain)
      try write(value, to: &output)
      drain(output.bytes)
    }
  }

  /// Makes sure that a value can be written, before the first piece of it is.
  ///
  /// - Throws: ``MockJSONWriteError`` for a NaN or an infinity, which JSON cannot hold.
  package func check(_ value: AnyCodableValue) throws(MockJSONWriteError) {
    // Writing knows the place of the number, and takes longer.
    if !value.hasOnlyFiniteNumbers { try write(.value(value)) { _ in } }
  }

  private func write(
    _ value: DeferredJSON, to output: inout JSONOutput
  ) throws(MockJSONWriteError) {
    do throws(JSONOutput.NonFiniteNumber) {
      try output.write(value)
    } catch {
      throw MockJSONWriteError(path: error.path.description, number: error.number.description)
    }
  }
}

/// How JSON is laid out.
public enum MockJSONStyle: Sendable {
  /// Indented by two spaces, one member or element a line.
  case pretty
  /// One line without spaces.
  case compact
}

extension AnyCodableValue {
  /// Whether JSON can hold every number in the value.
  fileprivate var hasOnlyFiniteNumbers: Bool {
    switch self {
    case .double(let number): number.isFinite
    case .array(let elements): elements.allSatisfy(\.hasOnlyFiniteNumbers)
    case .dictionary(let members): members.values.allSatisfy(\.hasOnlyFiniteNumbers)
    case .string, .int, .number, .bool, .null: true
    }
  }

  /// The value as compact JSON; numbers that JSON has not are their names: `"nan"`, `"inf"`, `"-inf"`.
  package var compactJSON: [UInt8] {
    let writer = JSONWriter(style: .compact)
    if let bytes = try? writer.utf8(from: self) { return bytes }
    return (try? writer.utf8(from: withNamedNumbers)) ?? Array("null".utf8)
  }

  private var withNamedNumbers: AnyCodableValue {
    switch self {
    case .double(let number) where !number.isFinite: .string("\(number)")
    case .array(let elements): .array(elements.map(\.withNamedNumbers))
    case .dictionary(let members): .dictionary(members.mapValues(\.withNamedNumbers))
    case .string, .int, .double, .number, .bool, .null: self
    }
  }
}
