import Foundation
import LuaRuntime
import TestSupport
import Testing

@Suite("Limits in library functions")
struct LibraryLimitTests {
  /// Expressions that would each run for minutes or forever.
  static let endless = [
    "string.find(('a'):rep(3000), ('a-'):rep(100) .. 'b')",
    "string.match(('a'):rep(1 << 16), '.*.*.*b')",
    "string.gsub(('a'):rep(1 << 16), 'a*a*a*b', '')",
    "for _ in string.gmatch(('a'):rep(1 << 16), 'a*a*a*b') do end",
    "string.find(('('):rep(1 << 20), '%b()')",
    "string.find(('a'):rep(1 << 20), '(.-)%1b')",
    "string.find(('a'):rep(1 << 16), '[' .. ('b'):rep(1 << 16) .. ']')",
    "string.find(('a'):rep(1 << 16), '%f[' .. ('b'):rep(1 << 16) .. ']')",
    "string.find(('a'):rep(1 << 24), ('a'):rep(1 << 23) .. 'b', 1, true)",
    "while true do string.find(('a'):rep(1 << 20), 'b', 1, true) end",
    "while true do string.find('b', ('a'):rep(1 << 20)) end",
    "while true do (''):rep(1 << 62) end",
    "while true do local s = ('ab'):rep(1 << 20) s:upper() s:lower() s:reverse() s:sub(2) end",
    "while true do (('x'):rep(1e5)):byte(1, -1) end",
    "while true do string.char((('x'):rep(1e5)):byte(1, -1)) end",
    "while true do string.format('%s', ('x'):rep(1 << 20)) end",
    "while true do string.format('%q', ('\\0'):rep(1 << 16)) end",
    "while true do string.format(('%%'):rep(1 << 16)) end",
    "while true do string.packsize((' '):rep(1 << 20)) end",
    "while true do string.pack('c1000000', '') end",
    "while true do string.unpack(('b'):rep(1e5), ('x'):rep(1e5)) end",
    "while true do pcall(string.unpack, 'z', ('x'):rep(1 << 20)) end",
    "while true do utf8.len(('\u{e9}'):rep(1 << 20)) end",
    "while true do utf8.offset(('\\x80'):rep(1 << 20), 0, 1 << 20) end",
    "while true do utf8.codepoint(('x'):rep(1e5), 1, -1) end",
    "local f = utf8.codes('a') local s = ('\\x80'):rep(1 << 20) while true do f(s, 1) end",
    "table.insert(setmetatable({}, { __len = function() return 1 << 60 end }), 1, 1)",
    "table.remove(setmetatable({}, { __len = function() return 1 << 60 end }), 1)",
    "table.move({}, 1, 1 << 53, 2)",
    "table.move({}, 1, 1 << 53, 2, {})",
    "table.concat(setmetatable({}, { __index = function() return '' end }), '', 1, 1 << 60)",
    "while true do table.unpack({}, 1, 1e5) end",
    "while true do table.pack(table.unpack({}, 1, 1e5)) end",
    "while true do select(1, table.unpack({}, 1, 1e5)) end",
    "while true do math.max(table.unpack(setmetatable({}, { __index = rawlen }), 1, 1)) end",
    "table.sort(setmetatable({}, { __len = function() return 1 << 30 end, __index = function() return 1 end }))",
    "local t = setmetatable({}, { __len = function() return 1 << 30 end, __newindex = rawlen, "
      + "__index = function(_, i) return i end }) t = table.sort(t)",
    "local s = ('x'):rep(1 << 20) local t = {} for i = 1, 100 do t[i] = s end "
      + "while true do table.sort(t) math.max(table.unpack(t)) end",
    "while true do tonumber((' '):rep(1 << 20)) tonumber(('f'):rep(1 << 20), 16) end",
    "local a, b = ('x'):rep(1 << 20), ('x'):rep(1 << 20) while true do rawequal(a, b) end",
    "while true do load(('x = 1 '):rep(10000)) end",
    "load(function() return 'x = 1 ' end)",
    "load(function() while true do end end)",
    "while true do pcall(load, function() while true do end end) end",
    "while true do os.date(('%c'):rep(8000)) end",
    "local t = {} for i = 1, 1e5 do t['k' .. i] = i end for _ in next, t do end",
    "local t = {} for i = 1, 1e5 do t['k' .. i] = i end while true do pairs(t) end",
    "for _ in ipairs(setmetatable({}, { __index = function() return 1 end })) do end",
    "local function f() return (string.gsub('a', 'a', f)) end while true do pcall(f) end",
    "load('local x if x then ' .. ('elseif x then '):rep(20000) .. ' end')",
    "load('local x = 1 return x' .. (' and x'):rep(20000))",
    "load('local x = 1 return x' .. (' or x'):rep(20000))",
    "local function down() pcall(error) return 1 + down() end down()",
    "local circle = {} setmetatable(circle, { __call = circle }) circle()",
  ]

