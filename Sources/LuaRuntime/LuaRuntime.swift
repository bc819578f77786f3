internal import CMockLua

// How Swift and Lua meet is described at the head of `CMockLua.h`. For this folder it comes to three rules: Swift calls
// the entries of `CMockLua` and nothing of Lua's API; each of them returns a status, which `check` turns into a
// `LuaError`; and what comes back lies in a buffer of the state, to be read before the next call.

/// An embedded Lua 5.4: runs scripts in a sandbox and passes values to and fro as `Codable` types.
///
/// A runtime has one owner at a time and is not `Sendable`: keep it inside an actor, or on one task.
/// Errors inside Lua come out as `LuaError`; none crosses a Swift frame as a jump.
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
  /// What the function that waits at present waits for; taken as soon as Lua has come back.
  private var pending: WaitingOperation?
  private var writers: [WireWriter] = []
  let reader = WireReader()
  /// Whether the Lua side of what prepares the runtime is there already.
  var isPrepared = false

  /// Creates a runtime with the safe libraries.
  ///
  /// - Parameter options: limits and seed; see `Options` for the defaults.
  /// - Throws: `LuaError.limit` where memory is short.
  public convenience init(options: Options = Options()) throws(LuaError) {
    var raw = options.raw
    try self.init(mocklua_create(&raw))
    try registerPrint(options.print)
  }

  /// Creates a runtime that is prepared in the same way as every other one that is created so.
  ///
  /// The Lua side of preparing happens once for many runtimes: a later one starts with a copy of the
  /// memory that an earlier one began with. `prepare` registers host functions and runs internal chunks,
  /// nothing else, always the same in the same order, and holds no functions of Lua. The seed of
  /// `math.random` is that of the earlier one. `key` is a number for what prepares: runtimes with the same one
  /// share their beginning.
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

  /// Stops the running script from another thread.
  public let interruptHandle: InterruptHandle

  /// Bytes that Lua holds at present.
  package var memoryUsed: Int { mocklua_memory_used(state) }

  /// Bytes that the process holds for Lua, which is what the memory limit counts.
  package var memoryHeld: Int { mocklua_memory_held(state) }

  /// Counts bytes that a host function keeps for the script, for as long as they are not taken back.
  package func hold(_ more: Int) { mocklua_hold(state, more) }

  /// Charges the chain that runs for work that a host function does on its behalf.
  ///
  /// - Parameters:
  ///   - instructions: What the work costs of the instruction budget.
  ///   - bytes: What it holds meanwhile, beyond Lua's own memory.
  /// - Returns: Whether it may go on; where not, the host function returns at once, and the chain ends with it.
  package func mayWork(instructions: Int, holding bytes: Int = 0) -> Bool {
    mocklua_may_work(state, UInt64(instructions), bytes)
  }

  /// Charges a chain for work that is done on its behalf, whether its code runs at present or waits.
  ///
  /// Only the runtime's owner may call it.
  ///
  /// - Parameters:
  ///   - meter: That of the chain.
  ///   - instructions: What the work costs of the instruction budget.
  /// - Returns: The limit that ends the chain; nil where the work may go on.
  package func charge(_ meter: LuaMeter, instructions: Int) -> LuaError? {
    guard let raw = meter.raw, !mocklua_chain_may_work(state, raw, UInt64(instructions)) else {
      return nil
    }
    let kind = LuaError.Limit.Kind(mocklua_meter_limit(raw))
    return .limit(LuaError.Limit(kind: kind, place: nil, traceback: []))
  }

  /// Lets the clock of a chain stand still after work on its behalf, where none of its code runs.
  package func pause(_ meter: LuaMeter) {
    if meter.isInUse, let raw = meter.raw { mocklua_chain_rests(state, raw) }
  }

  /// Collects all garbage.
  package func collectGarbage() { _ = mocklua_collect(state) }

  /// Compiles a chunk and returns it as a function.
  ///
  /// - Parameters:
  ///   - source: text; bytecode is refused.
  ///   - name: the chunk's name in messages, mostly a file's path.
  /// - Returns: the chunk as a function.
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

  /// Runs a chunk and drops its results.
  ///
  /// - Throws: `LuaError`.
  public func run(_ source: String, name: String = "chunk") throws(LuaError) {
    try load(source, name: name).call()
  }

  /// Runs a chunk and decodes its first result.
  ///
  /// - Throws: `LuaError`; `.conversion` where the result is of another shape.
  public func run<T: Decodable>(_ source: String, name: String = "chunk", as type: T.Type)
    throws(LuaError) -> T
  {
    try load(source, name: name).call(as: type)
  }

  /// Reads a global, or a field through dots (`config.retries`).
  ///
  /// A missing one reads as nil.
  ///
  /// - Throws: `LuaError.conversion` where the value is of another shape.
  public func global<T: Decodable>(_ path: String, as type: T.Type = T.self) throws(LuaError) -> T {
    try check(mocklua_get(state, path))
    return try decodeResult { try reader.decode(type, from: $0) }
  }

  /// Writes a global, or a field through dots; missing tables on the way are made.
  ///
  /// - Throws: `LuaError.conversion` where the value has no Lua form.
  public func setGlobal(_ path: String, to value: some Encodable) throws(LuaError) {
    let writer = WireWriter()
    do { try WireEncoder.encode(value, to: writer) } catch { throw LuaError(converting: error) }
    try check(mocklua_set(state, path, writer.bytes, writer.count))
  }

  /// Holds the function that stands in a global or a field.
  ///
  /// - Throws: `LuaError.runtime` where there is no function.
  public func function(_ path: String) throws(LuaError) -> LuaFunction {
    var reference: Int32 = 0
    try check(mocklua_function(state, path, &reference))
    return LuaFunction(runtime: self, reference: reference)
  }
}

