package import LuaRuntime
internal import MockCalls
internal import MockConfiguration
package import MockData

/// Converts errors that functions raise to errors of calls.
package enum ScriptFailure {
  /// Returns the error of the call.
  ///
  /// The error of a service passes through, and a raised `fail(...)` becomes the response. Anything else is a script
  /// error. If it has no location, the location of the function is used.
  package static func error(for error: LuaError, in lua: LuaRuntime, of function: ScriptLocation)
    -> any Error
  {
    if case .runtime(let runtime) = error, runtime.cause is CancellationError {
      return CancellationError()
    }
    if let passed = passed(error, lua) { return passed }
    return diagnostic(error, at: raisedPlace(error, lua) ?? error.place ?? function)
  }

  /// Returns the location that an error contains if a word of the language has raised it.
  private static func raisedPlace(_ error: LuaError, _ lua: LuaRuntime) -> ScriptLocation? {
    read(error, named: "a script error") { $0["place"]?.integer.flatMap { lua.place($0) } } ?? nil
  }

  /// Returns the error of a console input, or nil if the error comes from a call or is a raised `fail(...)`.
  package static func diagnostic(
    for error: LuaError, in lua: LuaRuntime, script: String, sources: [String: String]
  ) -> MockDiagnostic? {
    if passed(error, lua) != nil { return nil }
    var diagnostic = MockDiagnostic(error, script: script, sources: sources)
    diagnostic.place = raisedPlace(error, lua) ?? diagnostic.place
    return diagnostic
  }

  /// Returns the raised response if it is an error or has a status.
  static func response(for error: LuaError, in lua: LuaRuntime) -> ScriptRecord.Response? {
    let record = read(error, named: "a response") { RecordReader(lua: lua).response($0) }
    // A response with a status ends the running function, as an error does.
    return record?.fields.result == .error || record?.status != nil ? record : nil
  }

  /// Returns the raised cancellation, error of a service, or response, as the error of a call.
  private static func passed(_ error: LuaError, _ lua: LuaRuntime) -> (any Error)? {
    read(error, named: "a cancellation") { _ in CancellationError() }
      ?? read(error, named: "a service error") { value in
        MockServiceError(
          code: value["code"]?.string ?? "", message: value["message"]?.string ?? "",
          details: value["details"].map { AnyCodableValue($0) })
      }
      ?? read(error, named: "a response") { RecordReader(lua: lua).response($0) }?.fields.error.map
    {
      MockServiceError($0)
    }
  }

  /// Reads the table that a script has raised if it has the given name.
  private static func read<T>(
    _ error: LuaError, named name: String, _ body: (WireValue) -> T
  ) -> T? {
    guard case .runtime(let runtime) = error, let raised = runtime.raised, raised.name == name
    else { return nil }
    return raised.wire.withUnsafeBytes { WireValue(checking: $0).map(body) }
  }

  private static let pathLengthLimit = 4096

  private static func diagnostic(_ error: LuaError, at place: ScriptLocation) -> MockServiceError {
    // Scripts choose the names of their chunks, so names are truncated. Paths of files never are.
    let file = place.file.escaped(limit: pathLengthLimit)
    var details: [String: AnyCodableValue] = ["file": .string(file)]
    details["line"] = place.line.map { .int($0) }
    if !error.traceback.isEmpty {
      details["traceback"] = .array(error.traceback.map { .string($0) })
    }
    return MockServiceError(
      problem: .scriptError, problem(of: error), at: place, details: .dictionary(details))
  }

  /// Returns the problem of an error.
  ///
  /// A value that can't be converted is described without mentioning `lang.answer`.
  private static func problem(of error: LuaError) -> String {
    guard case .conversion(let conversion) = error else { return RuntimeHint.hinted(error.problem) }
    var path =
      conversion.path.hasPrefix("[2]") ? conversion.path.dropFirst(3) : conversion.path[...]
    if path.hasPrefix(".") { path = path.dropFirst() }
    let place = path.isEmpty ? "" : " at `\(path.escapedPath)`"
    let suggestion =
      conversion.problem.hasSuffix("UTF-8") ? "write `base64(bytes)`" : "return plain data"
    return "the function returned \(conversion.problem)\(place); \(suggestion)"
  }
}
