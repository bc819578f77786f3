import LuaRuntime
import Testing

@Suite("Memory")
struct MemoryTests {
  static func options() -> LuaRuntime.Options {
    var options = LuaRuntime.Options()
    options.memoryLimit = 32 << 20
    options.deadline = nil  // otherwise it could come first on a busy machine
    return options
  }

  static let bombs: [(String, String)] = [
    ("a list that grows", "local t = {} while true do t[#t + 1] = { #t } end"),
    ("a string that doubles", "local s = 'x' while true do s = s .. s end"),
    ("one string", "return #('x'):rep(1 << 30)"),
    (
      "blocks of every size in turn",
      """
      for size = 20, 500, 16 do
        local t = {}
        for i = 1, 40000 do t[i] = ("x"):rep(size) .. i end
      end
      local all = {}
      while true do all[#all + 1] = ("x"):rep(#all % 480) .. #all end
      """
    ),
    ("coroutines", "local t = {} while true do t[#t + 1] = coroutine.create(print) end"),
    ("closures", "local t = {} while true do local n = #t t[n + 1] = function() return n end end"),
    (
      "a table that stands in itself often",
      "local t = { 1 } for i = 1, 40 do t = { t, t } end f(t)"
    ),
    (
      "what a protected call catches",
      "local t = {} while true do pcall(function() t[#t + 1] = ('x'):rep(1e6) .. #t end) end"
    ),
  ]

  @Test("Unlimited growth is stopped at its line, and the next call works", arguments: bombs)
  func bomb(name: String, script: String) throws {
    let lua = try LuaRuntime(options: Self.options())
    try lua.register("f", variadic: { _ in [] })
    for _ in 1...2 {
      let error = #expect(throws: LuaError.self) { try lua.run(script, name: "m.lua") }
      guard case .limit(let limit) = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(limit.kind == .memory)
      #expect(limit.place?.file == "m.lua")
      #expect(lua.memoryHeld <= 36 << 20)
      #expect(try lua.run("return #table.concat({ 'a', 'b' })", as: Int.self) == 2)
    }
  }

  @Test("Garbage never stops a script, however much there is")
  func garbage() throws {
    let lua = try LuaRuntime(options: Self.options())
    let count = try lua.run(
      """
      local kept = {}
      for i = 1, 300 do
        kept[i % 10] = ("x"):rep(1 << 20) .. i
        for j = 1, 100 do local t = { i, j, tostring(j) } end
      end
      return #kept
      """, as: Int.self)
    #expect(count == 9)
    #expect(lua.memoryHeld <= 36 << 20)
  }

  @Test("A result that contains one table repeatedly counts as all its copies")
  func sharedResult() throws {
    let lua = try LuaRuntime(options: Self.options())
    let error = #expect(throws: LuaError.self) {
      try lua.run("local t = { 1 } for i = 1, 60 do t = { t, t } end return t", as: LuaValue.self)
    }
    #expect(error?.problem.hasPrefix("the memory limit is reached") == true)
  }
}
