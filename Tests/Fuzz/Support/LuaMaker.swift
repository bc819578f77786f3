/// Writes Lua scripts that usually compile, and then do things that no user would write.
///
/// There are only a few names, so that lines use each other's values. `v1` to `v6` are locals of the chunk and hold
/// values of any kind.
struct LuaMaker {
  var source: ByteSource
  var text = ""
  /// The remaining nesting depth for blocks and expressions.
  var depth = 5
  /// Whether the words of a running function are valid here.
  var isLive = false
  private var labels = 0

  init(_ source: ByteSource) { self.source = source }

  mutating func write(_ words: String...) { for word in words { text += word } }

  /// Calls one of the given writers.
  mutating func oneOf(_ writers: [(inout LuaMaker) -> Void]) {
    writers[source.number(below: writers.count)](&self)
  }

  mutating func variable() { write("v\(source.number(below: 6) + 1)") }

  mutating func newLabel() -> String {
    labels += 1
    return "l\(labels)"
  }

  static let numbers = [
    "0", "1", "2", "-1", "3", "10", "0.5", "-0.0", "1e308", "1/0", "-1/0", "0/0", "64", "255",
    "math.maxinteger", "math.mininteger", "1 << 62", "2^53", "1e15", "100000", "0x7fffffff",
  ]
  static let strings = [
    "''", "'a'", "'abc'", "'1'", "'0x10'", "' 5 '", "'__index'", "'\\0'", "'\\255'", "'é'",
    "'\\u{10FFFF}'", "'%d %s %q'", "'%5.2f'", "'%99d'", "'[a-'", "'%'", "'(a*)*b'", "'.-b'",
    "'%f[%w]'",
    "'%b()'", "'(()'", "'^a$'", "('a'):rep(1000)", "('a'):rep(1e5)", "'\\n'", "'k'", "'message'",
    "'code'", "'n'", "'t'", "'b'", "'v'", "'kv'", "'>I4'", "'z'", "'!8'", "'s4'", "'*a'", "'count'",
  ]
  static let keys = [
    "k", "n", "message", "code", "__index", "__close", "__gc", "__call", "__name", "x", "id", "a",
  ]
}

// Expressions.
extension LuaMaker {
  mutating func expression() {
    guard depth > 0 else { return atom() }
    depth -= 1
    defer { depth += 1 }
    switch source.number(below: 16) {
    case 0...4: atom()
    case 5: table()
    case 6: function()
    case 7, 8, 9: call()
    case 10: binary()
    case 11: unary()
    case 12: field()
    case 13: word()
    case 14: coroutine()
    default: protected()
    }
  }

  mutating func atom() {
    switch source.number(below: 8) {
    case 0: write(source.one(of: ["nil", "true", "false", "null", "...", "_G", "_ENV", "mode"]))
    case 1, 2: write(source.one(of: Self.numbers))
    case 3: write(source.one(of: Self.strings))
    default: variable()
    }
  }

  mutating func list(_ limit: Int = 3) {
    for index in 0..<source.number(below: limit + 1) {
      if index > 0 { write(", ") }
      expression()
    }
  }

  mutating func table() {
    write("{ ")
    for _ in 0..<source.number(below: 4) {
      oneOf([
        { $0.write($0.source.one(of: LuaMaker.keys), " = ") }, { _ in }, { _ in },
        {
          $0.write("[")
          $0.expression()
          $0.write("] = ")
        },
      ])
      expression()
      write(", ")
    }
    write("}")
  }

  mutating func function() {
    write("function(", source.one(of: ["...", "v1, ...", "args, call, ...", "v3, v4, ..."]), ") ")
    let wasLive = isLive
    block()
    isLive = wasLive
    write(" end")
  }

  private static let functions = [
    "rawget", "rawset", "rawequal", "rawlen", "setmetatable", "getmetatable", "next", "pairs",
    "ipairs", "select", "tostring", "tonumber", "type", "load", "error", "assert", "print", "log",
    "collectgarbage", "string.rep", "string.find", "string.match", "string.gmatch", "string.gsub",
    "string.format", "string.byte", "string.char", "string.sub", "string.reverse", "string.upper",
    "string.len", "string.pack", "string.unpack", "string.packsize", "table.insert",
    "table.remove", "table.concat", "table.unpack", "table.pack", "table.move", "table.sort",
    "math.floor", "math.tointeger", "math.random", "math.randomseed", "math.fmod", "math.max",
    "math.ult", "math.type", "utf8.char", "utf8.len", "utf8.codepoint", "utf8.offset",
    "utf8.codes", "os.date", "os.time", "os.clock", "require", "fixture", "warn",
    "coroutine.yield", "coroutine.running", "coroutine.isyieldable", "coroutine.status",
    "coroutine.close", "coroutine.resume", "coroutine.create", "coroutine.wrap", "dofile",
    "string.dump", "io.open", "debug.getinfo", "os.execute",
  ]

  mutating func call() {
    switch source.number(below: 8) {
    case 0:
      write("(")
      expression()
      write("):", source.one(of: ["rep", "find", "gsub", "format", "byte", "sub", "k", "insert"]))
    case 1: variable()
    case 2:
      variable()
      write(":", source.one(of: Self.keys))
    default: write(source.one(of: Self.functions))
    }
    write("(")
    list()
    write(")")
  }

  private mutating func binary() {
    write("(")
    expression()
    write(
      " ",
      source.one(of: [
        "+", "-", "*", "/", "//", "%", "^", "..", "==", "~=", "<", "<=", "and", "or", "&", "|", "~",
        "<<", ">>",
      ]), " ")
    expression()
    write(")")
  }

  private mutating func unary() {
    write("(", source.one(of: ["-", "not ", "#", "~"]))
    expression()
    write(")")
  }

  private mutating func field() {
    variable()
    if source.bool() {
      write(".", source.one(of: Self.keys))
    } else {
      write("[")
      expression()
      write("]")
    }
  }

  private mutating func coroutine() {
    write(source.one(of: ["coroutine.create(", "coroutine.wrap("]))
    function()
    write(")")
    if source.bool() { write("()") }
  }

  /// Writes calls that catch errors, with handlers that sometimes raise errors.
  private mutating func protected() {
    let isHandled = source.bool()
    write(isHandled ? "xpcall(" : "pcall(")
    if source.bool() { function() } else { write(source.one(of: Self.functions)) }
    if isHandled {
      write(", ")
      function()
    }
    if source.bool() {
      write(", ")
      expression()
    }
    write(")")
  }
}
