import LuaRuntime
import Testing

@Suite("Coroutines of a script")
struct CoroutineTests {
  /// A script and its result as a string.
  static let rows: [(String, String)] = [
    // Closing a suspended coroutine closes its variables from the innermost, with nil as the error.
    (
      """
      local seen = {}
      local function guard(name)
        return setmetatable({}, { __close = function(_, problem)
          seen[#seen + 1] = name .. ":" .. tostring(problem)
        end })
      end
      local co = coroutine.create(function()
        local a <close> = guard "a"
        pcall(function()
          local b <close> = guard "b"
          xpcall(function()
            local c <close> = guard "c"
            coroutine.yield()
          end, function() seen[#seen + 1] = "handler" end)
        end)
      end)
      coroutine.resume(co)
      local closed = coroutine.close(co)
      return table.concat(seen, " ") .. " " .. tostring(closed) .. " " .. coroutine.status(co)
      """, "c:nil b:nil a:nil true dead"
    ),
    // An error raised while closing becomes the result, and is passed to the remaining variables.
    (
      """
      local seen = {}
      local co = coroutine.create(function()
        local a <close> = setmetatable({}, { __close = function(_, problem) seen[1] = problem end })
        local b <close> = setmetatable({}, { __close = function() error("late", 0) end })
        coroutine.yield()
      end)
      coroutine.resume(co)
      local closed, problem = coroutine.close(co)
      return tostring(closed) .. " " .. tostring(problem) .. " " .. tostring(seen[1])
      """, "false late late"
    ),
    // A protected call in a closing variable catches its own errors.
    (
      """
      local caught
      local co = coroutine.create(function()
        local a <close> = setmetatable({}, { __close = function()
          caught = select(2, pcall(error, "mine", 0))
        end })
        pcall(coroutine.yield)
      end)
      coroutine.resume(co)
      return tostring(coroutine.close(co)) .. " " .. tostring(caught)
      """, "true mine"
    ),
    // A closing coroutine can't yield.
    (
      """
      local problem
      local co = coroutine.create(function()
        local a <close> = setmetatable({}, { __close = function()
          problem = select(2, pcall(coroutine.yield))
        end })
        coroutine.yield()
      end)
      coroutine.resume(co)
      coroutine.close(co)
      return problem
      """, "attempt to yield across a C-call boundary"
    ),
    (
      """
      local co = coroutine.create(function() error("first", 0) end)
      coroutine.resume(co)
      local closed, problem = coroutine.close(co)
      return tostring(closed) .. " " .. problem .. " " .. tostring(coroutine.close(co))
      """, "false first true"
    ),
    (
      """
      local outer
      outer = coroutine.create(function()
        return select(2, pcall(coroutine.close, coroutine.running())),
          coroutine.wrap(function() return select(2, pcall(coroutine.close, outer)) end)()
      end)
      local _, running, normal = coroutine.resume(outer)
      return running .. "; " .. normal
      """, "cannot close a running coroutine; cannot close a normal coroutine"
    ),
    // `wrap` closes a failing coroutine, whose variables can raise another error.
    (
      """
      local f = coroutine.wrap(function()
        local a <close> = setmetatable({}, { __close = function() error("while closing", 0) end })
        error("first", 0)
      end)
      return select(2, pcall(f))
      """, "while closing"
    ),
    (
      """
      local function f(n)
        if n == 0 then error("deep") end
        local r = coroutine.wrap(f)(n - 1)
        return r
      end
      return select(2, pcall(f, 50))
      """, "c.lua:3: c.lua:2: deep"
    ),
    ("return coroutine.resume(coroutine.create(function(...) return ... end), 1) and 'ok'", "ok"),
  ]

  @Test("Coroutines end, close, and fail as in Lua", arguments: rows)
  func behavior(script: String, expected: String) throws {
    let lua = try LuaRuntime()
    let text = try lua.load(script, name: "c.lua").call(as: String.self)
    #expect(text == expected)
  }

