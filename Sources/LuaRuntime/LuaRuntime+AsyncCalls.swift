internal import CMockLua

extension LuaRuntime {
  /// Registers an asynchronous Swift closure as a global Lua function, or as a field if the name has dots.
  ///
  /// Lua code that calls the function waits without blocking a thread. Other calls on the same runtime continue in the
  /// meantime. Functions started by `LuaFunction.callAsync` can call it, including through coroutines, `pcall`,
  /// metamethods, and iterators. Calling it inside a built-in Lua function such as `table.sort` raises an error. If
  /// the task is canceled while the function waits, the call raises an ordinary Lua error.
  ///
  /// - Parameters:
  ///   - path: The name, such as `fetch` or `app.fetch`.
  ///   - body: The closure. It runs in its own isolation, not in the caller's.
  /// - Throws: `LuaError` if the path leads through a value that isn't a table.
  public func register<each Argument: Decodable & Sendable, Result: Encodable & Sendable>(
    _ path: String, async body: @escaping @Sendable (repeat each Argument) async throws -> Result
  ) throws(LuaError) {
    try register(rawAsync: path) { list in
      var arguments = ArgumentReader(list, function: path)
      let values = (repeat try arguments.next((each Argument).self))
      return WaitingOperation { writer in
        let result = try await body(repeat each values)
        try WireEncoder.encode(result, to: writer)
        return 1
      }
    }
  }

  /// Runs a function on a coroutine, and waits for it.
  ///
  /// If `meter` is nil, the call starts a new chain. The owner is taken for each section of Lua, and released while the
  /// function waits. It is nil if the caller owns the runtime the whole time.
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

  /// Runs a function on a coroutine to completion, on the caller's thread.
  ///
  /// Operations that would wait complete immediately.
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

  /// The state of a function after a section of Lua, during which the runtime had a single owner.
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
  /// Calls the function on a coroutine, and decodes its first result.
  ///
  /// In the coroutine, the function can wait for asynchronous host functions.
  ///
  /// - Throws: `LuaError`, such as `.conversion` for an argument or a result that can't be converted.
  public nonisolated(nonsending) func callAsync<each Argument: Encodable, Result: Decodable>(
    _ arguments: repeat each Argument, as type: Result.Type
  ) async throws(LuaError) -> Result {
    try await callAsync(meter: nil, owner: nil, repeat each arguments, as: type)
  }

  package nonisolated(nonsending) func callAsync<each Argument: Encodable, Result: Decodable>(
    meter: LuaMeter?, owner: (any LuaOwner)?, _ arguments: repeat each Argument,
    as type: Result.Type
  ) async throws(LuaError) -> Result {
    try await runtime.callAsync(self, meter: meter, owner: owner) { writer in
      try LuaFunction.write(repeat each arguments, to: writer)
    } reading: { results in
      try WireDecoder.decode(type, fromFirstOf: results)
    }
  }
}

/// The owner of a runtime: a lock that callers take for a section of Lua.
package protocol LuaOwner: Sendable {
  /// Takes the runtime, and blocks the thread until it is free.
  func take()
  func tryToTake() -> Bool
  func release()
  /// Waits until the runtime may be free, without blocking a thread.
  nonisolated(nonsending) func suspend() async
}

/// The error for a function that has to wait, if its caller can't wait.
struct WouldWait: Error, CustomStringConvertible {
  let description = "the caller is not async and cannot wait for this function"
}
