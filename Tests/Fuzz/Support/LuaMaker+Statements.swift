extension LuaMaker {
  /// Writes a few statements, and sometimes a return or a break at the end.
  mutating func block(isLoop: Bool = false) {
    guard depth > 0 else { return }
    depth -= 1
    defer { depth += 1 }
    let label = source.rarely(16) ? newLabel() : nil
    if let label { write("::", label, ":: ") }
    for _ in 0..<source.number(below: 4) { statement() }
    switch source.number(below: 9) {
    case 0...2:
      write("return ")
      list()
    case 3: if isLoop { write("break") }
    default: if let label { write("goto ", label) }
    }
  }

  mutating func statement() {
    if source.isAtEnd { return }
    switch source.number(below: 20) {
    case 0...3: assignment()
    case 4: condition()
    case 5...7: loop()
    case 8, 9:
      call()
      write("\n")
    case 10:
      write("do ")
      block()
      write(" end\n")
    case 11: closeVariable()
    case 12: metatable()
    case 13: raise()
    case 14...16: live()
    default:
      write("local function v\(source.number(below: 6) + 1)(...) ")
      block()
      write(" end\n")
    }
  }

  private mutating func assignment() {
    if source.rarely(3) { write("local ") }
    let isLocal = text.hasSuffix("local ")
    variable()
    if !isLocal, source.rarely(3) {
      write("[")
      expression()
      write("]")
    }
    write(" = ")
    expression()
    write("\n")
  }

  private mutating func condition() {
    write("if ")
    expression()
    write(" then ")
    block()
    if source.bool() {
      write(" else ")
      block()
    }
    write(" end\n")
  }

  private mutating func loop() {
    switch source.number(below: 6) {
    case 0:
      write("while ")
      expression()
    case 1:
      write("for v1 = ")
      expression()
      write(", ", source.one(of: Self.numbers))
    case 2:
      write("for v1, v2 in pairs(")
      expression()
      write(")")
    case 3:
      write("for v1 in ")
      expression()
    case 4:
      write("repeat ")
      block(isLoop: true)
      write(" until ")
      expression()
      write("\n")
      return
    default: write("for v3 = 1, ", source.one(of: ["3", "10", "1e9"]))
    }
    write(" do ")
    block(isLoop: true)
    write(" end\n")
  }

  private mutating func closeVariable() {
    write("local v\(source.number(below: 6) + 1) <close> = setmetatable({}, { __close = ")
    function()
    write(" })\n")
  }

  private static let events = [
    "__index", "__newindex", "__call", "__close", "__gc", "__eq", "__lt", "__le", "__len",
    "__concat", "__add", "__unm", "__pairs", "__name", "__tostring", "__metatable", "__mode",
    "__band",
  ]

  private mutating func metatable() {
    variable()
    write(" = setmetatable(")
    table()
    write(", { ")
    for _ in 0...source.number(below: 3) {
      write(source.one(of: Self.events), " = ")
      if source.rarely(3) { expression() } else { function() }
      write(", ")
    }
    write("})\n")
  }

  private mutating func raise() {
    write("error(")
    switch source.number(below: 4) {
    case 0: table()
    case 1: write("fail('bad', 'Bad luck')")
    default: expression()
    }
    if source.rarely(3) { write(", ", source.one(of: Self.numbers)) }
    write(")\n")
  }

  /// Writes statements that are only valid in a running function.
  private mutating func live() {
    guard isLive || source.rarely(8) else { return assignment() }
    switch source.number(below: 10) {
    case 0, 1: write("sleep(", source.one(of: ["0", "1", "10", "250", "1e9", "-1", "1.5"]), ")")
    case 2, 3:
      variable()
      write(
        " = services.S.", source.one(of: ["plain", "f", "g", "h", "slow", "bad", "gated", "none"]))
      write("(")
      if source.bool() { table() }
      write(")")
    case 4:
      write("state.", source.one(of: ["a", "b", "none"]), " = ")
      expression()
    case 5: write("emit(", source.one(of: Self.numbers), ")")
    case 6: write("v1 = #calls('S.", source.one(of: ["plain", "f", "none"]), "')")
    case 7: write("open_gate '", source.one(of: ["gate", "none"]), "'")
    case 8:
      write(
        "rows:", source.one(of: ["insert", "get", "update", "remove", "all", "where", "clear"]))
      write("(")
      list(2)
      write(")")
    default: waitInCoroutine()
    }
    write("\n")
  }

  /// Writes a coroutine that waits for a service or the clock, and that other code can resume and close.
  private mutating func waitInCoroutine() {
    variable()
    write(" = coroutine.", source.one(of: ["create", "wrap"]), "(function(...) ")
    write(source.one(of: ["sleep(5) ", "services.S.slow() ", "coroutine.yield(1) sleep(1) "]))
    block()
    write(" end)\n")
    write(source.one(of: ["co", "kept", "v1", "v2"]), " = ")
    variable()
    write("\n", source.one(of: Self.strangers))
  }

  /// `kept` and `co` outlive a call, so that a later call finds them waiting.
  private static let strangers = [
    "pcall(coroutine.resume, co)", "pcall(coroutine.close, co)", "pcall(coroutine.resume, kept)",
    "if type(kept) == 'function' then pcall(kept) end", "pcall(coroutine.close, kept)",
    "coroutine.resume(v1)", "v2()", "coroutine.close(v1)",
    "pcall(coroutine.wrap(function() coroutine.resume(co) end))", "for x in kept do break end",
  ]
}
