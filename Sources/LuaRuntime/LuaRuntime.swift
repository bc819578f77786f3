internal import CMockLua

// The beginning of `CMockLua.h` describes the border between Swift and Lua. Three rules follow for this folder. Swift
// calls only the functions of `CMockLua`, never Lua's API. Each function returns a status, which `check` converts to a
// `LuaError`. Results are in a buffer of the state, and must be read before the next call.

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
  private var hostFunctions: [HostFunction] = []
  private var hostErrors = HostErrors()
  /// The operation of the function that is waiting.
  ///
  /// It is taken as soon as Lua returns.
  private var pending: WaitingOperation?
  private var writers: [WireWriter] = []
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
  /// The Lua side of the preparation runs only once: later runtimes start with a copy of the first one's memory. For
  /// this to work, `prepare` must only register host functions and run internal chunks. The registrations and chunks
  /// must be the same, in the same order, each time. `prepare` must not keep Lua functions. `math.random` uses the seed
  /// of the first runtime. Runtimes with the same `key` share a preparation.
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

  func hostCall(_ index: Int, _ arguments: WireValue) -> Int32 {
    let writer = takeWriter()
    defer { giveBack(writer) }
    do {
      switch hostFunctions[index] {
      case .immediate(let body):
        let start = writer.openArray()
        let count = try body(arguments, writer)
        writer.close(start, count: count)
        mocklua_reply(state, writer.bytes, writer.count, -1)
        return HostOutcome.returned
      case .waiting(let body):
        pending = try body(arguments)
        return HostOutcome.waits
      }
    } catch {
      let outcome = raise(error, writer)
      mocklua_reply(state, writer.bytes, writer.count, outcome.error)
      return outcome.result
    }
  }

  func takePending() -> WaitingOperation? {
    defer { pending = nil }
    return pending
  }

  /// Converts an error to the form that Lua raises.
  func raise(_ error: any Error, _ writer: WireWriter) -> (result: Int32, error: Int32) {
    writer.removeAll()
    writer.append(text: hostMessage(error))
    return (HostOutcome.raised, hostErrors.keep(error))
  }

  private func hostMessage(_ error: any Error) -> String {
    switch error {
    case let error as LuaError: error.problem
    case is DecodingError, is EncodingError: LuaError(converting: error).problem
    case is CancellationError: "cancelled"
    default: "\(error)"
    }
  }

  private func registerPrint(_ sink: (@Sendable (String) -> Void)?) throws(LuaError) {
    hostFunctions.append(
      .immediate { arguments, _ in
        let line = arguments.elements.first { _ in true }?.bytes ?? .init(start: nil, count: 0)
        let text = String(decoding: line, as: UTF8.self)
        if let sink { sink(text) } else { print(text) }
        return 0
      })
    if isPrepared { return }
    try check(mocklua_register_print(state, Int32(hostFunctions.count - 1)))
  }

  /// Registers a host function that uses the wire format directly, as a global or a field.
  func register(
    raw path: String, _ body: @escaping (WireValue, WireWriter) throws -> Int
  ) throws(LuaError) {
    hostFunctions.append(.immediate(body))
    if isPrepared { return }
    try check(mocklua_register(state, path, Int32(hostFunctions.count - 1)))
  }

  /// Registers a host function whose caller waits, for asynchronous calls only.
  package func register(
    rawAsync path: String, _ body: @escaping (WireValue) throws -> WaitingOperation
  ) throws(LuaError) {
    hostFunctions.append(.waiting(body))
    if isPrepared { return }
    try check(mocklua_register_async(state, path, Int32(hostFunctions.count - 1)))
  }

  /// Registers a host function as a field of the natives, which internal chunks share and scripts can't access.
  package func register(
    native path: String, _ body: @escaping (WireValue, WireWriter) throws -> Int
  ) throws(LuaError) {
    hostFunctions.append(.immediate(body))
    if isPrepared { return }
    try check(mocklua_register_native(state, path, Int32(hostFunctions.count - 1), false))
  }

  /// Registers, as a field of the natives, a host function whose caller waits.
  package func register(
    asyncNative path: String, _ body: @escaping (WireValue) throws -> WaitingOperation
  ) throws(LuaError) {
    hostFunctions.append(.waiting(body))
    if isPrepared { return }
    try check(mocklua_register_native(state, path, Int32(hostFunctions.count - 1), true))
  }
}

private func callHost(
  _ context: UnsafeMutableRawPointer?, _ function: Int32, _ arguments: UnsafePointer<UInt8>?,
  _ count: Int
) -> Int32 {
  guard let context, let arguments else { return HostOutcome.raised }
  let runtime = Unmanaged<LuaRuntime>.fromOpaque(context).takeUnretainedValue()
  let bytes = UnsafeRawBufferPointer(start: arguments, count: count)
  return runtime.hostCall(Int(function), WireValue(checking: bytes) ?? .none)
}
