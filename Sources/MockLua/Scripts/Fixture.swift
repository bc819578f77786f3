internal import MockData

/// The data in a fixture file, decoded according to its filename extension.
enum Fixture {
  /// Returns JSON as data, CSV as a list of rows, and anything else as text, or nil if decoding was stopped.
  static func data(
    of text: String, name: String,
    whileAllowed mayContinue: @escaping (_ values: Int, _ bytes: Int) -> Bool
  ) throws(ScriptFileError) -> AnyCodableValue? {
    let ending = name.split(separator: ".").last.map { $0.lowercased() }
    switch ending {
    case "json":
      do throws(JSONParseError) {
        return try JSONParser().parse(text, whileAllowed: mayContinue)
      } catch {
        throw ScriptFileError("fixture `\(name.escaped)` is invalid JSON at \(error.description)")
      }
    case "csv": return try rows(of: text, name: name, mayContinue).map { .array($0) }
    default: return .string(text)
    }
  }

  /// Returns the records of CSV (RFC 4180).
  ///
  /// Each record is an object of strings, whose keys are the fields of the first record.
  private static func rows(
    of text: String, name: String, _ mayContinue: (_ values: Int, _ bytes: Int) -> Bool
  ) throws(ScriptFileError) -> [AnyCodableValue]? {
    var reader = CSVReader(text)
    var records: [(line: Int, fields: [String])] = []
    while true {
      let line = reader.line
      guard let fields = reader.next() else { break }
      records.append((line, fields))
      // Each row is counted twice: as fields, and as an object.
      guard mayContinue(fields.count, 128 + fields.reduce(0) { $0 + 160 + $1.utf8.count }) else {
        return nil
      }
    }
    if let line = reader.unclosedQuote {
      throw ScriptFileError(
        "fixture `\(name.escaped)` has an unclosed quote that opens on line \(line); close it")
    }
    guard let header = records.first?.fields else { return [] }
    var columns: Set<String> = []
    if let twice = header.first(where: { !columns.insert($0).inserted }) {
      throw ScriptFileError(
        "fixture `\(name.escaped)` names the column `\(twice.escaped)` twice; rename one")
    }
    var rows: [AnyCodableValue] = []
    for record in records.dropFirst() {
      guard record.fields.count == header.count else {
        throw ScriptFileError(
          "fixture `\(name.escaped)` has \(record.fields.count) fields on line \(record.line) but "
            + "\(header.count) columns; quote fields that contain commas")
      }
      let fields = zip(header, record.fields).map { ($0, AnyCodableValue.string($1)) }
      rows.append(.dictionary(Dictionary(uniqueKeysWithValues: fields)))
    }
    return rows
  }
}

/// Splits CSV into records (RFC 4180).
///
/// Line feeds without carriage returns are also accepted.
struct CSVReader {
  private var rest: ArraySlice<UInt8>
  /// The current line number, starting at 1.
  private(set) var line = 1
  /// The line of an unclosed quotation mark, if any.
  private(set) var unclosedQuote: Int?

  init(_ text: String) { rest = Array(text.utf8)[...] }

  /// Returns the next record, skipping empty lines.
  mutating func next() -> [String]? {
    while rest.first == UInt8(ascii: "\n") || rest.first == UInt8(ascii: "\r") { skipLineEnd() }
    guard !rest.isEmpty else { return nil }
    var fields = [field()]
    while rest.first == UInt8(ascii: ",") {
      rest.removeFirst()
      fields.append(field())
    }
    skipLineEnd()
    return fields
  }

  private mutating func skipLineEnd() {
    if rest.first == UInt8(ascii: "\r") { rest.removeFirst() }
    if rest.first == UInt8(ascii: "\n") {
      rest.removeFirst()
      line += 1
    }
  }

  private mutating func field() -> String {
    guard rest.first == UInt8(ascii: "\"") else {
      let end = rest.firstIndex { [UInt8(ascii: ","), 13, 10].contains($0) } ?? rest.endIndex
      defer { rest = rest[end...] }
      return String(decoding: rest[..<end], as: UTF8.self)
    }
    let start = line
    rest.removeFirst()
    var bytes: [UInt8] = []
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "\"") {
        guard rest.first == UInt8(ascii: "\"") else {
          return String(decoding: bytes, as: UTF8.self)
        }
        rest.removeFirst()
      }
      if byte == UInt8(ascii: "\n") { line += 1 }
      bytes.append(byte)
    }
    unclosedQuote = start
    return String(decoding: bytes, as: UTF8.self)
  }
}
