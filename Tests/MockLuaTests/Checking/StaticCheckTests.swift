import Foundation
import LuaRuntime
import MockLua
import MockLuaTools
import MockServices
import Testing

/// Suspicious code in a script, with its line.
struct StaticCheckTests {
  private func issues(_ source: String, allowsComputed: Bool = true) -> [String] {
    StaticCheck.issues(
      source: source, name: "a.lua", directory: nil, allowsComputed: allowsComputed
    ).map { "\($0.place?.line ?? 0) \($0.code)" }
  }

  @Test("Suspicious code is reported with its line")
  func findsOddities() {
    let source = """
      shared { idle = 1,
        empty = null, bound = 1 }
      service "A" :bind "empty"
        :bind("bound") :initial { bound = 2 } {
        m = {
          when({ a = is.gt(1) }, reply(1)),
          when({ a = 2 },
            reply(2)),
          when({ a = is.one_of {} }, reply(3)),
          when({ a = is.only(is.exists) }, reply(4)),
          reply("x"),
        },
      }
      """
    #expect(
      issues(source) == [
        "1 unused-shared-key", "3 empty-binding", "4 overridden-initial-value",
        "8 unreachable-rule", "9 impossible-match", "10 impossible-match", "11 other-shape",
      ])
  }

  @Test("A key used by one scenario is used, and an unused key is reported once")
  func comparesScenarios() {
    let source = """
      shared { a = 1, b = 2 }
      service "A" { m = reply(1) }
      variant("one", function() override("A", "m", reply(1) :set { a = 2 }) end)
      variant("two", function() override("A", "m", reply(2)) end)
      """
    #expect(issues(source) == ["1 unused-shared-key"])
  }

  @Test(
    "A key that a function reads or sets is used",
    arguments: [
      "m = function() return state.k end", "m = function() state[\"k\"] = 1 end",
      "m = function() return reply(1) :set { k = 2 } end",
    ])
  func readsFunctions(method: String) {
    #expect(issues("shared { k = 1 }\nservice \"A\" { \(method) }").isEmpty)
    #expect(
      issues("shared { k = 1 }\nservice \"A\" { m = function() end }") == ["1 unused-shared-key"])
  }

  @Test(
    "A body of a route that is probably an error is reported",
    arguments: [
      (
        "{ when({ query = { a = '1' } }, reply { 'a' }), reply {}, status(404, {}) }",
        ["1 empty-object"]
      ),
      ("{ reply { a = 1 }, reply {} }", []),
      ("reply { status = 404, body = { a = 1 } }", ["1 status-in-body"]),
      ("status(200, { status = 404, body = { a = 1 } })", []),
      ("reply { status = 404, body = 1, other = 2 }", []),
      ("reply { statusCode = 404, body = 'a' }", ["1 status-in-body"]),
      ("reply(404)", ["1 status-in-body"]),
      ("reply(42)", []),
      ("function() return 404 end", ["1 status-in-body"]),
      ("{ function() return { status = 404, body = {} } end }", ["1 status-in-body"]),
      ("reply(function() return { status = 404, body = {} } end)", ["1 status-in-body"]),
      ("when({}, function() return { statusCode = 404, body = {} } end)", ["1 status-in-body"]),
      ("function() return status(404, { status = 404, body = {} }) end", []),
      ("function() local t = function() return 404 end return t() > 1 end", []),
    ])
  func tellsBodies(route: String, expected: [String]) {
    #expect(issues("http { ['GET /a'] = \(route) }") == expected)
    #expect(issues("service 'S' { a = reply { status = 404, body = 1 } }").isEmpty)
  }

  @Test("A gate has no warning, because a test can open it")
  func acceptsGates() {
    #expect(issues("service \"A\" { m = { reply(1) :gate 'g' } }").isEmpty)
  }

  @Test("Errors of the script and of each scenario are reported")
  func tellsErrors() {
    #expect(issues("service \"A\" { m = replyy(1) }") == ["1 error"])
    let source = """
      service "A" { m = reply(1) }
      variant("x", function() override("B", "m", reply(1)) end)
      variant("y", function() override("C", "m", reply(1)) end)
      """
    #expect(issues(source) == ["2 error", "3 error"])
  }

  @Test(
    "Code in a function that always fails is reported",
    arguments: [
      ("return fial \"x\"", "undeclared global `fial`; did you mean `fail`?"),
      ("if args.x then local y = fial end", "undeclared global `fial`; did you mean `fail`?"),
      ("local f = function() return #zzzzzzzzz end", "undeclared global `zzzzzzzzz`; declare"),
      ("return { a = fial }", "undeclared global `fial`; did you mean `fail`?"),
      ("do local fial = 1 end return fial", "undeclared global `fial`; did you mean `fail`?"),
      ("local fial = fial", "undeclared global `fial`; did you mean `fail`?"),
      ("io.open()", "`io` is not available in scripts; "),
      ("total = 1", "assignment to undeclared global `total`; write `local total = ...`"),
      ("function total() end", "function `total` is global; write `local function total(...)`"),
      ("reply = 1", "`reply` is a reserved name; choose another name"),
      ("return reply(1).after(3)", "`.after` doesn't pass the response; write `:after(...)` with"),
      ("return reply(1) :after(3).gate 'x'", "`.gate` doesn't pass the response; write `:gate"),
      ("return reply { 1 } :aftr(3)", "unknown builder `:aftr`; did you mean `:after`?"),
      ("return state.bb", "unknown shared key `bb`; did you mean `b`?"),
      ("state['c d'] = 1", "unknown shared key `c d`; "),
      ("return services.B.m()", "unknown service `B`; did you mean `A`?"),
      ("return services.A.mm()", "`A.mm` has no responses; did you mean `m`?"),
      ("return services.A['zzzz']()", "`A.zzzz` has no responses; known: m"),
      ("return #calls 'A.mm'", "`calls` names the unknown method `A.mm`; did you mean `A.m`?"),
      ("push('A.mm', 1)", "`push` names the unknown method `A.mm`; did you mean `A.m`?"),
      ("fail 'x'", "the result of `fail` is unused; write `return fail(...)`"),
      ("reply(1) :after(3)", "the result of `reply` is unused; write `return reply(...)`"),
      (
        "return fail",
        "`fail` is returned but not called; write `return fail(...)`"
      ),
      ("status(404)", "the result of `status` is unused; write `return status(...)`"),
      (
        "local x = is.gt(1) and is.lt(5)", "`and` doesn't combine matchers; write `is.all_of(p, q)`"
      ),
      ("local x = not is.exists", "`not` doesn't combine matchers; write `is.anything_but(p)`"),
      ("return reply(1) or fail 'x'", "`or` doesn't combine responses; write `{ first, second }`"),
      ("local x = is.regex '^%d+$'", "`is.regex` takes a regular expression, not one of Lua's"),
      ("local x = is.regex('/^a/i')", "`is.regex` takes a regular expression without slashes"),
      ("return 12345678901234567890", "the number 12345678901234567890 is rounded, because"),
      ("return nil, 'offline'", "the function returns a second result; return one value"),
      ("return args.a == null", "an argument or a shared value is never `null`"),
      ("if args.a.b ~= null then end", "an argument or a shared value is never `null`"),
      ("return null == state.b", "an argument or a shared value is never `null`"),
      ("return { a = 'a' or 'b' }", "`\"a\" or ...` is always `\"a\"`"),
      ("return string.fromat('a')", "`string.fromat` doesn't exist; did you mean `string.format`?"),
      ("local n = table.getn(args)", "`table.getn` doesn't exist; "),
      ("local os = os.execute('ls')", "`os.execute` is not available in scripts; scripts can't"),
      ("return call.index", "a call has no `index`; write `call.count`"),
      ("return call.cout", "a call has no `cout`; did you mean `count`?"),
    ])
  func looksIntoFunctions(body: String, message: String) {
    let found = StaticCheck.issues(
      source:
        "shared { b = 1 }\nservice \"A\" :bind \"b\" { m = function(args, call)\n\(body)\nend }",
      name: "a.lua", directory: nil)
    #expect(found.count == 1, "\(found)")
    #expect(found.first?.place == ScriptLocation(file: "a.lua", line: 3))
    #expect(found.first?.message.hasPrefix(message) == true, "\(found)")
  }

  @Test(
    "Correct functions have no warnings",
    arguments: [
      "local fial = 1; return fial", "local function fial() return fial() end return fial()",
      "for fial = 1, 2 do print(fial) end", "for k, fial in pairs(args) do print(k, fial) end",
      "return { fial = 1, ['zial'] = args.fial }", "goto fial; ::fial::",
      "repeat local fial = 1 until fial == 1", "-- fial\nreturn 'fial' .. [[ fial ]]",
      "local f = function(fial, ...) return fial, ... end return f(1)",
      "local t = {} function t:fial() return self.fial end function t.zial() end return t:fial()",
      "return pcall(function() return fial end)", "local x <const> = 1 return x // 2 ~ 3 << 1",
      "local state = { bb = 1 } return state.bb", "local k = 'b' return state[k]",
      "local reply = function() return {} end return reply().after",
      "local r = reply(1) return r:after(3)", "return (reply(1)) :after(3)",
      "return args.x and reply(1) or fail 'x'", "local p = args.x and is.gt(1) or is.lt(5)",
      "return is.regex 'a%20b/c'", "return 100000000000000000000",
      "error(fail('x'))", "if mode == 'debug' then return -args.x ^ 2 end",
      "local _ENV = { fial = 1 } return fial", "local f = function() return 1, 2 end return (f())",
      "return args.list[1] == null", "local row = json.decode(args.a) return row.b == null",
      "local f = function(row) return row.x == null end return f(args)", "return args.a or 'b'",
      "return call.count + call.step .. call.service .. call.method .. (call.key or '')",
      "return args.a == nil or args.a == null", "call.note = 1 return call.note",
      "local a = args.a while a ~= null do a = json.decode('null') end return a",
      "if table.getn then return table.getn(args.a) end", "local f = table.getn or function() end",
      "return ((function(self, b) return function() return b.c end, 2 end)(1, {}))",
      "local call = { index = 1 } return call.index", "local string = { a = 1 } return string.a",
      "string.trim = function(s) return s end return 1", "return args.a and 1 or 2",
      "return #calls 'Orders.track'", "local services = { A = {} } return services.A.z",
      "return pcall(services.A.mm)", "return #calls(args.name) + #calls('A.' .. args.name)",
    ])
  func trustsFunctions(body: String) {
    #expect(
      issues(
        "shared { b = 1 }\nservice \"A\" :bind \"b\" { m = function(args, call)\n\(body)\nend }"
      ).isEmpty)
  }

  @Test(
    "A function with `self` is reported, because a method has no object",
    arguments: [
      ("local a = service 'A'\nfunction a:m(args) return 1 end", "write `function a.m(args)`"),
      ("service 'A' {\n m = function(self, args) return 1 end }", "the parameter `self` gets the"),
      ("service 'A' {\n m = { when({}, function(self) end) } }", "the parameter `self` gets the"),
    ])
  func tellsSelf(source: String, message: String) {
    let found = StaticCheck.issues(source: source, name: "a.lua", directory: nil)
    #expect(found.map(\.place) == [ScriptLocation(file: "a.lua", line: 2)])
    #expect(found.first?.message.contains(message) == true, "\(found)")
  }

  @Test(
    "A function of a route reads only members that requests have",
    arguments: [
      ("return r.headers['Authorization']", "header names are lowercase: `authorization`"),
      ("return r.id", "a request has no `id`; known: "),
      ("return r.path.ids", "the route has no `{ids}`; did you mean `id`?"),
      ("local p = r.path return p.ids", "the route has no `{ids}`; did you mean `id`?"),
      (
        "return r.raw.body", "requests to this host don't have `raw`; write `:raw()` after the host"
      ),
      ("return r.body.a.b or r.path.id or r.query.page or r.headers.accept or r.bodyProblem", nil),
      ("r.id = 1 return r.id", nil),
    ])
  func checksRequests(body: String, message: String?) {
    let found = StaticCheck.issues(
      source: """
        http "a.example" {
          ["GET /a/{id}"] = function(r)
          \(body) end,
          ["GET /b"] = passthrough(function(answer) return answer.body.id end),
          ["POST /c"] = when({ body = function(v) return v.id end }, reply()),
        }
        """, name: "a.lua", directory: nil)
    #expect(found.count == (message == nil ? 0 : 1), "\(found)")
    if let message { #expect(found.first?.message.hasPrefix(message) == true, "\(found)") }
  }

  @Test("A result that is unused at the top level, and a rule without a method, are reported")
  func unusedAtTopLevel() {
    let source = """
      service "A" { m = reply(1) }
      when({ a = 1 }, reply(1))
      """
    #expect(issues(source) == ["2 error"])
  }

  @Test("A key declared by one scenario is known in all functions, and an error is reported once")
  func comparesNames() {
    let source = """
      service "A" { m = function() return state.one end }
      variant("x", function() shared { one = 1 } end)
      variant("y", function() override("A", "m", reply(fial)) end)
      """
    #expect(issues(source) == ["3 error"])
  }

  @Test("Functions are rejected if only static responses are allowed")
  func refusesFunctions() {
    let source = """
      service "A" {
        m = function() end,
        n = { when(function() return true end, reply(1)), reply(2) },
      }
      """
    #expect(issues(source).isEmpty)
    #expect(issues(source, allowsComputed: false) == ["2 computed-answer", "3 computed-answer"])
  }

  @Test("Errors in an embedded script are reported")
  func tellsErrorsOfCarriedScript() {
    func issues(_ source: String) -> [String] {
      let script = #""script":{"name":"a.lua","source":"\#(source)"}"#
      return StaticCheck.issues(json: #"{"services":{},\#(script)}"#, file: "a.json")
        .map(\.description)
    }
    #expect(issues("local a = 1").isEmpty)
    #expect(
      issues("replyy(1)") == [
        "a.json: in its script, a.lua:1: undeclared global `replyy`; did you mean `reply`?"
      ])
  }

  @Test("Messages identify a response by its line, and the note has that location")
  func namesLines() throws {
    let source = """
      service "A" { m = {
        when({ a = is.gt(1) }, reply(1)),
        when({ a = 2 }, reply("x")),
      } }
      """
    let found = StaticCheck.issues(source: source, name: "a.lua", directory: nil)
    #expect(
      found.map(\.problem) == [
        "the value of `A.m` is a string here, but a number on line 2",
        "this rule of `A.m` is never reached: the rule on line 2 accepts everything that this one does",
      ])
    for issue in found {
      #expect(issue.place == ScriptLocation(file: "a.lua", line: 3))
      #expect(issue.notes.map(\.place) == [ScriptLocation(file: "a.lua", line: 2)])
    }
    let configuration = try LuaScenario.load(source: source, name: "a.lua", directory: nil)
    let inJSON = StaticCheck.issues(json: try configuration.configuration.json(), file: "a.json")
    #expect(
      inJSON.map(\.problem) == [
        "the value of `A.m` is a string here, but a number in response 1",
        "this rule of `A.m` is never reached: the rule of response 1 accepts everything that this one does",
      ])
    #expect(inJSON.allSatisfy { $0.path.hasPrefix("services.A.methods.m.responses[1]") })
  }

  @Test("The examples have no warnings")
  func acceptsExamples() throws {
    let names = try Examples.names(ending: ".lua")
    #expect(names.count > 5)
    for name in names {
      let source = try String(
        contentsOf: Examples.folder.appending(path: "\(name).lua"), encoding: .utf8)
      let issues = StaticCheck.issues(
        source: source, name: "\(name).lua", directory: Examples.folder.path)
      #expect(issues.isEmpty)
    }
  }

  @Test("All scenarios share the time limit of one, and unchecked ones are reported")
  func slowScenarios() {
    // Each scenario takes a millisecond or two, so that none gets close to the limit, however busy the machine is.
    var options = ScenarioOptions()
    options.limits.deadline = .milliseconds(300)
    let issues = StaticCheck.issues(
      source: """
        for i = 1, 1000 do
          variant("number " .. i, function() for _ = 1, 200000 do end end)
        end
        """, name: "a.lua", directory: nil, options: options)
    #expect(issues.count == 1)
    #expect(issues.first?.severity == .error)
    #expect(
      issues.first?.message.hasPrefix("the check took longer than 0.3 seconds, so ") == true
        && issues.first?.message.contains("variants were not checked") == true)
  }
}
