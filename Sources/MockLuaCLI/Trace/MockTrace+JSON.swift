import MockData
import MockLua

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
