import CLibrary
import MockCalls
import MockConfiguration
import MockLuaTools
import MockPlatform

/// Reads a file line by line, so that the file can be larger than memory.
struct LineReader {
  /// The maximum size of a line in a file, in bytes.
  static let limit = 64 << 20

  private static let chunk = 64 << 10

  /// The name of the file in messages.
  let name: String

  /// The number of the last line that was read, from 1.
  private(set) var number = 0

  /// The maximum size of a returned line, in bytes.
  let limit: Int
  /// Whether the last line has no line break.
  private(set) var isUnfinished = false

  private let failure: (_ name: String, CallsProblem) -> CommandFailure
  private let descriptor: Descriptor
  private let isRegularFile: Bool
  private var buffer: [UInt8] = []
  /// The start of the next line.
  private var start = 0
  /// The position up to which no line break was found.
  private var searched = 0
  private var isAtEnd = false

  /// The path is nil for standard input, and the limit is the maximum size of a returned line in bytes.
  ///
  /// `readsStandardInput` determines whether messages suggest `-`.
  init(
    path: String?, readsStandardInput: Bool = true, limit: Int = Self.limit,
    failure: @escaping (String, CallsProblem) -> CommandFailure = CommandFailure.unreadableCalls
  ) throws(CommandFailure) {
    (name, self.limit, self.failure) = (path ?? "stdin", limit, failure)
    do throws(SystemError) {
      descriptor = try path.map(Descriptor.init(reading:)) ?? .standardInput
      let status = try FileStatus(descriptor: descriptor.number)
      guard !status.isFolder else { throw SystemError(EISDIR) }
      isRegularFile = status.isRegularFile
    } catch {
      throw failure(
        name,
        error.code == EISDIR ? .folder : .system(error, readsStandardInput: readsStandardInput))
    }
  }

  /// Whether reading the next line can block, so that pending output should be written first.
  var mayWait: Bool {
    !isRegularFile && !isAtEnd && !buffer[start...].contains(UInt8(ascii: "\n"))
  }

  /// Returns the next line without its line break and without a byte order mark; nil at the end.
  mutating func next() throws(CommandFailure) -> [UInt8]? {
    while true {
      if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        guard end - start <= limit else {
          searched = end
          throw failure(name, .longLine(number + 1, limit: limit))
        }
        defer { (start, searched) = (end + 1, end + 1) }
        return line(buffer[start..<end])
      }
      searched = buffer.count
      if isAtEnd {
        guard start < buffer.count else { return nil }
        isUnfinished = true
        defer { start = buffer.count }
        return line(buffer[start...])
      }
      guard buffer.count - start <= limit else {
        throw failure(name, .longLine(number + 1, limit: limit))
      }
      try fill()
    }
  }

  /// Skips the rest of a line that is too long, without storing it.
  mutating func skipLine() throws(CommandFailure) {
    number += 1
    while true {
      if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        (start, searched) = (end + 1, end + 1)
        return
      }
      (start, searched) = (buffer.count, buffer.count)
      if isAtEnd { return }
      try fill()
    }
  }

  private mutating func line(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    number += 1
    let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
    return Array(number == 1 && bytes.starts(with: byteOrderMark) ? bytes.dropFirst(3) : bytes)
  }

  private mutating func fill() throws(CommandFailure) {
    buffer.removeFirst(start)
    (start, searched) = (0, searched - start)
    do throws(SystemError) {
      let bytes = try descriptor.readChunk(Self.chunk)
      isAtEnd = bytes.isEmpty
      buffer += bytes
    } catch {
      throw failure(name, .system(error))
    }
  }
}

/// The reason why a file of calls can't be read.
enum CallsProblem: Error {
  /// `readsStandardInput` indicates whether `-` can be passed instead of a file.
  case system(SystemError, readsStandardInput: Bool = true)

  case folder

  /// The line with this number, from 1, is longer than this many bytes.
  case longLine(Int, limit: Int)

  /// The line with this number, from 1, isn't UTF-8.
  case notUTF8(Int)
}

extension CallsProblem: CustomStringConvertible {
  var description: String {
    switch self {
    case .system(let error, let readsStandardInput):
      "\(error.problem); \(error.readingSuggestion(readsStandardInput: readsStandardInput))"
    case .folder: "is a folder; name a file of calls, one JSON object per line"
    case .longLine(let number, let limit):
      "line \(number) is longer than \(limit >> 20) MiB; write one call per line"
    case .notUTF8(let number): "line \(number) is not UTF-8; save the text as UTF-8"
    }
  }
}

/// The calls in a file of JSON lines, read one at a time.
///
/// Empty lines are skipped.
struct CallFile {
  private var lines: LineReader

  /// `-` is standard input, and `readsStandardInput` determines whether messages suggest it.
  init(path: String, readsStandardInput: Bool = true) throws(CommandFailure) {
    lines = try LineReader(
      path: path == "-" ? nil : path, readsStandardInput: readsStandardInput)
  }

  /// Whether reading the next call can block.
  var mayWait: Bool { lines.mayWait }

  /// Returns the next call or change of a gate; nil at the end.
  mutating func next() throws(CommandFailure) -> MockCallStep? {
    while let line = try lines.next() {
      guard line.contains(where: { ![0x20, 0x09, 0x0D].contains($0) }) else { continue }
      return try rethrowing(
        as: CommandFailure.configuration,
        MockCallStep(line: line, number: lines.number, file: lines.name))
    }
    return nil
  }
}

extension String {
  var trimmed: String {
    let start = drop(while: \.isWhitespace)
    guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(start[...last])
  }
}
