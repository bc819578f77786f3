import MockCalls
import MockConfiguration

/// The calls in a file of JSON lines, read one at a time.
///
/// Empty lines are skipped.
struct CallFile {
  private var lines: LineReader
  private let name: String

  /// Opens a file.
  ///
  /// `-` is standard input, unless that is used for something else.
  init(path: String, readsStandardInput: Bool = true) throws(CommandFailure) {
    name = path == "-" ? "stdin" : path
    do throws(CallsProblem) {
      lines = try LineReader(
        path: path == "-" ? nil : path, readsStandardInput: readsStandardInput)
    } catch {
      throw .unreadableCalls(path: name, error)
    }
  }

  /// Whether reading the next call can block.
  var mayWait: Bool { lines.mayWait }

  /// Returns the next call or change of a gate; nil at the end.
  mutating func next() throws(CommandFailure) -> MockCallStep? {
    while let line = try nextLine() {
      guard line.contains(where: { ![0x20, 0x09, 0x0D].contains($0) }) else { continue }
      do throws(MockConfigurationError) {
        return try MockCallStep(line: line, number: lines.number, file: name)
      } catch {
        throw .configuration(error)
      }
    }
    return nil
  }

  private mutating func nextLine() throws(CommandFailure) -> [UInt8]? {
    do throws(CallsProblem) {
      return try lines.next()
    } catch {
      throw .unreadableCalls(path: name, error)
    }
  }
}
