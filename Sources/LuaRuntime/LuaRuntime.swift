internal import CMockLua

// The beginning of `CMockLua.h` describes the border between Swift and Lua. Three rules follow for this folder. Swift
// calls only the functions of `CMockLua`, never Lua's API. If a function can fail, it returns a status, which `check`
// converts to a `LuaError`. Results are in a buffer of the state, and must be read before the next call.

/// An embedded Lua 5.4 that runs scripts in a sandbox and exchanges values as `Codable` types.
///
/// A runtime has one owner at a time and isn't `Sendable`, so keep it inside an actor or on one task. Errors in Lua are
/// thrown as `LuaError`. They never jump across a Swift frame.
///
/// ```swift
/// let lua = try LuaRuntime()
/// try lua.register("greet") { (name: String) in "Hello, \(name)" }
/// let text = try lua.run("return greet('world')", as: String.self)
/// ```
public final class LuaRuntime {
  let state: OpaquePointer
  var hostFunctions: [HostFunction] = []
  var hostErrors = HostErrors()
  /// The operation of the function that is waiting.
  ///
  /// It is taken as soon as Lua returns.
  var pending: WaitingOperation?
  var writers: [WireWriter] = []
  /// Whether the Lua side of the preparation already exists.
  var isPrepared = false

  /// Creates a runtime with the safe libraries.
  ///
  /// - Parameter options: The limits and the seed; see `Options` for the defaults.
  /// - Throws: `LuaError.limit` if memory runs out.
  public convenience init(options: Options = Options()) throws(LuaError) {
    var raw = options.raw
    try self.init(mocklua_create(&raw))
    try registerPrint(options.print)
  }

  /// Creates a prepared runtime.
  ///
  /// From the second runtime on, the memory after the preparation is kept. A later runtime with the same `key` starts
  /// with a copy of it if the runtime that owns this memory has ended. Its internal chunks then don't run again.
  ///
  /// For this to work, `prepare` must only register host functions and run internal chunks. The registrations and
  /// chunks must be the same, in the same order, each time. `prepare` must not keep Lua functions. `math.random` uses
  /// the seed of the runtime that was prepared.
  package convenience init(
    options: Options, key: UInt64, preparedBy prepare: (LuaRuntime) throws(LuaError) -> Void
  ) throws(LuaError) {
    var raw = options.raw
    var isPrepared = false
    try self.init(mocklua_create_prepared(&raw, key, &isPrepared))
    self.isPrepared = isPrepared
    try registerPrint(options.print)
    try prepare(self)
    if !isPrepared { mocklua_finish_preparing(state) }
    self.isPrepared = false
  }

  private init(_ state: OpaquePointer?) throws(LuaError) {
    guard let state else {
      throw .limit(LuaError.Limit(kind: .memory, place: nil, traceback: []))
    }
    self.state = state
    interruptHandle = InterruptHandle(state)
    mocklua_set_host(state, callHost, Unmanaged.passUnretained(self).toOpaque())
  }

  deinit {
    interruptHandle.detach()
    mocklua_destroy(state)
  }

  /// A handle that stops the running script from another thread.
  public let interruptHandle: InterruptHandle

  /// The number of bytes that Lua currently uses.
  package var memoryUsed: Int { mocklua_memory_used(state) }

  /// The number of bytes that the process uses for Lua, to which the memory limit applies.
  package var memoryHeld: Int { mocklua_memory_held(state) }

  /// Adds bytes that a host function keeps for the script, or removes them if the number is negative.
  package func hold(_ more: Int) { mocklua_hold(state, more) }

  /// Charges the running chain for the work of a host function.
  ///
  /// - Parameters:
  ///   - instructions: The cost of the work, from the instruction budget.
  ///   - bytes: The memory that the work needs temporarily, in addition to Lua's memory.
  /// - Returns: Whether the work may continue. Otherwise, the host function must return immediately, and the chain
  ///   ends.
  package func mayWork(instructions: Int, holding bytes: Int = 0) -> Bool {
    mocklua_may_work(state, UInt64(instructions), bytes)
  }

  /// Charges a chain for work on its behalf, whether or not the chain's code is running.
  ///
  /// Only the runtime's owner may call it. Returns the limit that ends the chain, or nil if the work may continue.
  package func charge(_ meter: LuaMeter, instructions: Int) -> LuaError? {
    guard let raw = meter.raw, !mocklua_chain_may_work(state, raw, UInt64(instructions)) else {
      return nil
    }
    let kind = LuaError.Limit.Kind(mocklua_meter_limit(raw))
    return .limit(LuaError.Limit(kind: kind, place: nil, traceback: []))
  }

  /// Pauses the time limit of a chain after work on its behalf, if none of the chain's code is running.
  package func pause(_ meter: LuaMeter) {
    if meter.isInUse, let raw = meter.raw { mocklua_chain_rests(state, raw) }
  }

