internal import CMockLua

/// A Lua function, held until the last reference to it is gone.
///
/// It belongs to its runtime's owner, as the runtime does.
public final class LuaFunction {
  package let runtime: LuaRuntime
  let reference: Int32

  init(runtime: LuaRuntime, reference: Int32) {
    self.runtime = runtime
    self.reference = reference
  }

  deinit { mocklua_release(runtime.state, reference) }

  /// Calls the function and decodes its first result; none is nil, which an `Optional` takes.
  ///
  /// - Throws: `LuaError`; `.conversion` where an argument or the result cannot cross.
  public func call<each Argument: Encodable, Result: Decodable>(
    _ arguments: repeat each Argument, as type: Result.Type
  ) throws(LuaError) -> Result {
    try runtime.call(self) { writer in
      try LuaFunction.write(repeat each arguments, to: writer)
    } reading: { results in
      try runtime.reader.decode(type, fromFirstOf: results)
    }
  }

  /// Calls the function and drops its results, which may be of any kind.
  ///
  /// - Throws: `LuaError`; `.conversion` where an argument cannot cross.
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
  /// A function crosses into Lua as itself, through `LuaRuntime` only.
  public func encode(to encoder: any Encoder) throws {
    throw EncodingError.invalidValue(
      self, .init(codingPath: encoder.codingPath, debugDescription: "a Lua function"))
  }
}
