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
