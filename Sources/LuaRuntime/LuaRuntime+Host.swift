internal import MockData

extension LuaRuntime {
  /// Makes a Swift closure a global function of Lua, or a field through dots (`app.version`).
  ///
  /// Arguments decode into the closure's types, in order; a missing one is nil, which an `Optional`
  /// takes. An error that the closure throws is raised in Lua, where `pcall` catches its text; when
  /// it comes back uncaught, it is the `cause` of the `LuaError`.
  ///
  /// - Parameters:
  ///   - path: the name.
  ///   - body: runs on the runtime's owner, while the script waits. The runtime holds it: capture the
  ///     runtime itself and its functions as `unowned`.
  /// - Throws: `LuaError` where the path leads through a value that is no table.
  public func register<each Argument: Decodable, Result: Encodable>(
    _ path: String, _ body: @escaping (repeat each Argument) throws -> Result
  ) throws(LuaError) {
    try register(raw: path, typed(path, body))
  }

  /// The same for a field of the natives, which internal chunks share and no script reaches.
  package func register<each Argument: Decodable, Result: Encodable>(
    typedNative path: String, _ body: @escaping (repeat each Argument) throws -> Result
  ) throws(LuaError) {
    try register(native: path, typed(path, body))
  }

  /// A closure on the wire that decodes arguments and encodes the result.
  private func typed<each Argument: Decodable, Result: Encodable>(
    _ name: String, _ body: @escaping (repeat each Argument) throws -> Result
  ) -> (WireValue, WireWriter) throws -> Int {
    { [reader] arguments, results in
      var values = ArgumentReader(arguments, reader: reader, function: name)
      let result = try body(repeat try values.next((each Argument).self))
      try WireEncoder.encode(result, to: results)
      return 1
    }
  }

  /// The same for a closure without a result.
  public func register<each Argument: Decodable>(
    _ path: String, _ body: @escaping (repeat each Argument) throws -> Void
  ) throws(LuaError) {
    try register(raw: path) { [reader] arguments, _ in
      var values = ArgumentReader(arguments, reader: reader, function: path)
      try body(repeat try values.next((each Argument).self))
      return 0
    }
  }

  /// The same for a closure that takes any number of arguments and gives any number of results.
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

/// Decodes a host function's arguments one by one.
struct ArgumentReader {
  private var elements: WireValue.Elements
  private let function: String
  private var position = 0

  private let reader: WireReader

  init(_ list: WireValue, reader: WireReader, function: String) {
    elements = list.elements
    self.reader = reader
    self.function = function
  }

  mutating func next<T: Decodable>(_ type: T.Type) throws -> T {
    position += 1
    do {
      return try reader.decode(type, from: elements.next() ?? .none)
    } catch {
      guard case .conversion(let conversion) = LuaError(converting: error) else { throw error }
      let place = conversion.path.isEmpty ? "" : " at `\(conversion.path)`"
      throw BadArgument(
        description:
          "bad argument #\(position) to '\(function.escaped)' (\(conversion.problem)\(place))")
    }
  }
}

/// An argument of another kind than the host function takes.
struct BadArgument: Error, CustomStringConvertible {
  let description: String
}