  package func collectGarbage() { _ = mocklua_collect(state) }

  /// Compiles a chunk and returns it as a function.
  ///
  /// - Parameters:
  ///   - source: The source text. Bytecode is rejected.
  ///   - name: The chunk's name in messages, usually a file path.
  /// - Returns: The chunk as a function.
  /// - Throws: `LuaError.syntax`.
  public func load(_ source: String, name: String = "chunk") throws(LuaError) -> LuaFunction {
    var source = source
    var reference: Int32 = 0
    let status = source.withUTF8 {
      mocklua_load(state, $0.baseAddress, $0.count, "@" + name, &reference)
    }
    try check(status)
    return LuaFunction(runtime: self, reference: reference)
  }

  /// Runs a chunk and ignores its results.
  ///
  /// - Throws: `LuaError`.
  public func run(_ source: String, name: String = "chunk") throws(LuaError) {
    try load(source, name: name).call()
  }

  /// Runs a chunk and decodes its first result.
  ///
  /// - Throws: `LuaError`, such as `.conversion` for a result of another type.
  public func run<T: Decodable>(_ source: String, name: String = "chunk", as type: T.Type)
    throws(LuaError) -> T
  {
    try load(source, name: name).call(as: type)
  }

  /// Reads a global, or a field if the name has dots (`config.retries`).
  ///
  /// A missing value is read as nil.
  ///
  /// - Throws: `LuaError.conversion` if the value has another type.
  public func global<T: Decodable>(_ path: String, as type: T.Type = T.self) throws(LuaError) -> T {
    try check(mocklua_get(state, path))
    return try decodeResult { try WireDecoder.decode(type, from: $0) }
  }

  /// Sets a global, or a field if the name has dots, and creates missing tables on the path.
  ///
  /// - Throws: `LuaError.conversion` if Lua can't represent the value.
  public func setGlobal(_ path: String, to value: some Encodable) throws(LuaError) {
    let writer = WireWriter()
    do { try WireEncoder.encode(value, to: writer) } catch { throw LuaError(converting: error) }
    try check(mocklua_set(state, path, writer.bytes, writer.count))
  }

  /// Returns the function in a global or a field.
  ///
  /// - Throws: `LuaError.runtime` if the value isn't a function.
  public func function(_ path: String) throws(LuaError) -> LuaFunction {
    var reference: Int32 = 0
    try check(mocklua_function(state, path, &reference))
    return LuaFunction(runtime: self, reference: reference)
  }
}

/// Calls of functions, and their results.
extension LuaRuntime {
  func check(_ status: mocklua_Status, _ meter: LuaMeter? = nil) throws(LuaError) {
    guard status != MOCKLUA_OK else { return }
    // If another call of the chain reached the limit first, the location of that call is the best one to report.
    if status == MOCKLUA_LIMIT_ERROR, let stop = meter?.stop { throw stop }
    let error = LuaError(status, of: state, causes: hostErrors)
    if status == MOCKLUA_LIMIT_ERROR { meter?.stop = error }
    throw error
  }

  package func makeMeter() -> LuaMeter { LuaMeter(state) }

  /// Passes the result of the last C call to `body`.
  ///
  /// `body` must not keep the result.
  func decodeResult<T>(_ body: (WireValue) throws -> T) throws(LuaError) -> T {
    let result = mocklua_result(state)
    let bytes = UnsafeRawBufferPointer(start: result.start, count: result.count)
    guard let value = WireValue(checking: bytes) else {
      throw .conversion(LuaError.Conversion(problem: "no result", path: ""))
    }
    mocklua_hold_result(state)
    defer { mocklua_let_go_of_result(state) }
    do {
      return try body(value)
    } catch {
      throw LuaError(converting: error)
    }
  }

  /// Returns an empty writer that no other call is using.
  ///
  /// Nested calls need several writers.
  func takeWriter() -> WireWriter { writers.popLast() ?? WireWriter() }

  func giveBack(_ writer: WireWriter) {
    guard writer.isSmall else { return }
    writer.removeAll()
    writers.append(writer)
  }

  /// Calls a function with arguments written by `write`, and passes the list of results to `read`.
  ///
  /// If `meter` is nil, the call belongs to the chain of the surrounding call, or starts a new chain. If `wantsResults`
  /// is false, the results may have any type. `write` returns the number of arguments.
  package func call<T>(
    _ function: LuaFunction, meter: LuaMeter? = nil, wantsResults: Bool = true,
    writing write: (WireWriter) throws -> Int, reading read: (WireValue) throws -> T
  ) throws(LuaError) -> T {
    let writer = takeWriter()
    defer { giveBack(writer) }
    try writer.writeList(write)
    let status = mocklua_call(
      state, meter?.raw, function.reference, writer.bytes, writer.count, wantsResults)
    try check(status, meter)
    return try decodeResult(read)
  }
}

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
