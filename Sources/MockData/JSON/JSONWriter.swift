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

/// A JSON value with parts that are only created when they are written.
///
/// Without this type, the whole tree of a large configuration would be in memory, in addition to the configuration
/// itself.
package enum DeferredJSON {
  case value(AnyCodableValue)
  /// An object with the names of its members in the order in which they are written.
  case object(names: [String], member: (Int) -> DeferredJSON)
  case list(count: Int, element: (Int) -> DeferredJSON)

  package static func object<Value>(
    _ values: [String: Value], _ member: @escaping (Value) -> DeferredJSON
  ) -> DeferredJSON {
    let names = Array(values.keys).sortedByBytes()
    return .object(names: names) { values[names[$0]].map(member) ?? .value(.null) }
  }

  /// Creates an object whose members are sorted by their names.
  package static func members(_ members: [(name: String, value: DeferredJSON)]) -> DeferredJSON {
    let members = members.sorted { $0.name.precedesInBytes($1.name) }
    return .object(names: members.map(\.name)) { members[$0].value }
  }

  package static func ordered(_ members: [(key: String, value: AnyCodableValue)]) -> DeferredJSON {
    .object(names: members.map(\.key)) { .value(members[$0].value) }
  }

  package static func list<Value>(
    _ values: [Value], _ element: @escaping (Value) -> DeferredJSON
  ) -> DeferredJSON {
    .list(count: values.count) { element(values[$0]) }
  }

  package var tree: AnyCodableValue {
    switch self {
    case .value(let value): return value
    case .object(let names, let member):
      var tree = [String: AnyCodableValue](minimumCapacity: names.count)
      for (index, name) in names.enumerated() { tree[name] = member(index).tree }
      return .dictionary(tree)
    case .list(let count, let element): return .array((0..<count).map { element($0).tree })
    }
  }
}

/// The bytes of a JSON text that is being written.
///
/// Open containers are kept in a list, because the call stack is small on some threads.
struct JSONOutput {
  var bytes: [UInt8] = []
  private let isPretty: Bool
  /// Whether characters that control a terminal are escaped, although JSON allows them.
  let escapesForTerminals: Bool
  private var containers: [Container] = []

  /// Receives the output whenever there is enough of it; nil if the output is kept in memory.
  private let drain: (([UInt8]) -> Void)?
  private static let chunk = 64 << 10

  /// A number that JSON can't represent, with its location.
  struct NonFiniteNumber: Error {
    var number: Double
    var path: JSONPath
  }

  private struct Container {
    /// The names of the members; nil for a list.
    let names: [String]?
    let count: Int
    let content: (Int) -> DeferredJSON
    /// The index of the next element or member to write.
    var next = 0
  }

  init(
    isPretty: Bool, escapesForTerminals: Bool = false, drain: (([UInt8]) -> Void)? = nil
  ) {
    self.isPretty = isPretty
    self.escapesForTerminals = escapesForTerminals
    self.drain = drain
    bytes.reserveCapacity(4096)
  }

  mutating func write(_ value: DeferredJSON) throws(NonFiniteNumber) {
    try begin(value)
    while let innermost = containers.indices.last {
      let index = containers[innermost].next
      guard index < containers[innermost].count else {
        close(containers.removeLast())
        continue
      }
      containers[innermost].next += 1
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      breakLine()
      if let names = containers[innermost].names {
        write(names[index])
        bytes.append(UInt8(ascii: ":"))
        if isPretty { bytes.append(UInt8(ascii: " ")) }
      }
      try begin(containers[innermost].content(index))
      drainIfFull()
    }
  }

  mutating func drainIfFull() {
    guard let drain, bytes.count >= Self.chunk else { return }
    drain(bytes)
    bytes.removeAll(keepingCapacity: true)
  }

  /// If the output is passed to `drain`, a long part is appended in pieces.
  mutating func append(_ run: UnsafeBufferPointer<UInt8>) {
    var rest = run
    while drain != nil, rest.count > Self.chunk {
      bytes.append(contentsOf: rest.prefix(Self.chunk))
      drainIfFull()
      rest = UnsafeBufferPointer(rebasing: rest.dropFirst(Self.chunk))
    }
    bytes.append(contentsOf: rest)
    drainIfFull()
  }

