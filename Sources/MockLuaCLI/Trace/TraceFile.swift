import MockConfiguration
import MockData
import MockLua
import MockLuaTools

/// Reads the trace of a test.
enum TraceFile {
  /// Reads a file.
  ///
  /// `-` is standard input. `readsStandardInput` determines whether messages suggest it.
  static func read(
    _ path: String, readsStandardInput: Bool = true
  ) throws(CommandFailure) -> MockTrace {
    let name = path == "-" ? "stdin" : path
    var lines = try wording(name) { () throws(CallsProblem) in
      try LineReader(path: path == "-" ? nil : path, readsStandardInput: readsStandardInput)
    }
    var reader = MockTraceReader(file: name)
    do throws(MockConfigurationError) {
      while true {
        let line: [UInt8]?
        do throws(CallsProblem) {
          line = try lines.next()
        } catch {
          throw MockConfigurationError(reading: error, file: name)
        }
        guard let line else { break }
        try reader.add(line)
      }
      return try reader.finish()
    } catch {
      throw .configuration(error)
    }
  }

  /// Parses a trace from text that was already read.
  static func trace(of source: ScriptSource) throws(CommandFailure) -> MockTrace {
    var reader = MockTraceReader(file: source.name)
    do throws(MockConfigurationError) {
      for line in source.text.utf8.split(separator: UInt8(ascii: "\n")) {
        try reader.add(Array(line))
      }
      return try reader.finish()
    } catch {
      throw .configuration(error)
    }
  }

  private static func wording<Result>(
    _ name: String, _ body: () throws(CallsProblem) -> Result
  ) throws(CommandFailure) -> Result {
    do throws(CallsProblem) {
      return try body()
    } catch {
      throw .unreadableTrace(path: name, error)
    }
  }
}

extension MockConfigurationError {
  /// Converts an error in reading a line.
  fileprivate init(reading problem: CallsProblem, file: String) {
    let (line, text): (Int?, String) =
      switch problem {
      case .longLine(let line, let limit):
        (
          line,
          "the line is longer than \(limit >> 20) MiB, so this isn't a trace; pass a trace file"
        )
      case .notUTF8(let line): (line, "the line is not UTF-8; save the file as UTF-8")
      case .folder, .system: (nil, "\(problem)")
      }
    self.init(problem: .other(text), at: ScriptLocation(file: file, line: line))
  }
}

extension MockTrace {
  /// The trace as data, without its script: the lines of the file, grouped by type.
  var members: [String: AnyCodableValue] {
    [
      "trace": headerValue, "script": .string(script.name), "events": .array(events.map(\.value)),
      "issues": .array(issues.map(\.value)),
    ]
  }
}

extension TraceReplay {
  /// The result of replaying a trace, as data.
  var members: [String: AnyCodableValue] {
    [
      "played": .int(played), "stubbed": .int(stubbed),
      "differences": .array(differences.map(\.value)),
    ]
  }
}

extension TraceReplay.Difference {
  fileprivate var value: AnyCodableValue {
    [
      "order": .int(call.order), "call": .string(call.name), "arguments": call.arguments,
      "was": .string(was), "now": .string(now),
    ]
  }
}
