internal import CMockLua

/// For the package's other targets, which extend the runtime with Lua chunks of their own.
extension LuaRuntime {
  /// Runs a chunk of the package itself with the natives as its argument.
  ///
  /// It comes as bytecode, which loads in a tenth of the time that its source takes. Scripts never see it:
  /// it has no place in tracebacks.
  package func runInternal(_ bytecode: [UInt8], name: String) throws(LuaError) {
    if isPrepared { return }
    var reference: Int32 = 0
    try check(
      mocklua_load_compiled(
        state, bytecode, bytecode.count, "=[mocklua] \(name)", &reference))
    let function = LuaFunction(runtime: self, reference: reference)
    try check(mocklua_call_with_natives(state, function.reference))
  }

  /// A function that a chunk of the package put into the table of natives.
  package func nativeFunction(_ name: String) throws(LuaError) -> LuaFunction {
    var reference: Int32 = 0
    try check(mocklua_native_function(state, name, &reference))
    return LuaFunction(runtime: self, reference: reference)
  }

  /// Replaces the limits of later calls; nil lifts one.
  ///
  /// `interruptHandle` goes on to work in a runtime that was created with limits.
  package func setLimits(instructionBudget: Int?, deadline: Duration?, memoryLimit: Int?) {
    mocklua_set_limits(
      state, instructionBudget.map { UInt64(max($0, 1)) } ?? 0,
      deadline.map(\.wholeNanoseconds) ?? 0, memoryLimit.map { max($0, 1) } ?? 0)
  }

  /// Counts from now on which lines of a text's functions run.
  ///
  /// - Parameters:
  ///   - name: The name by which the text was run.
  ///   - lines: A number for each line: 0 without code, else one more than the times that it ran. They outlive the
  ///     runtime, and whoever reads them does so atomically.
  package func countLines(of name: String, in lines: UnsafeMutableBufferPointer<Int64>) {
    guard let start = lines.baseAddress else { return }
    _ = mocklua_count_lines(state, name, start, lines.count)
  }

  /// The place that a number of the natives stands for, or nil for none.
  package func place(_ number: Int64) -> SourcePlace? {
    guard number > 0 else { return nil }
    let file = String(mocklua_file_name(state, Int32(truncatingIfNeeded: number >> 32)))
    return SourcePlace(file: file, line: Int(number & 0xFFFF_FFFF))
  }
}

extension LuaFunction {
  /// Calls the function without arguments and reads its first result on the wire.
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
