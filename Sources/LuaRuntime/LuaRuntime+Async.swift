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
      return WaitingOperation { writer in
        let result = try await body(repeat each values)
        try WireEncoder.encode(result, to: writer)
        return 1
      }
    }
  }

  /// Runs a function on a coroutine of its own and waits with it.
  ///
  /// - Parameters:
  ///   - function: the function.
  ///   - meter: that of the chain which the call belongs to; nil begins a chain.
  ///   - owner: whose turn it is to use the runtime. It is taken for each stretch of Lua and let go of while
  ///     the function waits; nil where the caller owns the runtime throughout.
  ///   - write: writes the arguments.
  ///   - read: reads the results.
  /// - Returns: what `read` makes of the results.
  /// - Throws: `LuaError`.
  package nonisolated(nonsending) func callAsync<T>(
    _ function: LuaFunction, meter: LuaMeter? = nil, owner: (any LuaOwner)? = nil,
    writing write: (WireWriter) throws -> Int, reading read: (WireValue) throws -> T
  ) async throws(LuaError) -> T {
    let (writer, meter) = (WireWriter(), meter ?? makeMeter())
    if let owner { while !owner.tryToTake() { await owner.suspend() } }
    var stretch = begin(function, meter, write, read, writer)
    owner?.release()
    while case .waits(let coroutine, let operation) = stretch {
      let outcome: Result<Int, any Error>
      writer.removeAll()
      let start = writer.openArray()
      do {
        outcome = .success(try await operation?.wait(writer) ?? 0)
      } catch {
        outcome = .failure(error)
      }
      if let owner { while !owner.tryToTake() { await owner.suspend() } }
      operation?.whenWoken?()
      stretch = resume(coroutine, meter, outcome, start, read, writer)
      owner?.release()
    }
    return try stretch.result()
  }

  /// Runs a function on a coroutine of its own to its end, on the caller's thread: what waits is done at once.
  package func callNow<T>(
    _ function: LuaFunction, meter: LuaMeter? = nil, owner: any LuaOwner,
    writing write: (WireWriter) throws -> Int, reading read: (WireValue) throws -> T
  ) throws(LuaError) -> T {
    let (writer, meter) = (WireWriter(), meter ?? makeMeter())
    owner.take()
    var stretch = begin(function, meter, write, read, writer)
    owner.release()
    while case .waits(let coroutine, let operation) = stretch {
      let outcome: Result<Int, any Error>
      writer.removeAll()
      let start = writer.openArray()
      do {
        guard let now = operation?.now else { throw WouldWait() }
        outcome = .success(try now(writer))
      } catch {
        outcome = .failure(error)
      }
      owner.take()
      stretch = resume(coroutine, meter, outcome, start, read, writer)
      owner.release()
    }
    return try stretch.result()
  }

  /// The state of a function after it has run without a break, during which the runtime had one owner.
  private enum Slice<T> {
    case waits(coroutine: Int32, WaitingOperation?)
    case ended(T)
    case failed(LuaError)

    func result() throws(LuaError) -> T {
      switch self {
      case .ended(let value): return value
      case .failed(let error): throw error
      case .waits: throw .runtime(LuaError.Runtime(message: "the function waits", traceback: []))
      }
    }
  }

  private func begin<T>(
    _ function: LuaFunction, _ meter: LuaMeter, _ write: (WireWriter) throws -> Int,
    _ read: (WireValue) throws -> T, _ writer: WireWriter
  ) -> Slice<T> {
    do throws(LuaError) {
      let (status, coroutine) = try start(function, meter, write, writer)
      return try stretch(status, coroutine, meter, read)
    } catch {
      return .failed(error)
    }
  }

  private func resume<T>(
    _ coroutine: Int32, _ meter: LuaMeter, _ outcome: Result<Int, any Error>, _ start: Int,
    _ read: (WireValue) throws -> T, _ writer: WireWriter
  ) -> Slice<T> {
    var (result, number) = (HostOutcome.returned, Int32(-1))
    switch outcome {
    case .success(let count): writer.close(start, count: count)
    case .failure(let error): (result, number) = raise(error, writer)
    }
    mocklua_reply(state, writer.bytes, writer.count, number)
    writer.shrink()
    let status = mocklua_resume(state, coroutine, result)
    do throws(LuaError) {
      return try stretch(status, coroutine, meter, read)
    } catch {
      return .failed(error)
    }
  }

  private func stretch<T>(
    _ status: mocklua_Status, _ coroutine: Int32, _ meter: LuaMeter,
    _ read: (WireValue) throws -> T
  ) throws(LuaError) -> Slice<T> {
    if status == MOCKLUA_YIELDED { return .waits(coroutine: coroutine, takePending()) }
    try check(status, meter)
    return .ended(try decodeResult(read))
  }

  private func start(
    _ function: LuaFunction, _ meter: LuaMeter, _ write: (WireWriter) throws -> Int,
    _ writer: WireWriter
  ) throws(LuaError) -> (raw: mocklua_Status, coroutine: Int32) {
    try writer.writeList(write)
    guard let chain = meter.raw else {
      throw .limit(LuaError.Limit(kind: .memory, place: nil, traceback: []))
    }
    var coroutine: Int32 = 0
    let status = mocklua_start(
      state, chain, function.reference, writer.bytes, writer.count, &coroutine)
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
    try await callAsync(meter: nil, owner: nil, repeat each arguments, as: type)
  }

  /// The same where the runtime has several users, who take turns.
  package nonisolated(nonsending) func callAsync<each Argument: Encodable, Result: Decodable>(
    meter: LuaMeter?, owner: (any LuaOwner)?, _ arguments: repeat each Argument,
    as type: Result.Type
  ) async throws(LuaError) -> Result {
    try await runtime.callAsync(self, meter: meter, owner: owner) { writer in
      try LuaFunction.write(repeat each arguments, to: writer)
    } reading: { results in
      try runtime.reader.decode(type, fromFirstOf: results)
    }
  }
}

/// Whose turn it is to use a runtime: a lock that callers take for a stretch of Lua.
package protocol LuaOwner: Sendable {
  /// Takes the runtime, and blocks the thread until it can.
  func take()
  /// Takes the runtime if it is free.
  func tryToTake() -> Bool
  /// Lets go of the runtime.
  func release()
  /// Waits, without blocking a thread, until it may have become free.
  nonisolated(nonsending) func suspend() async
}

/// A function that only waits was called where nothing can be waited for.
struct WouldWait: Error, CustomStringConvertible {
  let description = "the caller is not async and cannot wait for this function"
}
