internal import CMockLua

/// A reference to a Lua function, which keeps the function alive.
///
/// Only the owner of the function's runtime may use it.
public final class LuaFunction {
  package let runtime: LuaRuntime
  let reference: Int32

  init(runtime: LuaRuntime, reference: Int32) {
    self.runtime = runtime
    self.reference = reference
  }

  deinit { mocklua_release(runtime.state, reference) }

  /// Calls the function, and decodes its first result.
  ///
  /// If the function returns nothing, nil is decoded.
  ///
  /// - Throws: `LuaError`, such as `.conversion` for an argument or a result that can't be converted.
  public func call<each Argument: Encodable, Result: Decodable>(
    _ arguments: repeat each Argument, as type: Result.Type
  ) throws(LuaError) -> Result {
    try runtime.call(self) { writer in
      try LuaFunction.write(repeat each arguments, to: writer)
    } reading: { results in
      try WireDecoder.decode(type, fromFirstOf: results)
    }
  }

  /// Calls the function and ignores its results, which may have any type.
  ///
  /// - Throws: `LuaError`, such as `.conversion` for an argument that can't be converted.
  public func call<each Argument: Encodable>(_ arguments: repeat each Argument) throws(LuaError) {
    try runtime.call(self, wantsResults: false) { writer in
      try LuaFunction.write(repeat each arguments, to: writer)
    } reading: { _ in
    }
  }

  static func write<each Argument: Encodable>(
    _ arguments: repeat each Argument, to writer: WireWriter
  ) throws -> Int {
    var count = 0
    for argument in repeat each arguments {
      try WireEncoder.encode(argument, to: writer)
      count += 1
    }
    return count
  }
}

extension LuaFunction: Encodable {
  /// Always throws an error, because only Lua can receive a function.
  public func encode(to encoder: any Encoder) throws {
    throw EncodingError.invalidValue(
      self, .init(codingPath: encoder.codingPath, debugDescription: "a Lua function"))
  }
}

/// Functions for the package's other targets, which extend the runtime with Lua chunks.
extension LuaRuntime {
  /// Runs one of the package's chunks, and passes the table of natives to it.
  ///
  /// The chunk is bytecode, which loads ten times as fast as source. Scripts never see it, and tracebacks don't include
  /// it.
  package func runInternal(_ bytecode: [UInt8], name: String) throws(LuaError) {
    if isPrepared { return }
    var reference: Int32 = 0
    try check(
      mocklua_load_compiled(
        state, bytecode, bytecode.count, "=[mocklua] \(name)", &reference))
    let function = LuaFunction(runtime: self, reference: reference)
    try check(mocklua_call_with_natives(state, function.reference))
  }

  /// Returns a function that one of the package's chunks added to the table of natives.
  package func nativeFunction(_ name: String) throws(LuaError) -> LuaFunction {
    var reference: Int32 = 0
    try check(mocklua_native_function(state, name, &reference))
    return LuaFunction(runtime: self, reference: reference)
  }

  /// Sets the limits of later calls; nil means no limit.
  ///
  /// `interruptHandle` works even without limits.
  package func setLimits(instructionBudget: Int?, deadline: Duration?, memoryLimit: Int?) {
    mocklua_set_limits(
      state, instructionBudget.map { UInt64(max($0, 1)) } ?? 0,
      deadline.map(\.wholeNanoseconds) ?? 0, memoryLimit.map { max($0, 1) } ?? 0)
  }

  /// Starts counting how often each line of a source's functions runs.
  ///
  /// - Parameters:
  ///   - name: The name under which the source was run.
  ///   - lines: A counter for each line: 0 for a line without code, and otherwise the number of runs plus one. The
  ///     counters outlive the runtime. Reads must be atomic.
  package func countLines(of name: String, in lines: UnsafeMutableBufferPointer<Int64>) {
    guard let start = lines.baseAddress else { return }
    _ = mocklua_count_lines(state, name, start, lines.count)
  }

  /// Returns the location that the natives represent as a number, or nil for 0.
  package func place(_ number: Int64) -> ScriptLocation? {
    guard number > 0 else { return nil }
    let file = String(mocklua_file_name(state, Int32(truncatingIfNeeded: number >> 32)))
    return ScriptLocation(file: file, line: Int(number & 0xFFFF_FFFF))
  }
}

extension LuaFunction {
  /// Calls the function without arguments, and reads its first result in the wire format.
  package func read<T>(_ body: (WireValue, LuaRuntime) throws -> T, _ runtime: LuaRuntime)
    throws(LuaError) -> T
  {
    try runtime.call(self) { _ in
      0
    } reading: { results in
      guard let first = results.elements.first(where: { _ in true }) else {
        throw LuaError.conversion(LuaError.Conversion(problem: "no result", path: ""))
      }
      return try body(first, runtime)
    }
  }
}
