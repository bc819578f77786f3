internal import LuaRuntime
internal import MockServices

/// What a function of the script answered with.
enum ScriptAnswer {
  case response(MockResponse)
  /// A stream function, by its number.
  case stream(Int)

  /// Reads the results of `lang.answer`: nothing, `"value"` and data, or `"response"` and its fields.
  init(_ results: WireValue, lua: LuaRuntime) throws {
    var elements = results.elements
    guard let kind = elements.next(), let value = elements.next() else {
      self = .response(MockResponse(result: .success))
      return
    }
    guard kind.string == "response" else {
      self = .response(MockResponse(result: .success, value: try AnyCodableValue(checking: value)))
      return
    }
    let record = RecordReader(lua: lua).response(value)
    if record.isStream, let function = record.function {
      self = .stream(function)
    } else {
      self = .response(record.lowered)
    }
  }
}
