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