extension LuaRuntime {
  /// Turns a status into an error.
  func check(_ status: mocklua_Status, _ meter: LuaMeter? = nil) throws(LuaError) {
    guard status != MOCKLUA_OK else { return }
    // What was stopped by another call of its chain has no better place than that one.
    if status == MOCKLUA_LIMIT_ERROR, let stop = meter?.stop { throw stop }
    let error = LuaError(status, of: state, causes: hostErrors)
    if status == MOCKLUA_LIMIT_ERROR { meter?.stop = error }
    throw error
  }

  /// A meter with the runtime's limits, for one chain of calls.
  package func makeMeter() -> LuaMeter { LuaMeter(state) }

  /// Hands the result of the last entry to `body`, which must not keep it.
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

  /// A writer without bytes; calls nest, so that there are several.
  func takeWriter() -> WireWriter { writers.popLast() ?? WireWriter() }

  func giveBack(_ writer: WireWriter) {
    guard writer.isSmall else { return }
    writer.removeAll()
    writers.append(writer)
  }

  /// Calls a function with a list that `write` puts on the wire, and hands the list of results on.
  ///
  /// - Parameters:
  ///   - function: The function.
  ///   - meter: That of the chain which the call belongs to; without one it belongs to the call around it, or
  ///     begins a chain.
  ///   - wantsResults: False where the results are of no interest; they may then be of any kind.
  ///   - write: Writes the arguments, and says how many.
  ///   - read: Reads the list of results.
  /// - Returns: What `read` makes of the results.
  /// - Throws: `LuaError`.
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

  /// What runs when Lua calls host function number `index`.
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

  /// Takes what the function that has just yielded waits for.
  func takePending() -> WaitingOperation? {
    defer { pending = nil }
    return pending
  }

  /// Puts an error into the form that Lua raises.
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

  /// Gives the closure that takes what `print` prints.
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

  /// Puts a host function that works on the wire itself into a global or a field.
  func register(
    raw path: String, _ body: @escaping (WireValue, WireWriter) throws -> Int
  ) throws(LuaError) {
    hostFunctions.append(.immediate(body))
    if isPrepared { return }
    try check(mocklua_register(state, path, Int32(hostFunctions.count - 1)))
  }

  /// The same for a function whose caller waits; it may be called from runs only.
  package func register(
    rawAsync path: String, _ body: @escaping (WireValue) throws -> WaitingOperation
  ) throws(LuaError) {
    hostFunctions.append(.waiting(body))
    if isPrepared { return }
    try check(mocklua_register_async(state, path, Int32(hostFunctions.count - 1)))
  }

  /// The same as `register(raw:)` for a field of the natives, which internal chunks share and no script reaches.
  package func register(
    native path: String, _ body: @escaping (WireValue, WireWriter) throws -> Int
  ) throws(LuaError) {
    hostFunctions.append(.immediate(body))
    if isPrepared { return }
    try check(mocklua_register_native(state, path, Int32(hostFunctions.count - 1), false))
  }

  /// The same for a function whose caller waits.
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
