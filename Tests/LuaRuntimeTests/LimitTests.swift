import Foundation
import LuaRuntime
import Testing

@Suite("Limits and errors")
struct LimitTests {
  static let runaways: [(String, LuaError.Limit.Kind, Int?)] = [
    ("\nwhile true do end", .instructions, 2),
    ("while true do pcall(function() while true do end end) end", .instructions, 1),
    ("while true do xpcall(error, function() while true do end end) end", .instructions, 1),
    ("local co = coroutine.wrap(function() while true do end end)\nco()", .instructions, nil),
    ("while true do coroutine.resume(coroutine.create(function() end)) end", .instructions, 1),
    ("local s = 'x'\nwhile true do s = s .. s end", .memory, 2),
    ("local t = {}\nwhile true do\nt[#t + 1] = {}\nend", .memory, 3),
    (
      "local t = {}\nwhile true do\npcall(function() t[#t + 1] = ('x'):rep(1e6 + #t) end)\nend",
      .memory, nil
    ),
    ("local s = ('x'):rep(1 << 27)", .memory, 1),
    ("local s = (''):rep(1 << 62) while true do end", .instructions, 1),
  ]

  @Test("Nothing survives a limit, and the next call works", arguments: runaways)
  func runaway(source: String, kind: LuaError.Limit.Kind, line: Int?) throws {
    var options = LuaRuntime.Options()
    options.instructionBudget = 20_000_000
    options.memoryLimit = 64 << 20
    let lua = try LuaRuntime(options: options)
    let error = #expect(throws: LuaError.self) { try lua.run(source, name: "run.lua") }
    guard case .limit(let limit) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(limit.kind == kind)
    #expect(limit.place?.file == "run.lua")
    if let line { #expect(limit.place?.line == line) }
    #expect(try lua.run("return 1 + 1", as: Int.self) == 2)
  }

  @Test("Work for a waiting chain of calls counts toward its limits, and ends it permanently")
  func chargedChain() throws {
    var options = LuaRuntime.Options()
    options.instructionBudget = 1000
    let lua = try LuaRuntime(options: options)
    let meter = lua.makeMeter()
    #expect(lua.charge(meter, instructions: 900)?.problem == nil)
    #expect(
      lua.charge(meter, instructions: 200)?.problem
        == "the instruction budget is used up; look for an endless loop")
    #expect(lua.charge(meter, instructions: 0) != nil)
    #expect(lua.charge(lua.makeMeter(), instructions: 900)?.problem == nil)
  }

  @Test("Work for a chain of calls notices an interruption")
  func interruptedWork() throws {
    let lua = try LuaRuntime()
    let meter = lua.makeMeter()
    #expect(lua.charge(meter, instructions: 1)?.problem == nil)
    lua.interruptHandle.interrupt()
    #expect(lua.charge(meter, instructions: 1)?.problem == "interrupted")
    #expect(lua.charge(lua.makeMeter(), instructions: 1)?.problem == nil)
  }

