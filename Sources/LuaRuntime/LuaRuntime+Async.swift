internal import CMockLua

extension LuaRuntime {
  /// Makes an asynchronous Swift closure a global function of Lua, or a field through dots.
  ///
  /// Lua code that calls it waits, and blocks no thread; other calls of the same runtime go on
  /// meanwhile. It may be called from functions that `LuaFunction.callAsync` started, also through
  /// coroutines, `pcall`, metamethods and iterators, but not from within a function of Lua's own such
  /// as `table.sort`: that raises an error. A cancelled task's error is raised in Lua as any other.
  ///
  /// - Parameters:
  ///   - path: the name.
  ///   - body: runs wherever its own isolation says, not on the runtime's owner.
  /// - Throws: `LuaError` where the path leads through a value that is no table.
  public func register<each Argument: Decodable & Sendable, Result: Encodable & Sendable>(
    _ path: String, async body: @escaping @Sendable (repeat each Argument) async throws -> Result
  ) throws(LuaError) {
    try register(rawAsync: path) { [reader] list in
      var arguments = ArgumentReader(list, reader: reader, function: path)
      let values = (repeat try arguments.next((each Argument).self))
      return { writer in
        let result = try await body(repeat each values)
        try WireEncoder.encode(result, to: writer)
        return 1
      }
    }
  }

  /// Runs a function on a coroutine of its own and waits with it.
  package nonisolated(nonsending) func callAsync<T>(
    _ function: LuaFunction, writing write: (WireWriter) throws -> Int,
    reading read: (WireValue) throws -> T
  ) async throws(LuaError) -> T {
    let writer = takeWriter()
    defer { giveBack(writer) }
    var status = try start(function, write, writer)
    while status.raw == MOCKLUA_YIELDED {
      writer.removeAll()
      var (result, error) = (HostOutcome.returned, Int32(-1))
      do {
        let start = writer.openArray()
        let count = try await takePending()?(writer) ?? 0
        writer.close(start, count: count)
      } catch let failure {
        (result, error) = raise(failure, writer)
      }
      status.raw = mocklua_resume(
        state, status.coroutine, result, writer.bytes, writer.count, error)
    }
    try check(status.raw)
    return try decodeResult(read)
  }

  private func start(
    _ function: LuaFunction, _ write: (WireWriter) throws -> Int, _ writer: WireWriter
  ) throws(LuaError) -> (raw: mocklua_Status, coroutine: Int32) {
    let start = writer.openArray()
    do {
      let count = try write(writer)
      writer.close(start, count: count)
    } catch {
      throw LuaError(converting: error)
    }
    var coroutine: Int32 = 0
    let status = mocklua_start(
      state, function.reference, writer.bytes, writer.count, &coroutine)
    return (status, coroutine)
  }
}

extension LuaFunction {
  /// Calls the function on a coroutine of its own, where it may wait for asynchronous host
  /// functions, and decodes its first result.
  ///
  /// - Throws: `LuaError`; `.conversion` where an argument or the result cannot cross.
  public nonisolated(nonsending) func callAsync<each Argument: Encodable, Result: Decodable>(
    _ arguments: repeat each Argument, as type: Result.Type
  ) async throws(LuaError) -> Result {
    try await runtime.callAsync(self) { writer in
      try LuaFunction.write(repeat each arguments, to: writer)
    } reading: { results in
      try runtime.reader.decode(type, fromFirstOf: results)
    }
  }
}
