import MockData
import MockPlatform

/// A source line as shown on a terminal, and the position of the caret below it.
///
/// A terminal counts cells, not characters: a tab becomes four spaces, a wide character takes two cells, and control
/// characters are escaped. If a line doesn't fit, the part around the column is shown.
struct SourceExcerpt: Equatable {
  /// The visible part of the line.
  let text: String
  /// The number of cells before the caret; nil if the column is unknown.
  let caret: Int?

  /// The maximum number of cells to show, regardless of the terminal's width.
  static let widest = EscapedText.longLimit

  /// The minimum number of cells for a useful excerpt.
  static let narrowest = 12

  private static let gap = "..."

  /// Returns nil if the width is smaller than ``narrowest`` cells.
  ///
  /// The line has no line break. The column is in characters, from 1; nil if it's unknown.
  init?(_ line: Substring, column: Int?, width: Int) {
    guard width >= Self.narrowest else { return nil }
    let room = min(width, Self.widest)
    let target =
      line.index(line.startIndex, offsetBy: (column ?? 1) - 1, limitedBy: line.endIndex)
      ?? line.endIndex
    // Only the characters that can fit are processed, so that a line can be a megabyte long.
    let head = line[..<target].suffix(room).map(Cell.init)
    let hasAllOfHead = line[..<target].dropLast(room).isEmpty
    let tail = line[target...].prefix(room).map(Cell.init)
    let headWidth = head.reduce(0) { $0 + $1.width }

    var shownHead = head[...]
    // The character at the caret must be visible, with some of the text after it.
    let wanted = max(1, min(tail.reduce(0) { $0 + $1.width }, room / 3))
    let cutsHead = !hasAllOfHead || headWidth + wanted > room
    if cutsHead {
      var width = shownHead.reduce(0) { $0 + $1.width }
      while width > 0, Self.gap.count + width + wanted > room {
        width -= shownHead.removeFirst().width
      }
    }
    let prefix = (cutsHead ? Self.gap : "") + shownHead.map(\.text).joined()
    let before = (cutsHead ? Self.gap.count : 0) + shownHead.reduce(0) { $0 + $1.width }

    let hasAllOfTail = line[target...].dropFirst(room).isEmpty
    text = prefix + Self.beginning(of: tail, isAll: hasAllOfTail, room - before)
    caret = column == nil ? nil : before
  }

  /// Returns as many cells as fit, with an ellipsis if some are left out.
  private static func beginning(of cells: [Cell], isAll: Bool, _ room: Int) -> String {
    var result = ""
    var width = 0
    if isAll, cells.reduce(0, { $0 + $1.width }) <= room { return cells.map(\.text).joined() }
    for cell in cells {
      guard width + cell.width + gap.count <= room else { break }
      result += cell.text
      width += cell.width
    }
    return result + gap
  }

  /// A character as it is shown, and its number of cells.
  private struct Cell {
    let text: String
    let width: Int

    init(_ character: Character) {
      if character == "\t" {
        (text, width) = ("    ", 4)
        return
      }
      let original = String(character)
      text = original.escaped
      width = text == original ? character.cellWidth : text.unicodeScalars.count
    }
  }
}

extension Character {
  /// The number of terminal cells of the character: 0, 1, or 2.
  var cellWidth: Int {
    let scalars = unicodeScalars
    if scalars.contains("\u{FE0F}") { return 2 }
    return scalars.map(\.cellWidth).max() ?? 0
  }
}

extension Unicode.Scalar {
  fileprivate var cellWidth: Int {
    if value < 0x300 { return 1 }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    if properties.isEmojiPresentation { return 2 }
    return Self.wide.contains { $0.contains(value) } ? 2 : 1
  }

  /// The blocks whose characters are wide (W or F in Unicode's EastAsianWidth.txt), except emoji.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF,
    0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F,
    0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x17000...0x18DFF, 0x1AFF0...0x1B2FF, 0x20000...0x3FFFD,
  ]
}

/// The source code that messages show: files and input that this process has read, and other files.
///
/// Standard input and typed text can't be read a second time.
final class SourceTexts: Sendable {
  static let shared = SourceTexts()

  /// The maximum length of a line to show, since finding a column in a longer one takes too long.
  private static let lineLengthLimit = 1 << 20

  private let lines = Locked<[String: SourceLines]>([:])

  /// Stores source code for later messages, and replaces earlier source code of the same name.
  func remember(_ text: String, as name: String) {
    lines.withLock { $0[name] = SourceLines(text) }
  }

  /// Adds a line to source code that arrives line by line.
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
    return line.flatMap { $0.utf8.count <= Self.lineLengthLimit ? $0 : nil }
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

/// Source code with the starts of its lines, which are computed on demand.
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