  @Test("The deadline is the wall time of one call")
  func deadline() throws {
    var options = LuaRuntime.Options()
    options.instructionBudget = nil
    options.deadline = .milliseconds(50)
    let lua = try LuaRuntime(options: options)
    let clock = ContinuousClock()
    let error = #expect(throws: LuaError.self) {
      let spent = try clock.measure { try lua.run("while true do end", name: "loop") }
      _ = spent
    }
    #expect(
      error?.description == "loop:1: the time limit has passed; look for a loop that runs too long")
  }

  @Test("Another thread can interrupt repeatedly, even without limits")
  func interrupt() throws {
    var options = LuaRuntime.Options()
    options.instructionBudget = nil
    options.deadline = nil
    options.memoryLimit = nil
    let lua = try LuaRuntime(options: options)
    let handle = lua.interruptHandle
    let loops = ["while true do end", "coroutine.wrap(function() while true do end end)()"]
    for loop in loops + loops {
      Thread.detachNewThread { handle.interrupt() }
      let error = #expect(throws: LuaError.self) { try lua.run(loop, name: "loop") }
      // The other thread may interrupt before the first line runs.
      #expect(["loop:1: interrupted", "interrupted"].contains(error?.description))
    }
  }

  static let failures: [(String, String)] = [
    ("local x = nil\nreturn x.y", "f.lua:2: attempt to index a nil value (local 'x')"),
    ("error('plain', 0)", "f.lua:1: plain"),
    ("local function f() error('deep', 2) end\n\nf()", "f.lua:3: deep"),
    ("error({ message = 'from a table' })", "f.lua:1: from a table"),
    ("error(5)", "f.lua:1: 5"),
    ("error()", "f.lua:1: a nil was raised"),
    ("return ('x'):rep(1 << 40)", "f.lua:1: resulting string too large"),
    ("x = = 1", "f.lua:1: unexpected symbol near '='"),
    ("local t = {\n1", "f.lua:2: '}' expected (to close '{' at line 1) near <eof>"),
    ("return load('\\27Lua')", "f.lua:1: no"),
    (
      "setmetatable({}, { __gc = print })",
      "f.lua:1: `__gc` is not available in scripts; remove it, or use `__close`"
    ),
    ("local function f() return f() + 1 end f()", "f.lua:1: stack overflow"),
    ("local s = ('x'):rep(1 << 40)", "f.lua:1: resulting string too large"),
  ]

  @Test("Errors have a location and a message", arguments: failures)
  func failure(source: String, message: String) throws {
    let lua = try LuaRuntime()
    if source.contains("\\27") {
      let text = try lua.run("return select(2, load('\\27Lua'))", as: String.self)
      #expect(text.contains("attempt to load a binary chunk"))
      return
    }
    let error = #expect(throws: LuaError.self) { try lua.run(source, name: "f.lua") }
    #expect(error?.description.hasPrefix(message) == true, "\(error?.description ?? "")")
  }

  @Test("A shebang line is skipped, and line numbers stay the same")
  func shellLine() throws {
    let lua = try LuaRuntime()
    #expect(try lua.run("#!/usr/bin/env mocklua\nreturn 1", as: Int.self) == 1)
    try lua.run("#")
    let error = #expect(throws: LuaError.self) { try lua.run("#!x\nerror('here')", name: "s") }
    #expect(error?.description == "s:2: here")
  }

  @Test("An incomplete chunk is recognized")
  func incomplete() throws {
    let lua = try LuaRuntime()
    for (source, isIncomplete) in [
      ("for i = 1, 2 do", true), ("local s = [[x", true), ("x = )", false),
    ] {
      let error = #expect(throws: LuaError.self) { try lua.load(source) }
      guard case .syntax(let syntax) = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(syntax.isIncomplete == isIncomplete, "\(source)")
    }
  }

  @Test("Functions that could escape the sandbox don't exist")
  func sandbox() throws {
    let lua = try LuaRuntime()
    let names = "io debug package require dofile loadfile os.execute os.exit os.getenv string.dump"
    for name in names.split(separator: " ") {
      #expect(try lua.global(String(name), as: LuaValue.self) == .nil, "\(name)")
    }
    #expect(try lua.run("return getmetatable('')", as: Bool.self) == false)
  }

  @Test("`pairs` and next use the same order in every run")
  func order() throws {
    let lua = try LuaRuntime()
    let source = """
      local t = { 10, 20, [0] = 0, [-1.5] = 1, z = 1, a = 2, [true] = 3, ab = 4 }
      local by_pairs, by_next = {}, {}
      for k in pairs(t) do by_pairs[#by_pairs + 1] = tostring(k) end
      for k in next, t do by_next[#by_next + 1] = tostring(k); t[k] = nil end
      return { table.concat(by_pairs, " "), table.concat(by_next, " "), tostring(next(t)) }
      """
    #expect(
      try lua.run(source, as: [String].self) == [
        "1 2 -1.5 0 a ab z true", "1 2 -1.5 0 a ab z true", "nil",
      ])
  }

  @Test("`pairs` skips the holes of a list")
  func holes() throws {
    let lua = try LuaRuntime()
    let source = "local s = '' for k, v in pairs({ 1, nil, 3 }) do s = s .. k .. v end return s"
    #expect(try lua.run(source, as: String.self) == "1133")
  }

  @Test("Random numbers repeat for the same seed")
  func random() throws {
    let source = "math.randomseed() return math.random(1, 1000000)"
    var options = LuaRuntime.Options()
    let first = try LuaRuntime(options: options).run(source, as: Int.self)
    #expect(try LuaRuntime(options: options).run(source, as: Int.self) == first)
    options.randomSeed = 1
    #expect(try LuaRuntime(options: options).run(source, as: Int.self) != first)
  }
}
