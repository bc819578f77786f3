/// Writes JSON, with the same bytes for equal values.
///
/// Keys are sorted by their UTF-8 bytes. Integers are written as integers. Numbers with many digits are written with
/// all their digits. Doubles are written with the shortest digits, and always with a decimal point (`1.0`, `1.0e+300`),
/// so that ``JSONParser`` reads them as doubles.
package struct JSONWriter: Sendable {
  package typealias Style = MockJSONStyle

  /// The layout of the text; pretty by default.
  package var style: Style

  /// Whether characters that control a terminal are escaped, although JSON allows them; false by default.
  ///
  /// These are control characters, and characters that are invisible or change the direction of the text.
  package var escapesForTerminals: Bool

  package init(style: Style = .pretty, escapesForTerminals: Bool = false) {
    (self.style, self.escapesForTerminals) = (style, escapesForTerminals)
  }

  /// Writes a value as text, without a newline at the end.
  ///
  /// - Throws: ``MockJSONWriteError`` for NaN or an infinity, which JSON can't represent.
  package func string(from value: AnyCodableValue) throws(MockJSONWriteError) -> String {
    String(decoding: try utf8(from: value), as: UTF8.self)
  }

  package func utf8(from value: AnyCodableValue) throws(MockJSONWriteError) -> [UInt8] {
    try utf8(from: .value(value))
  }

  package func utf8(from value: DeferredJSON) throws(MockJSONWriteError) -> [UInt8] {
    var output = JSONOutput(isPretty: style == .pretty, escapesForTerminals: escapesForTerminals)
    try write(value, to: &output)
    return output.bytes
  }

  /// Writes a value piece by piece, so that the whole text is never in memory.
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

  /// - Throws: ``MockJSONWriteError`` for NaN or an infinity, which JSON can't represent.
  package func check(_ value: AnyCodableValue) throws(MockJSONWriteError) {
    let isUnwritable = value.contains {
      if case .double(let number) = $0 { !number.isFinite } else { false }
    }
    // Writing the value takes longer, but finds the location of the number.
    if isUnwritable { try write(.value(value)) { _ in } }
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

/// The layout of JSON.
public enum MockJSONStyle: Sendable {
  /// Indented by two spaces, with one member or element per line.
  case pretty
  /// One line without spaces.
  case compact
}

extension AnyCodableValue {
  /// Numbers that JSON can't represent become strings: `"nan"`, `"inf"`, and `"-inf"`.
  package var compactJSON: [UInt8] {
    let writer = JSONWriter(style: .compact)
    if let bytes = try? writer.utf8(from: self) { return bytes }
    let withNames = mapLeaves { leaf in
      if case .double(let number) = leaf, !number.isFinite { .string("\(number)") } else { leaf }
    }
    return (try? writer.utf8(from: withNames)) ?? Array("null".utf8)
  }
}

/// An error for a number that JSON can't represent, with the number's path in the value.
public struct MockJSONWriteError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The path of the number, such as `items[3].price`; empty if the number is the whole value.
  public var path: String
  /// The number as Swift writes it: `nan`, `inf`, or `-inf`.
  public var number: String

  package init(path: String, number: String) {
    self.path = path
    self.number = number
  }

  /// The error as `path: problem; suggestion`.
  public var description: String {
    (path.isEmpty ? "" : path.escapedPath + ": ")
      + "JSON cannot represent the number \(number); write a finite number or null"
  }
}

extension Dictionary where Key == String {
  /// The order doesn't depend on a locale or on normalization.
  ///
  /// The method is inlinable, because sorting members takes ten times as long if the compiler doesn't know their type.
  @inlinable
  package func sortedByKeyBytes() -> [(key: String, value: Value)] {
    guard count > 1 else { return map { ($0.key, $0.value) } }
    return sorted { $0.key.precedesInBytes($1.key) }
  }
}

extension [String] {
  /// Comparing strings takes much longer than comparing numbers, so the first bytes are compared as a number.
  func sortedByBytes() -> [String] {
    guard count > 64 else { return sorted { $0.precedesInBytes($1) } }
    let heads = map {
      $0.utf8.prefix(16).enumerated().reduce(into: (UInt64(0), UInt64(0))) { head, byte in
        let shift = UInt64(56 - byte.offset % 8 * 8)
        if byte.offset < 8 {
          head.0 |= UInt64(byte.element) << shift
        } else {
          head.1 |= UInt64(byte.element) << shift
        }
      }
    }
    return indices.sorted { first, second in
      heads[first] == heads[second]
        ? self[first].precedesInBytes(self[second]) : heads[first] < heads[second]
    }.map { self[$0] }
  }
}

extension String {
  @inlinable
  package func precedesInBytes(_ other: String) -> Bool {
    let order = utf8.withContiguousStorageIfAvailable { bytes in
      other.utf8.withContiguousStorageIfAvailable { bytes.lexicographicallyPrecedes($0) }
    }
    return (order ?? nil) ?? utf8.lexicographicallyPrecedes(other.utf8)
  }
}
