/// A place in a script, a configuration or another source: a file, and where known a line and a column.
///
/// It is the one type of places: errors, diagnostics and records say by it where something stands.
public struct SourcePlace: Sendable, Hashable, CustomStringConvertible {
  /// The file's path as it was given, or a title such as `stdin`; empty for a text without a name.
  public var file: String
  /// The line, from 1; nil where the whole file is meant.
  public var line: Int?
  /// The column in characters, from 1; nil where no more than the line is known.
  public var column: Int?

  /// Names a file, or a line or a column of it; the whole file by default.
  public init(file: String, line: Int? = nil, column: Int? = nil) {
    self.file = file
    self.line = line
    self.column = column
  }

  /// The place as messages write it: `login.lua:12`, `login.json:3:14`, or the file alone.
  public var description: String {
    let name = file.isEmpty ? nil : file.escapedPath
    return [name, line.map(String.init), column.map(String.init)].compactMap(\.self)
      .joined(separator: ":")
  }

  /// Reads a place as frames and traces write it, which is as messages do; what ends in no number is the file alone.
  ///
  /// A name that ends in a number itself is read as a place in the rest of it, which is written as it was.
  package init(_ description: String) {
    var parts = description.split(separator: ":", omittingEmptySubsequences: false)
    var numbers: [Int] = []
    while numbers.count < 2, parts.count > 1, let last = parts.last, let number = Int(last) {
      numbers.insert(number, at: 0)
      parts.removeLast()
    }
    self.init(
      file: parts.joined(separator: ":"), line: numbers.first,
      column: numbers.count > 1 ? numbers[1] : nil)
  }
}

extension SourcePlace? {
  /// Whether both may be the same place, of which one may have been read from a text: from a frame, or from a trace.
  ///
  /// A text has the file's name as messages show it, which may be shortened, and cannot tell a name that ends in a
  /// number, such as `LoginTests.swift:12`, from a line: places that are written alike are the same. Its writer may
  /// not have known the column: then file and line are compared.
  package func matches(_ other: SourcePlace?) -> Bool {
    guard let self, let other else { return self == other }
    if self.description == other.description { return true }
    guard (self.column == nil) != (other.column == nil) else { return false }
    return self.file.escapedPath == other.file.escapedPath && self.line == other.line
  }
}
