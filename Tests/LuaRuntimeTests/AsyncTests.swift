import LuaRuntime
import Testing

@Suite("Lua code that waits for Swift")
struct AsyncTests {
  /// Owns a runtime, like a program that embeds Lua.
  actor Owner {
    let lua: LuaRuntime
    private(set) var log: [String] = []
    private var waiting: [CheckedContinuation<Void, any Error>] = []

    init(_ script: String, options: LuaRuntime.Options = .init()) throws {
      lua = try LuaRuntime(options: options)
      try lua.run(script, name: "test.lua")
    }

    func registerAll() throws {
      try lua.register(
        "double",
        async: { @Sendable (n: Int) async throws -> Int in
          await Task.yield()
          return n * 2
        })
      try lua.register(
        "fail",
        async: { @Sendable (message: String) async throws -> Int in
          await Task.yield()
          throw Failure(description: message)
        })
      try lua.register(
        "cancelled", async: { @Sendable () async throws -> Int in throw CancellationError() })
    }

    func call<R: Decodable & Sendable>(_ name: String, _ argument: Int, as type: R.Type)
      async throws
      -> R
    {
      try await lua.function(name).callAsync(argument, as: type)
    }

    func value<R: Decodable & Sendable>(_ source: String, as type: R.Type) throws -> R {
      try lua.run(source, as: type)
    }

    var memory: Int {
      lua.collectGarbage()
      return lua.memoryUsed
    }
  }

  struct Failure: Error, Equatable, CustomStringConvertible { var description: String }

  static let ways: [(String, String)] = [
    ("plainly", "function f(n) return double(n) + double(n) end"),
    ("inside pcall", "function f(n) local ok, v = pcall(double, n) return ok and v * 2 end"),
    (
      "inside xpcall",
      "function f(n) local ok, v = xpcall(double, print, n) return ok and v * 2 end"
    ),
    (
      "inside coroutines",
      """
      function f(n)
        local co = coroutine.wrap(function(x)
          local inner = coroutine.create(function(y) coroutine.yield(double(y)) return double(y) end)
          local _, first = coroutine.resume(inner, x)
          coroutine.yield(first)
          local _, second = coroutine.resume(inner)
          return second
        end)
        return co(n) + co()
      end
      """
    ),
    (
      "inside a metamethod",
      "function f(n) local t = setmetatable({}, { __add = function(_, m) return double(m) end }) return (t + n) * 2 end"
    ),
    (
      "inside an iterator",
      """
      function f(n)
        local sum = 0
        local function step(limit, i) if i < limit then return i + 1, double(n) end end
        for _, v in step, 2, 0 do sum = sum + v end
        return sum
      end
      """
    ),
    (
      "with a variable to close",
      """
      closed = 0
      function f(n)
        local guard <close> = setmetatable({}, { __close = function() closed = closed + 1 end })
        return double(n) * 2
      end
      """
    ),
  ]

  @Test("Lua code can wait anywhere", arguments: ways)
  func waits(way: String, script: String) async throws {
    let owner = try Owner(script)
    try await owner.registerAll()
    for n in 1...3 { #expect(try await owner.call("f", n, as: Int.self) == n * 4) }
  }

  @Test("Many calls wait at once, each with its own state, and threads are reused")
  func concurrent() async throws {
    let owner = try Owner(
      "function f(n) local s = n for i = 1, 5 do s = s + double(i) end return s end")
    try await owner.registerAll()
    try await run(200, on: owner)
    let before = await owner.memory
    for _ in 0..<10 { try await run(200, on: owner) }
    #expect(await owner.memory < before + 20_000)
  }

  private func run(_ count: Int, on owner: Owner) async throws {
    let sum = try await withThrowingTaskGroup(of: Int.self) { group in
      for n in 0..<count { group.addTask { try await owner.call("f", n, as: Int.self) } }
      return try await group.reduce(0, +)
    }
    #expect(sum == (0..<count).reduce(0) { $0 + $1 + 30 })
  }

  static let failures: [(String, String)] = [
    ("function f() return fail('no luck') end", "test.lua:1: no luck"),
    (
      "function f()\nlocal x = nil\nreturn x.y + double(1)\nend",
      "test.lua:3: attempt to index a nil value (local 'x')"
    ),
    (
      "function f() table.sort({ 2, 1 }, function(a, b) return double(a) < b end) end",
      "test.lua:1: cannot wait here"
    ),
    ("function f() coroutine.yield(1) end", "test.lua:1: coroutine.yield outside of a coroutine"),
    ("function f() return cancelled() end", "test.lua:1: cancelled"),
    (
      """
      function f()
        local guard <close> = setmetatable({}, { __close = function() double(1) end })
        error("first")
      end
      """, "test.lua:3: first"
    ),
    (
      """
      function f()
        local co = coroutine.create(function()
          local guard <close> = setmetatable({}, { __close = function() double(1) end })
          coroutine.yield()
        end)
        coroutine.resume(co)
        local closed, problem = coroutine.close(co)
        error(problem, 0)
      end
      """, "test.lua:3: cannot wait here"
    ),
    (
      """
      local function close(co)
        local closed, problem = coroutine.close(co)
        if not closed then error(problem, 0) end
      end
      function f()
        local co
        for _ = 1, 10000 do
          local inner = co
          co = coroutine.create(function()
            local guard <close> = setmetatable({}, { __close = function()
              if inner then close(inner) end
            end })
            coroutine.yield()
          end)
          coroutine.resume(co)
        end
        close(co)
      end
      """, "C stack overflow"
    ),
    (
      "function f() double(1)\nwhile true do end end",
      "test.lua:2: the instruction budget is used up"
    ),
    (
      "function f() local t = {} double(1)\nwhile true do t[#t + 1] = ('x'):rep(1e6 + #t) end end",
      "test.lua:2: the memory limit"
    ),
    (
      "function f() return print end",
      "the value cannot be converted between Swift and Lua: a function"
    ),
  ]

  @Test("A failure has a location and a cause, and the next call works", arguments: failures)
  func failure(script: String, message: String) async throws {
    var options = LuaRuntime.Options()
    options.instructionBudget = 5_000_000
    options.memoryLimit = 64 << 20
    let owner = try Owner(script + "\nfunction g(n) return double(n) end", options: options)
    try await owner.registerAll()
    let error = await #expect(throws: LuaError.self) {
      try await owner.call("f", 1, as: LuaValue.self)
    }
    #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
    if case .runtime(let runtime) = error, message.hasSuffix("no luck") {
      #expect(runtime.cause as? Failure == Failure(description: "no luck"))
    }
    #expect(try await owner.call("g", 4, as: Int.self) == 8)
  }

  @Test("Waiting outside an asynchronous call is an error")
  func outside() async throws {
    let owner = try Owner("")
    try await owner.registerAll()
    let error = await #expect(throws: LuaError.self) {
      try await owner.value("return double(1)", as: Int.self)
    }
    #expect(error?.problem.hasPrefix("cannot wait here") == true)
  }
}
