import LuaRuntime
import Testing

@Suite("Lua code that calls Swift")
struct HostTests {
  struct Failure: Error, Equatable, CustomStringConvertible {
    var description: String { "no such user" }
  }

  @Test("A closure's arguments and result are typed")
  func typed() throws {
    let lua = try LuaRuntime()
    try lua.register("add") { (a: Int, b: Int) in a + b }
    try lua.register("app.greet") { (name: String?) in "Hello, \(name ?? "you")" }
    var log: [String] = []
    try lua.register("log") { (line: String) in log.append(line) }
    try lua.register("swap", variadic: { $0.reversed() })
    #expect(try lua.run("return add(2, 3)", as: Int.self) == 5)
    #expect(
      try lua.run("log(app.greet()) return app.greet('Ada')", as: String.self) == "Hello, Ada")
    #expect(log == ["Hello, you"])
    #expect(try lua.run("local a, b = swap(1, 'x') return a .. b", as: String.self) == "x1")
  }

  @Test("An error thrown by a closure has the script's location and keeps its cause")
  func cause() throws {
    let lua = try LuaRuntime()
    try lua.register("find") { (_: Int) -> Int in throw Failure() }
    let error = #expect(throws: LuaError.self) {
      try lua.run("local x = 1\nlocal y = find(x)", name: "users.lua")
    }
    #expect(error?.description == "users.lua:2: no such user")
    guard case .runtime(let runtime) = error else { return }
    #expect(runtime.cause as? Failure == Failure())
    #expect(runtime.traceback == ["users.lua:2: in main chunk"])
    #expect(
      try lua.run("return select(2, pcall(find, 1))", as: String.self).hasSuffix("no such user"))
  }

  static let badArguments: [(String, String)] = [
    ("add(1)", "x:1: bad argument #2 to 'add' (expected an integer, found nil)"),
    ("add(1, {})", "x:1: bad argument #2 to 'add' (expected an integer, found an empty table)"),
    ("add(1, 2.5)", "x:1: bad argument #2 to 'add' (expected an integer, found a number)"),
    ("add(1, print)", "x:1: an argument contains a function at [2]"),
  ]

  @Test("A wrong argument is reported with its position and function", arguments: badArguments)
  func badArgument(call: String, message: String) throws {
    let lua = try LuaRuntime()
    try lua.register("add") { (a: Int, b: Int) in a + b }
    let error = #expect(throws: LuaError.self) { try lua.run(call, name: "x") }
    #expect(error?.description == message)
  }

  @Test("Lua and Swift calls can nest, and an inner failure leaves the outer state intact")
  func nesting() throws {
    let lua = try LuaRuntime()
    try lua.run("function down(n) if n == 0 then return 'bottom' end return up(n - 1) end")
    let down = try lua.function("down")
    try lua.register("up") { [unowned down] (n: Int) in try down.call(n, as: String.self) + "!" }
    #expect(try down.call(20, as: String.self) == "bottom" + String(repeating: "!", count: 20))
    let error = #expect(throws: LuaError.self) { try down.call(1000, as: String.self) }
    #expect(error != nil)
    #expect(try down.call(2, as: String.self) == "bottom!!")
  }

  @Test("`print` joins strings with tabs and hides addresses")
  func print() throws {
    final class Lines: @unchecked Sendable {
      // Only the thread that runs the script writes this.
      var all: [String] = []
    }
    let lines = Lines()
    var options = LuaRuntime.Options()
    options.print = { lines.all.append($0) }
    let lua = try LuaRuntime(options: options)
    try lua.run("print(1, nil, 'x', {}, print, 2.0) print()")
    #expect(lines.all == ["1\tnil\tx\ttable\tfunction\t2.0", ""])
  }

  @Test("Functions can be held, passed back to Lua, and released")
  func functions() throws {
    let lua = try LuaRuntime()
    let double = try lua.load("local n = ... return n * 2", name: "double")
    try lua.run("function apply(f, n) return f(n) end")
    #expect(try lua.function("apply").call(double, 21, as: Int.self) == 42)
    lua.collectGarbage()
    let before = lua.memoryUsed
    for index in 0..<2000 { _ = try lua.load("return \(index)") }
    lua.collectGarbage()
    #expect(lua.memoryUsed < before + 40_000)
    let error = #expect(throws: LuaError.self) { try lua.function("nothing.here") }
    #expect(error?.problem == "`nothing.here` is of type nil, not a function")
  }
}
