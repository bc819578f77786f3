import MockConfiguration
import MockData
import MockLua
import MockLuaTools

/// Reads the trace of a test.
enum TraceFile {
  /// `-` is standard input, and `readsStandardInput` determines whether messages suggest it.
  static func read(
    _ path: String, readsStandardInput: Bool = true
  ) throws(CommandFailure) -> MockTrace {
    var lines = try LineReader(
      path: path == "-" ? nil : path, readsStandardInput: readsStandardInput, failure: failure)
    var reader = MockTraceReader(file: lines.name)
    while let line = try lines.next() {
      try rethrowing(as: CommandFailure.configuration, reader.add(line))
    }
    return try rethrowing(as: CommandFailure.configuration, reader.finish())
  }

  /// Parses a trace from text that was already read.
  static func trace(of source: ScriptSource) throws(CommandFailure) -> MockTrace {
    var reader = MockTraceReader(file: source.name)
    for line in source.text.utf8.split(separator: UInt8(ascii: "\n")) {
      try rethrowing(as: CommandFailure.configuration, reader.add(Array(line)))
    }
    return try rethrowing(as: CommandFailure.configuration, reader.finish())
  }

  private static func failure(_ name: String, _ problem: CallsProblem) -> CommandFailure {
    guard case .longLine(let line, let limit) = problem else {
      return .unreadableTrace(path: name, problem)
    }
    return .configuration(
      MockConfigurationError(
        problem: .other(
          "the line is longer than \(limit >> 20) MiB, so this isn't a trace; pass a trace file"),
        at: ScriptLocation(file: name, line: line)))
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
