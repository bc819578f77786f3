internal import ValueForms

/// A line of a chunk.
public struct LuaPlace: Sendable, Hashable, CustomStringConvertible {
  /// The chunk's name: a file's path as it was given, or a title.
  public var file: String
  /// The line, counted from 1.
  public var line: Int

  /// Names a line of a chunk.
  public init(file: String, line: Int) {
    self.file = file
    self.line = line
  }

  /// The place as messages write it: `script.lua:12`.
  public var description: String { "\(file.shownPath):\(line)" }
}
