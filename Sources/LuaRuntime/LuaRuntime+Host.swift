internal import CMockLua
internal import MockData

extension LuaRuntime {
  /// Registers a Swift closure as a global Lua function, or as a field if the name has dots (`app.version`).
  ///
  /// Arguments are decoded to the closure's parameter types, in order. A missing argument is decoded as nil. If the
  /// closure throws, Lua raises an error with the same text, which `pcall` can catch. If Lua code doesn't catch it, the
  /// closure's error becomes the `cause` of the `LuaError`.
  ///
  /// - Parameters:
  ///   - path: The name, such as `greet` or `app.greet`.
  ///   - body: The closure. It runs synchronously, while the script waits. The runtime retains the closure, so
  ///     capture the runtime and its functions as `unowned`.
  /// - Throws: `LuaError` if the path leads through a value that isn't a table.
  public func register<each Argument: Decodable, Result: Encodable>(
    _ path: String, _ body: @escaping (repeat each Argument) throws -> Result
  ) throws(LuaError) {
    try register(raw: path, typed(path, body))
  }

  /// Registers a closure as a field of the natives, which internal chunks share and scripts can't access.
  package func register<each Argument: Decodable, Result: Encodable>(
    typedNative path: String, _ body: @escaping (repeat each Argument) throws -> Result
  ) throws(LuaError) {
    try register(native: path, typed(path, body))
  }

  /// Returns a closure that decodes arguments from the wire format, and encodes the result.
  private func typed<each Argument: Decodable, Result: Encodable>(
    _ name: String, _ body: @escaping (repeat each Argument) throws -> Result
  ) -> (WireValue, WireWriter) throws -> Int {
    { arguments, results in
      var values = ArgumentReader(arguments, function: name)
      let result = try body(repeat try values.next((each Argument).self))
      try WireEncoder.encode(result, to: results)
      return 1
    }
  }

  /// Registers a Swift closure without a result as a global Lua function, or as a field if the name has dots.
  ///
  /// - Parameters:
  ///   - path: The name, such as `log` or `app.log`.
  ///   - body: The closure. It runs synchronously, while the script waits. The runtime retains the closure.
  /// - Throws: `LuaError` if the path leads through a value that isn't a table.
  public func register<each Argument: Decodable>(
    _ path: String, _ body: @escaping (repeat each Argument) throws -> Void
  ) throws(LuaError) {
    try register(raw: path) { arguments, _ in
      var values = ArgumentReader(arguments, function: path)
      try body(repeat try values.next((each Argument).self))
      return 0
    }
  }

  /// Registers a Swift closure with any number of arguments and results as a global Lua function, or as a field if the
  /// name has dots.
  ///
  /// - Parameters:
  ///   - path: The name, such as `sum` or `app.sum`.
  ///   - body: The closure, which gets all arguments and returns all results. It runs synchronously, while the script
  ///     waits. The runtime retains the closure.
  /// - Throws: `LuaError` if the path leads through a value that isn't a table.
  public func register(
    _ path: String, variadic body: @escaping ([LuaValue]) throws -> [LuaValue]
  ) throws(LuaError) {
    try register(raw: path) { arguments, results in
      let values = try body(arguments.elements.map { LuaValue($0) })
      for value in values { _ = try results.writeDirectly(value, path: []) }
      return values.count
    }
  }
}

extension LuaRuntime {
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

  func registerPrint(_ sink: (@Sendable (String) -> Void)?) throws(LuaError) {
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

/// Calls a host function for the C library.
func callHost(
  _ context: UnsafeMutableRawPointer?, _ function: Int32, _ arguments: UnsafePointer<UInt8>?,
  _ count: Int
) -> Int32 {
  guard let context, let arguments else { return HostOutcome.raised }
  let runtime = Unmanaged<LuaRuntime>.fromOpaque(context).takeUnretainedValue()
  let bytes = UnsafeRawBufferPointer(start: arguments, count: count)
  return runtime.hostCall(Int(function), WireValue(checking: bytes) ?? .none)
}

struct ArgumentReader {
  private var elements: WireValue.Elements
  private let function: String
  private var position = 0

  init(_ list: WireValue, function: String) {
    elements = list.elements
    self.function = function
  }

  mutating func next<T: Decodable>(_ type: T.Type) throws -> T {
    position += 1
    do {
      return try WireDecoder.decode(type, from: elements.next() ?? .none)
    } catch {
      guard case .conversion(let conversion) = LuaError(converting: error) else { throw error }
      let place = conversion.path.isEmpty ? "" : " at `\(conversion.path)`"
      throw BadArgument(
        description:
          "bad argument #\(position) to '\(function.escaped)' (\(conversion.problem)\(place))")
    }
  }
}

struct BadArgument: Error, CustomStringConvertible {
  let description: String
}

/// The implementation of a Lua function that calls the host.
enum HostFunction {
  /// Reads a list of arguments, writes results, and returns their count.
  case immediate((WireValue, WireWriter) throws -> Int)
  /// Reads a list of arguments, and returns the operation that the caller waits for.
  case waiting((WireValue) throws -> WaitingOperation)
}

/// The operation of a waiting function, with one form for callers that can wait and one for callers that can't.
package struct WaitingOperation {
  let wait: AsyncOperation
  let now: ((WireWriter) throws -> Int)?
  let whenWoken: (() -> Void)?

  /// Creates an operation.
  ///
  /// If `now` is nil, a caller that can't wait gets an error. `whenWoken` is called after the wait, once the runtime
  /// has its owner again.
  package init(
    wait: @escaping AsyncOperation, now: ((WireWriter) throws -> Int)? = nil,
    whenWoken: (() -> Void)? = nil
  ) {
    self.wait = wait
    self.now = now
    self.whenWoken = whenWoken
  }
}

/// An asynchronous operation that writes results and returns their count.
///
/// Runs in the isolation of the runtime's owner.
package typealias AsyncOperation =
  nonisolated(nonsending) (WireWriter) async throws -> Int

/// The status values that C expects.
enum HostOutcome {
  static let returned = Int32(MOCKLUA_HOST_RETURN.rawValue)
  static let raised = Int32(MOCKLUA_HOST_RAISE.rawValue)
  static let waits = Int32(MOCKLUA_HOST_AWAIT.rawValue)
}
