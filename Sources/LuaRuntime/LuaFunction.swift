internal import CMockLua

/// A Lua function, kept alive until it is no longer referenced.
///
/// Like its runtime, it belongs to the runtime's owner.
public final class LuaFunction {
  package let runtime: LuaRuntime
  let reference: Int32

  init(runtime: LuaRuntime, reference: Int32) {
    self.runtime = runtime
    self.reference = reference
  }

  deinit { mocklua_release(runtime.state, reference) }

  /// Calls the function and decodes its first result, or nil if there are no results.
  ///
  /// - Throws: `LuaError`; `.conversion` if an argument or the result can't be converted.
  public func call<each Argument: Encodable, Result: Decodable>(
    _ arguments: repeat each Argument, as type: Result.Type
  ) throws(LuaError) -> Result {
    try runtime.call(self) { writer in
      try LuaFunction.write(repeat each arguments, to: writer)
    } reading: { results in
      try runtime.reader.decode(type, fromFirstOf: results)
    }
  }

  /// Calls the function and ignores its results, which may have any type.
  ///
  /// - Throws: `LuaError`; `.conversion` if an argument can't be converted.
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
  /// Throws an error, because only `LuaRuntime` can pass a function to Lua.
  public func encode(to encoder: any Encoder) throws {
    throw EncodingError.invalidValue(
      self, .init(codingPath: encoder.codingPath, debugDescription: "a Lua function"))
  }
}
