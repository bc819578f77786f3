/// A location in a script, a configuration, or other text: a file, with a line and a column if they are known.
///
/// Errors, diagnostics, and records all use this type for locations.
public struct ScriptLocation: Sendable, Hashable, CustomStringConvertible {
  /// The path of the file as it was given, or a title such as `stdin`; empty for text without a name.
  public var file: String
  /// The line, from 1; nil for the whole file.
  public var line: Int?
  /// The column in characters, from 1; nil if it isn't known.
  public var column: Int?

  /// Creates a location in a file, by default for the whole file.
  public init(file: String, line: Int? = nil, column: Int? = nil) {
    self.file = file
    self.line = line
    self.column = column
  }

  /// The location as shown in messages: `login.lua:12`, `login.json:3:14`, or only the file.
  public var description: String {
    let name = file.isEmpty ? nil : file.escapedPath
    return [name, line.map(String.init), column.map(String.init)].compactMap(\.self)
      .joined(separator: ":")
  }

  /// Reads a location from a message, a stack frame, or a trace.
  ///
  /// If the text doesn't end with a colon and a number, the whole text is the file. If the name of a file itself ends
  /// with a colon and a number, the number is read as a line, but the location still has the same description.
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

extension ScriptLocation? {
  /// Returns whether two locations may be the same, even if one of them was read from a stack frame or a trace.
  ///
  /// A stack frame or a trace contains the file's name as shown in messages, which may be shortened. It also doesn't
  /// distinguish a line from a number at the end of a name, such as `LoginTests.swift:12`. Locations with the same
  /// description are therefore considered the same. If only one of the locations has a column, only the files and lines
  /// are compared.
  package func matches(_ other: ScriptLocation?) -> Bool {
    guard let self, let other else { return self == other }
    if self.description == other.description { return true }
    guard (self.column == nil) != (other.column == nil) else { return false }
    return self.file.escapedPath == other.file.escapedPath && self.line == other.line
  }
}

/// Converts offsets in text to locations.
///
/// Offsets in ascending order are converted in a single pass over the text. Lines and columns are counted from 1.
/// Columns count characters, as in editors.
package struct TextLocator {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var offset = 0
  private var line = 1
  private var column = 1

  package init(bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  package mutating func place(of target: Int, in file: String = "") -> ScriptLocation {
    if target < offset { (offset, line, column) = (0, 1, 1) }
    let target = min(target, bytes.count)
    let passed = UnsafeBufferPointer(rebasing: bytes[offset..<target])
    var lineStart = 0
    for (index, byte) in passed.enumerated() where byte == UInt8(ascii: "\n") {
      line += 1
      column = 1
      lineStart = index + 1
    }
    let rest = UnsafeBufferPointer(rebasing: passed[lineStart...])
    column +=
      rest.allSatisfy { $0 < 0x80 } ? rest.count : String(decoding: rest, as: UTF8.self).count
    offset = target
    return ScriptLocation(file: file, line: line, column: column)
  }
}
