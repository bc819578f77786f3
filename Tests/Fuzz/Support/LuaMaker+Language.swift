import MockServices

extension LuaMaker {
  /// Writes a whole script: locals, statements, and declarations in any order.
  mutating func script() {
    write("local v1, v2, v3, v4, v5, v6 = ")
    expression()
    write(", {}, 'text', 5, function(...) return ... end\n")
    while !source.isAtEnd, text.utf8.count < 8192 {
      if source.bool() { declaration() } else { statement() }
    }
  }

  private static let services = ["S", "T", "S.x", ""]

  private mutating func declaration() {
    switch source.number(below: 12) {
    case 0:
      write("shared ")
      table()
    case 1: write("default_delay(", source.one(of: Self.numbers), ")")
    case 2:
      write("variant('", source.one(of: ["a", "b"]), "', ")
      function()
      write(")")
    case 3:
      write("override('", source.one(of: Self.services), "', 'f', ")
      behavior()
      write(")")
    case 4:
      write("service '", source.one(of: Self.services), "' :bind ")
      oneOf([{ $0.write("'a'") }, { $0.table() }])
    case 5:
      write("service '", source.one(of: Self.services), "' :initial ")
      table()
    case 6: write("v6 = service '", source.one(of: Self.services), "'")
    default:
      write("service '", source.one(of: Self.services), "' { ")
      for _ in 0...source.number(below: 3) {
        write(source.one(of: ["f", "g", "h", "['a b']"]), " = ")
        behavior()
        write(", ")
      }
      write("}")
    }
    write("\n")
  }

  mutating func behavior() {
    guard depth > 0 else { return write("reply(1)") }
    depth -= 1
    defer { depth += 1 }
    switch source.number(below: 8) {
    case 0...2: response()
    case 3:
      isLive = true
      function()
      isLive = false
    case 4, 5:
      write("{ ")
      for _ in 0..<source.number(below: 4) {
        behavior()
        write(", ")
      }
      if source.rarely(4) {
        write("exhausted = '", source.one(of: ["cycle", "error", "x", "fatalError"]), "'")
      }
      if source.rarely(4) { write(", by = ", source.one(of: Self.strings)) }
      write("}")
    case 6:
      write("when(")
      pattern()
      write(", ")
      behavior()
      write(")")
    default: expression()
    }
  }

  private mutating func response() {
    switch source.number(below: 6) {
    case 0: write("reply()")
    case 1, 2:
      write("reply(")
      if source.bool() { data() } else { expression() }
      write(")")
    case 3: write("fail('bad', 'Bad luck', ", source.one(of: Self.numbers), ")")
    case 4:
      write("stream { ")
      list()
      write(" }")
    default:
      write(source.one(of: ["stream(", "reply("]))
      isLive = true
      function()
      isLive = false
      write(")")
    }
    for _ in 0..<source.number(below: 3) { builder() }
  }

  private mutating func builder() {
    switch source.number(below: 9) {
    case 0:
      write(" :set ")
      table()
    case 1: write(" :after(", source.one(of: Self.numbers), ")")
    case 2:
      write(" :after { ", source.one(of: ["min = 1, max = ", "median = 5, sigma = 1, max = "]))
      write(source.one(of: Self.numbers), " }")
    case 3: write(" :gate 'gate'")
    case 4: write(" :times(", source.one(of: Self.numbers), ")")
    case 5: write(" :optional()")
    case 6: write(" :every(", source.one(of: Self.numbers), ")")
    case 7: write(" :fails('bad')")
    default: write(" :ignore_unknown_keys()")
    }
  }

  private mutating func pattern() {
    if source.rarely(4) { return function() }
    write("{ ")
    for _ in 0..<source.number(below: 3) {
      write(source.one(of: Self.keys), " = ")
      if source.bool() { matcher() } else { data() }
      write(", ")
    }
    write("}")
  }

  private static let matchers = Matcher.all.flatMap {
    [$0.word, $0.negative?.word].compactMap(\.self)
  }

  private mutating func matcher() {
    write("is.", source.one(of: Self.matchers))
    guard depth > 0, !source.rarely(4) else { return }
    depth -= 1
    write("(")
    oneOf([{ $0.table() }, { $0.atom() }, { $0.matcher() }, { $0.pattern() }])
    write(")")
    depth += 1
  }

  /// Writes data as a user would.
  private mutating func data() {
    guard depth > 0 else { return write(source.one(of: Self.numbers)) }
    depth -= 1
    switch source.number(below: 6) {
    case 0: write(source.one(of: ["true", "null", "array {}", "{}", "enum_case('a', 1)"]))
    case 1: write(source.one(of: Self.strings))
    case 2, 3: write(source.one(of: Self.numbers))
    case 4:
      write("{ ")
      data()
      write(", ")
      data()
      write(" }")
    default:
      write("{ ", source.one(of: Self.keys), " = ")
      data()
      write(" }")
    }
    depth += 1
  }

  /// Writes words of the mock language as an expression.
  mutating func word() {
    switch source.number(below: 12) {
    case 0: response()
    case 1: matcher()
    case 2:
      write("array ")
      table()
    case 3:
      write("copy(")
      expression()
      write(")")
    case 4:
      write("json.encode(")
      expression()
      write(")")
    case 5: write("json.decode('", source.one(of: ["{\"a\":[1]}", "[", "1e999", "null", ""]), "')")
    case 6:
      write(source.one(of: ["uuid()", "clock()", "clock.date()", "clock.date { days = 1e9 }"]))
    case 7: write("random(", source.one(of: Self.numbers), ")")
    case 8:
      write("base64(")
      expression()
      write(")")
    case 9: write("collection(", source.one(of: Self.strings), ")")
    case 10:
      write("enum_case('a', ")
      expression()
      write(")")
    default:
      write("when(")
      pattern()
      write(", ")
      behavior()
      write(")")
    }
  }
}
