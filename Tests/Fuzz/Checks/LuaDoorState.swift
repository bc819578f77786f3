import CMockLua
import LuaRuntime
import MockServices

/// A Lua state with functions that return their arguments.
///
/// One state is shared by many inputs, because creating a state is slower than checking an input.
final class LuaDoorState {
  let state: OpaquePointer
  private let meter: OpaquePointer
  private var functions: [String: Int32] = [:]
  private var uses = 0
  /// The host's response and its kind.
  var reply = UnsafeRawBufferPointer(start: nil, count: 0)
  var replyKind: Int32 = 0
  /// Whether the input can contain packed data that the encoder didn't write.
  var holdsForgedPackedData = false
  /// A failed check in the host, kept here because an error can't be thrown through Lua.
  var finding: String?
  /// The message of the last failure.
  private(set) var problem = ""

  private static let source = """
    local natives = ...
    function identity(...) return ... end
    function unpack(packed) return (natives.unpack(packed)) end
    function unpack_packed(value)
      local packed, problem, path = natives.pack(value)
      if not packed then error(problem .. " at " .. path) end
      return (natives.unpack(packed))
    end
    function ask() return host() end
    function wait() return waiting_host() end
    function catch_ask() return pcall(host) end
    function catch_wait()
      local wrapped = coroutine.wrap(function() return pcall(waiting_host) end)
      return wrapped()
    end
    """

  /// Low enough to be reached, and high enough for every value that fits in an input.
  private static let memoryLimit = 16 << 20

  private init() throws {
    var options = mocklua_Options(
      instruction_budget: 100_000, deadline_nanoseconds: 0, memory_limit: Self.memoryLimit,
      random_seed: 0)
    guard let state = mocklua_create(&options), let meter = mocklua_create_meter(state) else {
      throw FuzzFinding("no memory for a state")
    }
    (self.state, self.meter) = (state, meter)
    mocklua_set_host(state, answerOfHost, Unmanaged.passUnretained(self).toOpaque())
    try succeed(mocklua_register(state, "host", 0))
    try succeed(mocklua_register_async(state, "waiting_host", 1))
    var chunk: Int32 = 0
    var source = Self.source
    try succeed(source.withUTF8 { mocklua_load(state, $0.baseAddress, $0.count, "@doors", &chunk) })
    try succeed(mocklua_call_with_natives(state, chunk))
    for name in [
      "identity", "unpack", "unpack_packed", "ask", "wait", "catch_ask", "catch_wait",
    ] {
      var function: Int32 = 0
      try succeed(mocklua_function(state, name, &function))
      functions[name] = function
    }
  }

  deinit {
    mocklua_destroy_meter(meter)
    mocklua_destroy(state)
  }

  private func succeed(_ status: mocklua_Status) throws {
    try look(at: status)
    try require(status == MOCKLUA_OK, "a state cannot be made ready")
  }
}

extension LuaDoorState {
  /// The number of inputs that share a state.
  private static let usesOfOne = 1000
  private static let free = Locked(Free())

  /// `@unchecked Sendable`: each state is owned by the code that removed it from the list.
  private struct Free: @unchecked Sendable {
    var states: [LuaDoorState] = []
  }

  /// Runs a body with a state from the pool.
  static func withState(_ body: (LuaDoorState) throws -> Void) throws {
    let lua = try free.withLock { $0.states.popLast() } ?? LuaDoorState()
    try body(lua)
    lua.uses += 1
    if lua.uses < usesOfOne { free.withLock { $0.states.append(lua) } }
  }
}

extension LuaDoorState {
  /// Reads all details of a failure to check that they are readable.
  func look(at status: mocklua_Status) throws {
    guard status != MOCKLUA_OK, status != MOCKLUA_YIELDED else { return }
    guard let error = mocklua_last_error(state)?.pointee else {
      throw FuzzFinding("a failure without facts")
    }
    try require(error.message.count > 0 || status == MOCKLUA_LIMIT_ERROR, "an error without words")
    let facts = [error.message, error.file, error.path, error.traceback, error.value_name]
    problem = facts.map { String(decoding: UnsafeRawBufferPointer($0), as: UTF8.self) }
      .joined(separator: " | ")
    if error.value.count > 0 {
      let value = WireTree(UnsafeRawBufferPointer(error.value))
      try require(value != nil || holdsForgedPackedData, "a raised value is none")
    }
  }

  /// The bytes of the last result.
  var resultBytes: [UInt8] { Array(UnsafeRawBufferPointer(mocklua_result(state))) }

  /// Returns the resulting value, or nil if the call failed.
  func outcome(of status: mocklua_Status) throws -> WireTree? {
    try look(at: status)
    guard status == MOCKLUA_OK else { return nil }
    let tree = WireTree(UnsafeRawBufferPointer(mocklua_result(state)))
    // Packed data isn't validated until it is unpacked, so invalid values are only found then.
    try require(tree != nil || holdsForgedPackedData, "a result that is no value")
    return tree?.sorted
  }

  /// Calls a function with a list of arguments and returns its result, or nil if the call fails.
  func call(_ name: String, _ arguments: [UInt8], onCoroutine: Bool = false) throws -> WireTree? {
    try arguments.withUnsafeBytes { try call(name, $0, onCoroutine: onCoroutine) }
  }

  func call(
    _ name: String, _ arguments: UnsafeRawBufferPointer, onCoroutine: Bool
  ) throws -> WireTree? {
    guard let function = functions[name] else { throw FuzzFinding("no function \(name)") }
    guard onCoroutine else {
      return try outcome(
        of: mocklua_call(state, nil, function, arguments.words, arguments.count, true))
    }
    var coroutine: Int32 = 0
    guard let meter = mocklua_create_meter(state) else { throw FuzzFinding("no memory") }
    defer { mocklua_destroy_meter(meter) }
    var status = mocklua_start(
      state, meter, function, arguments.words, arguments.count, &coroutine)
    while status == MOCKLUA_YIELDED {
      mocklua_reply(state, reply.words, reply.count, -1)
      status = mocklua_resume(state, coroutine, replyKind)
    }
    return try outcome(of: status)
  }

  /// Handles a call to the host.
  fileprivate func answer(_ function: Int32, _ arguments: UnsafeRawBufferPointer) -> Int32 {
    if WireTree(arguments) == nil, !holdsForgedPackedData {
      finding = "the arguments of a host function are no value"
    }
    if function == 1 { return Int32(MOCKLUA_HOST_AWAIT.rawValue) }
    mocklua_reply(state, reply.words, reply.count, -1)
    return replyKind
  }
}

private func answerOfHost(
  _ context: UnsafeMutableRawPointer?, _ function: Int32, _ arguments: UnsafePointer<UInt8>?,
  _ count: Int
) -> Int32 {
  guard let context else { return 1 }
  return Unmanaged<LuaDoorState>.fromOpaque(context).takeUnretainedValue()
    .answer(function, UnsafeRawBufferPointer(start: arguments, count: count))
}

extension UnsafeRawBufferPointer {
  /// Creates a buffer for bytes owned by a state.
  init(_ bytes: mocklua_Bytes) { self.init(start: bytes.start, count: bytes.count) }
}
