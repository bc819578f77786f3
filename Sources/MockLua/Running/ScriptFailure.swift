internal import LuaRuntime
internal import MockCalls
internal import MockConfiguration
internal import MockData

/// Turns what a function raised into the error of the call.
enum ScriptFailure {
  /// The error of a service passes through, a raised `fail(...)` is the answer; anything else is a
  /// mistake of the script.
  ///
  /// - Parameters:
  ///   - error: What Lua ended with.
  ///   - lua: The runtime that it came from.
  ///   - function: Where the function stands, for what has no place of its own.
  /// - Returns: The error of the call.
  static func error(for error: LuaError, in lua: LuaRuntime, of function: SourcePlace) -> any Error
  {
    if case .runtime(let runtime) = error {
      if runtime.cause is CancellationError { return CancellationError() }
      if let raised = runtime.raised, let passed = passed(raised.name, raised.wire, lua) {
        return passed
      }
    }
    return mistake(error, at: raisedPlace(error, lua) ?? error.place ?? function)
  }

  /// The place that a mistake of the language's words names itself.
  private static func raisedPlace(_ error: LuaError, _ lua: LuaRuntime) -> SourcePlace? {
    guard case .runtime(let runtime) = error, let raised = runtime.raised,
      raised.name == "a script error"
    else { return nil }
    return read(raised.wire) { $0["place"]?.integer.flatMap { lua.place($0) } }.flatMap(\.self)
  }

  /// What a text that was typed did wrong; nil where a call's error, or a raised `fail(...)`, passed through.
  static func mistake(
    for error: LuaError, in lua: LuaRuntime, script: String, sources: [String: String]
  ) -> MockDiagnostic? {
    if case .runtime(let runtime) = error, let raised = runtime.raised,
      passed(raised.name, raised.wire, lua) != nil
    {
      return nil
    }
    var mistake = MockDiagnostic(error, script: script, sources: sources)
    mistake.place = raisedPlace(error, lua) ?? mistake.place
    return mistake
  }

  /// The response that was raised, where it is an error with its builders.
  static func response(for error: LuaError, in lua: LuaRuntime) -> ScriptRecord.Response? {
    guard case .runtime(let runtime) = error, let raised = runtime.raised,
      raised.name == "a response"
    else { return nil }
    let record = read(raised.wire) { RecordReader(lua: lua).response($0) }
    // A status is an answer as an error is: both end what runs.
    return record?.kind == .error || record?.status != nil ? record : nil
  }

  private static func passed(_ name: String, _ wire: [UInt8], _ lua: LuaRuntime) -> (any Error)? {
    switch name {
    case "a cancellation": return CancellationError()
    case "a service error":
      return read(wire) { value in
        MockServiceError(
          code: value["code"]?.string ?? "", message: value["message"]?.string ?? "",
          details: value["details"].map { AnyCodableValue($0) })
      }
    case "a response":
      return read(wire) { RecordReader(lua: lua).response($0).error }.flatMap { payload in
        payload.map { MockServiceError($0) }
      }
    default: return nil
    }
  }

  private static func read<T>(_ wire: [UInt8], _ body: (WireValue) -> T) -> T? {
    wire.withUnsafeBytes { WireValue(checking: $0).map(body) }
  }

  /// As many characters as the path of a file has at most.
  private static let longestPath = 4096

  private static func mistake(_ error: LuaError, at place: SourcePlace) -> MockServiceError {
    // A script names its chunks as it likes; a file's path is never cut.
    let file = place.file.escaped(limit: longestPath)
    var details: [String: AnyCodableValue] = ["file": .string(file)]
    details["line"] = place.line.map { .int($0) }
    if !error.traceback.isEmpty {
      details["traceback"] = .array(error.traceback.map { .string($0) })
    }
    return MockServiceError(
      problem: .scriptError, problem(of: error), at: place, details: .dictionary(details))
  }

  /// A value that cannot cross is the second result of `lang.answer`, of which scripts know nothing.
  private static func problem(of error: LuaError) -> String {
    guard case .conversion(let conversion) = error else { return RuntimeHint.hinted(error.problem) }
    var path =
      conversion.path.hasPrefix("[2]") ? conversion.path.dropFirst(3) : conversion.path[...]
    if path.hasPrefix(".") { path = path.dropFirst() }
    let place = path.isEmpty ? "" : " at `\(path.escapedPath)`"
    let remedy =
      conversion.problem.hasSuffix("UTF-8") ? "write `base64(bytes)`" : "return plain data"
    return "the function returned \(conversion.problem)\(place); \(remedy)"
  }
}
