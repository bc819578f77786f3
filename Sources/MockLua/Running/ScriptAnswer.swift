internal import LuaRuntime
internal import MockData

/// What a function of the script answered with.
enum ScriptAnswer {
  case response(ScriptRecord.Response)
  /// A stream function, by its number, and the time between two of its values in milliseconds.
  case stream(Int, intervalMs: Int?)

  /// Reads the results of `lang.answer`: nothing, `"value"` and data, or `"response"` and its fields.
  init(_ results: WireValue, lua: LuaRuntime) throws {
    var elements = results.elements
    guard let kind = elements.next(), let value = elements.next() else {
      self = .response(ScriptRecord.Response())
      return
    }
    guard kind.string == "response" else {
      self = .response(ScriptRecord.Response(value: try AnyCodableValue(checking: value)))
      return
    }
    let record = RecordReader(lua: lua).response(value)
    if record.isStream, let function = record.function {
      self = .stream(function, intervalMs: record.interval)
    } else {
      self = .response(record)
    }
  }
}
