import MockData
import MockPlatform

/// The source texts for messages: those that this process has read, and other files.
///
/// Standard input and typed text can't be read a second time.
final class SourceTexts: Sendable {
  /// The texts that this process has read.
  static let shared = SourceTexts()

  /// The maximum length of a line to show, since finding a column in a longer one takes too long.
  private static let longestLine = 1 << 20

  private let lines = Locked<[String: SourceLines]>([:])

  /// Stores a text for later messages, and replaces an earlier one of the same name.
  func remember(_ text: String, as name: String) {
    lines.withLock { $0[name] = SourceLines(text) }
  }

  /// Adds a line to a text that arrives line by line.
  func append(_ line: String, to name: String) {
    lines.withLock { $0[name, default: SourceLines("")].append(line) }
  }

  /// Returns the line at a location, without its line break; nil if it isn't available.
  func line(at place: ScriptLocation) -> Substring? {
    guard let number = place.line else { return nil }
    let known = lines.withLock { $0[place.file] }
    guard var source = known ?? Self.read(place.file) else { return nil }
    let line = source.line(number)
    let indexed = source
    lines.withLock { $0[place.file] = indexed }
    return line.flatMap { $0.utf8.count <= Self.longestLine ? $0 : nil }
  }

  /// Reads a module or a fixture.
  ///
  /// Only a regular file can be read without blocking.
  private static func read(_ path: String) -> SourceLines? {
    guard let status = try? FileStatus(path: path), status.isRegularFile,
      let source = try? ScriptSource.read(path)
    else { return nil }
    return SourceLines(source.text)
  }
}

/// A text with the starts of its lines, which are computed on demand.
private struct SourceLines: Sendable {
  private var text: String
  private var starts: [String.Index]?

  init(_ text: String) { self.text = text }

  mutating func append(_ line: String) {
    text += line + "\n"
    starts = nil
  }

  mutating func line(_ number: Int) -> Substring? {
    let starts = self.starts ?? Self.starts(of: text)
    self.starts = starts
    let index = number - 1
    guard starts.indices.contains(index) else { return nil }
    let next = index + 1
    let end = next < starts.count ? text.utf8.index(before: starts[next]) : text.endIndex
    let line = text[starts[index]..<end]
    return line.utf8.last == UInt8(ascii: "\r") ? Substring(line.utf8.dropLast()) : line
  }

  private static func starts(of text: String) -> [String.Index] {
    let bytes = text.utf8
    return [text.startIndex]
      + bytes.indices.lazy.filter { bytes[$0] == UInt8(ascii: "\n") }.map { bytes.index(after: $0) }
  }
}