  /// The expressions that stop because the stack grows too large.
  static let growing = [
    "while true do string.unpack(('b'):rep(1e5), ('x'):rep(1e5)) end",
    "local circle = {} setmetatable(circle, { __call = circle }) circle()",
  ]

  @Test("The instruction budget ends an endless call", arguments: endless)
  func budget(source: String) throws {
    var options = LuaRuntime.Options()
    options.instructionBudget = 3_000_000
    options.deadline = .seconds(60)
    let lua = try LuaRuntime(options: options)
    let error = #expect(throws: LuaError.self) { try lua.run(source, name: "endless") }
    guard case .limit(let limit) = error, limit.kind == .instructions else {
      Issue.record("\(String(describing: error))")
      return
    }
    // Since Lua 5.4.5, the location can't be read while the stack grows.
    if !Self.growing.contains(source) || limit.place != nil {
      #expect(limit.place?.file == "endless")
    }
    #expect(try lua.run("return 1 + 1", as: Int.self) == 2)
  }

  /// Single calls of a C function that a deadline or an interruption must stop.
  static let long = [
    "string.find(('a'):rep(1 << 20), '.-.-.-.-b')",
    "string.find(('a'):rep(1 << 24), ('a'):rep(1 << 23) .. 'b', 1, true)",
    "string.gsub(('a'):rep(1 << 24), '.', function() end)",
    "table.move({}, 1, 1 << 53, 2, setmetatable({}, { __newindex = rawlen }))",
    "table.concat(setmetatable({}, { __index = function() return '' end }), '', 1, 1 << 60)",
    "local t = {} for i = 1, 1e5 do t['k' .. i] = i end for _ in next, t do end",
    "load('if x then ' .. ('elseif x then '):rep(200000) .. ' end')",
    "load('return x' .. (' and x'):rep(500000))",
  ]

  @Test("The deadline ends a single call", arguments: long)
  func deadline(source: String) throws {
    var options = LuaRuntime.Options()
    options.instructionBudget = nil
    options.deadline = .milliseconds(100)
    let lua = try LuaRuntime(options: options)
    let start = secondsOfThread()
    let error = #expect(throws: LuaError.self) { try lua.run(source, name: "long") }
    let spent = secondsOfThread() - start
    guard case .limit(let limit) = error, limit.kind == .deadline else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(spent < 5, "far below what the call would take")
  }

  @Test("An interruption ends a single call", arguments: long)
  func interruption(source: String) throws {
    var options = LuaRuntime.Options()
    options.instructionBudget = nil
    options.deadline = .seconds(60)
    let lua = try LuaRuntime(options: options)
    let handle = lua.interruptHandle
    try lua.register("ready") { () in Thread.detachNewThread { handle.interrupt() } }
    let error = #expect(throws: LuaError.self) { try lua.run("ready() " + source, name: "long") }
    guard case .limit(let limit) = error, limit.kind == .interrupt else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test("Infinitely nested callbacks of library functions fail with an error")
  func nesting() throws {
    let source = """
      local results = {}
      local function note(f, ...)
        local ok, problem = pcall(f, ...)
        results[#results + 1] = tostring(ok) .. " " .. tostring(problem):match("C stack overflow")
      end
      local function by_gsub() return (string.gsub("a", "a", by_gsub)) end
      local function by_sort() table.sort({ 2, 1 }, by_sort) end
      local by_index, by_text = {}, {}
      setmetatable(by_index, { __index = function() return table.concat(by_index, "", 1, 1) end })
      setmetatable(by_text, { __tostring = function() return string.format("%s", by_text) end })
      note(by_gsub)
      note(by_sort)
      note(table.concat, by_index, "", 1, 1)
      note(tostring, by_text)
      return results
      """
    let outcomes = try onOwnThread(stackSize: 512 << 10) {
      try LuaRuntime().run(source, as: [String].self)
    }
    #expect(outcomes == Array(repeating: "false C stack overflow", count: 4))
  }
}