  private mutating func begin(_ value: DeferredJSON) throws(NonFiniteNumber) {
    switch value {
    case .value(let value): try begin(value)
    case .object(let names, let member):
      open(Container(names: names, count: names.count, content: member))
    case .list(let count, let element):
      open(Container(names: nil, count: count, content: element))
    }
  }

  private mutating func open(_ container: Container) {
    let isObject = container.names != nil
    if container.count == 0 { return append(isObject ? "{}" : "[]") }
    append(isObject ? "{" : "[")
    containers.append(container)
  }

  /// Writes a scalar or an empty container, or opens any other container.
  private mutating func begin(_ value: AnyCodableValue) throws(NonFiniteNumber) {
    switch value {
    case .string(let string): write(string)
    case .int(let integer): write(integer)
    case .number(let number): bytes.append(contentsOf: number.text.utf8)
    case .double(let number) where number.isFinite: write(finite: number)
    case .double(let number):
      let steps = containers.map { container in
        container.names.map { .key($0[container.next - 1]) }
          ?? JSONPath.Step.index(container.next - 1)
      }
      throw NonFiniteNumber(number: number, path: JSONPath(steps))
    case .bool(true): append("true")
    case .bool(false): append("false")
    case .null: append("null")
    case .array(let elements): try begin(.list(elements) { .value($0) })
    case .dictionary(let members): try begin(.ordered(members.sortedByKeyBytes()))
    }
  }

  private mutating func close(_ container: Container) {
    breakLine()
    append(container.names == nil ? "]" : "}")
  }

  private mutating func breakLine() {
    guard isPretty else { return }
    bytes.append(UInt8(ascii: "\n"))
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: containers.count * 2))
  }
}

extension JSONOutput {
  mutating func append(_ text: StaticString) {
    bytes.append(
      contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  mutating func write(_ integer: Int) {
    var text = String(integer)
    text.withUTF8 { bytes.append(contentsOf: $0) }
  }

  /// Writes the shortest digits that are read as the same double, always with a decimal point.
  mutating func write(finite number: Double) {
    var text = number.description
    text.withUTF8 { digits in
      // Swift writes a decimal point in `1.0`, but not in `1e+300`.
      guard let exponent = digits.firstIndex(of: UInt8(ascii: "e")),
        !digits[..<exponent].contains(UInt8(ascii: "."))
      else {
        bytes.append(contentsOf: digits)
        return
      }
      bytes.append(contentsOf: digits[..<exponent])
      append(".0")
      bytes.append(contentsOf: digits[exponent...])
    }
  }

  mutating func write(_ string: String) {
    var string = string
    bytes.append(UInt8(ascii: "\""))
    string.withUTF8 { content in
      var runStart = 0
      for index in content.indices {
        let byte = content[index]
        if byte >= 0x7F {
          guard escapesForTerminals, let scalar = EscapedText.hidden(in: content, at: index) else {
            continue
          }
          append(UnsafeBufferPointer(rebasing: content[runStart..<index]))
          bytes.append(contentsOf: scalar.jsonEscape.utf8)
          runStart = index + UTF8.width(scalar)
          continue
        }
        guard byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else {
          continue
        }
        append(UnsafeBufferPointer(rebasing: content[runStart..<index]))
        appendEscape(byte)
        drainIfFull()
        runStart = index + 1
      }
      append(UnsafeBufferPointer(rebasing: content[runStart...]))
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func appendEscape(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""): append("\\\"")
    case UInt8(ascii: "\\"): append("\\\\")
    case 0x08: append("\\b")
    case 0x09: append("\\t")
    case 0x0A: append("\\n")
    case 0x0C: append("\\f")
    case 0x0D: append("\\r")
    default:
      append(byte < 0x10 ? "\\u000" : "\\u001")
      let digit = byte & 0xF
      bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
    }
  }
}