  @Test("A suspended `xpcall` on a deep stack can be closed, whatever its variables do")
  func deepHandler() throws {
    let lua = try LuaRuntime()
    let text = try lua.run(
      """
      local function deep(n)
        if n > 0 then local a, b, c = 1, 2, 3 return 1 + deep(n - 1) end
        xpcall(function() coroutine.yield() end, function(m) return m end)
        return 0
      end
      local co = coroutine.create(function()
        local x <close> = setmetatable({}, { __close = function()
          local t
          for i = 1, 100000 do t = { i, tostring(i) } end
          error("from close", 0)
        end })
        deep(50000)
      end)
      coroutine.resume(co)
      return select(2, coroutine.close(co))
      """, as: String.self)
    #expect(text == "from close")
  }
}

@Suite("Coroutines that wait for the host")
struct WaitingCoroutineTests {
  /// Actions of unrelated code: `f` waits in the coroutine `co`, and meanwhile `g` runs one of these.
  static let strangers: [(String, String)] = [
    ("return tostring(select(2, coroutine.resume(co)))", "cannot be resumed"),
    ("return tostring(select(2, coroutine.resume(co, 1, 2, 3)))", "cannot be resumed"),
    ("return tostring(select(2, pcall(coroutine.close, co)))", "cannot be closed"),
    (
      "return tostring(select(2, pcall(string.gsub, 'x', '.', function() return (select(2, "
        + "coroutine.resume(co))) end)))", "cannot be resumed"
    ),
    (
      "return coroutine.wrap(function() return tostring(select(2, coroutine.resume(co))) end)()",
      "cannot be resumed"
    ),
    ("return tostring(select(2, coroutine.resume(outer)))", "cannot be resumed"),
    ("return tostring(select(2, pcall(coroutine.close, outer)))", "cannot be closed"),
    ("return coroutine.status(co)", "suspended"),
  ]

  @Test(
    "Unrelated code can't resume or close a waiting coroutine, which keeps waiting",
    arguments: strangers)
  func stranger(action: String, expected: String) async throws {
    let lua = try LuaRuntime()
    var seen: [String] = []
    // `g` runs while `f` waits.
    try lua.register(rawAsync: "wait") { [unowned lua] _ in
      WaitingOperation { writer in
        seen.append(try lua.function("g").call(as: String.self))
        writer.write(Int64(42))
        return 1
      }
    }
    try lua.run(
      """
      function f()
        co = coroutine.create(function() return wait() end)
        outer = coroutine.create(function() return select(2, coroutine.resume(co)) end)
        return select(2, coroutine.resume(outer))
      end
      function g() \(action) end
      """)
    #expect(try await lua.function("f").callAsync(as: Int.self) == 42)
    #expect(seen.count == 1)
    #expect(seen.first?.contains(expected) == true, "\(seen)")
  }

  @Test(
    "If the chain of coroutines can't yield, a coroutine within it can't wait",
    arguments: [
      "string.gsub('x', '.', function() coroutine.resume(c) end)",
      "table.sort({ 1, 2 }, function() coroutine.resume(c) return false end)",
    ])
  func chain(way: String) async throws {
    let lua = try LuaRuntime()
    try lua.register("wait", async: { @Sendable () async throws -> Int in 42 })
    try lua.run(
      """
      function f()
        local problem
        local c = coroutine.create(function() problem = select(2, pcall(wait)) end)
        \(way)
        return problem
      end
      """)
    let text = try await lua.function("f").callAsync(as: String.self)
    #expect(text.contains("cannot wait here"))
  }

  @Test("A plain yield after a refused wait isn't a wait")
  func staleWait() async throws {
    let lua = try LuaRuntime()
    try lua.register("wait", async: { @Sendable () async throws -> Int in 42 })
    try lua.run(
      """
      function f()
        local c = coroutine.create(function() pcall(wait) coroutine.yield() return 7 end)
        pcall(string.gsub, "x", ".", function() coroutine.resume(c) end)
        return select(2, coroutine.resume(c))
      end
      """)
    #expect(try await lua.function("f").callAsync(as: Int.self) == 7)
  }
}
