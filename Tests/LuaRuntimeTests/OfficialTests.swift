import Foundation
import LuaRuntime
import Testing

/// Runs Lua's official tests from the folder set in `MOCKLUA_LUA_TESTS`.
///
/// It contains the files of `lua-5.4.4-tests`, which aren't part of this repository.
@Suite(
  "Lua's official tests",
  .enabled(
    if: OfficialFile.folder != nil,
    "set MOCKLUA_LUA_TESTS to the folder of lua-5.4.4-tests"))
struct OfficialTests {
  /// Replacements for features missing from the sandbox, as far as the tests need them: preloaded modules, the current
  /// line, and a garbage collector.
  static let standIns = """
    local collect, own_collectgarbage, error, pcall = collect, collectgarbage, error, pcall
    local tonumber, match = tonumber, string.match
    local answers = {
      collect = 0, stop = 0, restart = 0, setpause = 100, setstepmul = 100, step = true,
      isrunning = true, generational = "incremental", incremental = "incremental",
    }
    function collectgarbage(option)
      local answer = answers[option == nil and "collect" or option]
      if option == nil or option == "collect" or option == "step" then collect() end
      if answer ~= nil then return answer end
      return (own_collectgarbage(option))
    end
    debug = {
      getmetatable = getmetatable,
      gethook = function() end,
      traceback = function(message) return message end,
      getinfo = function(level)
        if type(level) ~= "number" then return {} end
        local _, place = pcall(error, "", level + 2)
        return { currentline = tonumber(match(place, ":(%d+): $") or -1) }
      end,
    }
    local stream = { write = function() end }
    io = { stdin = setmetatable({}, { __name = "FILE*" }), stdout = stream, stderr = stream }
    io.write = stream.write
    os.setlocale = function(name) if not name or name == "" or name == "C" then return "C" end end
    package = { path = "", preload = {} }
    package.loaded = {
      _G = _G, string = string, table = table, math = math, utf8 = utf8, os = os, io = io,
      coroutine = coroutine, debug = debug, package = package,
      tracegc = { start = function() end, stop = function() end },
    }
    function require(name)
      local loaded, loader = package.loaded, package.preload[name]
      if loaded[name] == nil and loader then loaded[name] = loader(name) or true end
      return loaded[name] or error("module '" .. name .. "' not found", 2)
    end
    """

  /// Runs `source`, which is passed as hexadecimal digits because it isn't UTF-8.
  static let driver = """
    local text = source:gsub("..", function(digits) return string.char(tonumber(digits, 16)) end)
    local run = assert(load(text, "@" .. name))
    source, name = nil, nil
    if not is_coroutine then
      run()
      return
    end
    local co = coroutine.create(run)
    while coroutine.status(co) ~= "dead" do
      local ok, problem = coroutine.resume(co)
      if not ok then error(problem, 0) end
    end
    """

  @Test("Each file runs to the line shown in the table", arguments: OfficialFile.all)
  func file(file: OfficialFile) throws {
    let folder = try #require(OfficialFile.folder)
    if case .isLeftOut = file.outcome { return }
    let digits = try Self.source(of: file, in: folder)
    let problem = try onOwnThread(stackSize: 8 << 20) { try Self.run(file, digits: digits) }
    switch file.outcome {
    case .passes: #expect(problem == nil)
    case .stops(nil, _): #expect(problem == nil)
    case .stops(let line?, _):
      #expect(problem?.hasPrefix("\(file.name).lua:\(line):") == true, "\(problem ?? "passes")")
    case .isLeftOut: break
    }
  }

  @Test("The table has a row for each file")
  func complete() throws {
    let files = try FileManager.default.contentsOfDirectory(
      atPath: #require(OfficialFile.folder).path(percentEncoded: false))
    let names = files.filter { $0.hasSuffix(".lua") }.map { String($0.dropLast(4)) }
    #expect(names.sorted() == OfficialFile.all.map(\.name))
  }

  /// Returns the file with the excluded parts replaced by empty lines.
  private static func source(of file: OfficialFile, in folder: URL) throws -> String {
    let data = try Data(contentsOf: folder.appending(path: file.name + ".lua"))
    var lines = data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    if case .passes(let parts) = file.outcome {
      for line in parts.flatMap(\.lines) { lines[line - 1] = Data() }
    }
    return lines.joined(separator: [UInt8(ascii: "\n")])
      .map { String(format: "%02x", $0) }.joined()
  }

  /// Runs a file.
  ///
  /// Returns the error that stopped it, or nil.
  private static func run(_ file: OfficialFile, digits: String) throws -> String? {
    var options = LuaRuntime.Options()
    options.instructionBudget = nil
    options.deadline = .seconds(120)
    options.memoryLimit = 1 << 30
    options.print = { _ in }
    let lua = try LuaRuntime(options: options)
    try lua.register("collect") { [unowned lua] () in lua.collectGarbage() }
    if file.hasStandIns { try lua.run(standIns, name: "stand-ins") }
    try lua.setGlobal("_soft", to: file.isShort)
    try lua.setGlobal("_nomsg", to: true)
    try lua.setGlobal("is_coroutine", to: file.isCoroutine)
    try lua.setGlobal("name", to: file.name + ".lua")
    try lua.setGlobal("source", to: digits)
    do { try lua.run(driver, name: "driver") } catch { return error.description }
    return nil
  }
}
