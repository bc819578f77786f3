package import MockData

/// The line of a test with an unmet expectation.
public struct MockSourceLocation: Sendable {
  /// The file, as `#filePath` returns it.
  public var file: StaticString
  /// The line, counted from 1.
  public var line: UInt

  /// Creates a location (default: the caller's).
  public init(file: StaticString = #filePath, line: UInt = #line) {
    self.file = file
    self.line = line
  }
}

extension MockSourceLocation: Equatable {
  /// Returns whether two locations are the same line of the same file.
  public static func == (first: MockSourceLocation, second: MockSourceLocation) -> Bool {
    first.line == second.line && "\(first.file)" == "\(second.file)"
  }
}

extension MockSourceLocation: CustomStringConvertible {
  /// The location as `LoginTests.swift:12`, without the folders.
  public var description: String { place.description }

  /// The location as shown in messages, without the folders.
  package var place: ScriptLocation {
    let path = "\(file)"
    return ScriptLocation(
      file: path.split(separator: "/").last.map(String.init) ?? path, line: Int(clamping: line))
  }
}
