import Testing

@Suite struct SyntaxErrorTests {
  @Test("Source that doesn't compile gets a hint", arguments: scripts)
  func message(row: ScriptErrorCase) throws {
    try row.check()
  }

  static let scripts = ScriptErrorCase.scripts(
    #"""
    local x = 1
    if x != 2 then end
    => 2: 'then' expected near '!'; write `~=` for `!=`

    service "A" { m = function() return 1 end :after(100) }
    => 1: '}' expected near ':'; a builder follows a response: write `reply(...) :after`; in a list, put it on each response

    service "A" { m = { reply(1), fail "x" } :after(100) }
    => 1: '}' expected near ':'; a builder follows a response: write `reply(...) :after`; in a list, put it on each response

    service "A" { function load() return 1 end }
    => 1: '(' expected near 'load'; write `load = function() ... end` in a table

    service "A" { m = fail offline }
    => 1: '}' expected near 'offline'; write `fail "offline"`: a string needs quotes

    service "A" { m = when({ a = is.gt 5 }, reply()) }
    => 1: '}' expected near '5'; write `is.gt(5)`: a call takes parentheses, a string, or a table

    service "A" { m = when({ a = is.not(5) }, reply()) }
    => 1: <name> expected near 'not'; write `is.anything_but` for `is.not`

    service "A" { m = func(args) return 1 end }
    => 1: '}' expected near 'return'; write `function` for `func`

    service "A" { größe = reply(1) }
    => 1: '}' expected near '<\195>'; Lua's names have only ASCII letters; write `["größe"]` for a key

    service "A" { m = reply(“x”) }
    => 1: unexpected symbol near '<\226>'; write straight quotes, as in `"text"`

    service "A" { ["load"] = reply(1) ["save"] = reply(2) }
    => 1: '}' expected near '='; a comma may be missing before `[`

    local f = function(a)
      if a then return 1 else if not a then return 2 end
    end
    => 3: 'end' expected (to close 'function' at line 1) near <eof>; write `elseif` for `else if`, or another `end`

    service "A" { m = reply(1) },
    => 1: syntax error near ','; remove the comma after the statement

    local x: number = 5
    => 1: unexpected symbol near ':'; remove the type, because Lua's variables don't have one

    local x = y?.z
    => 1: unexpected symbol near '?'; write `x and x.y` for `x?.y`

    if a && b then end
    => 1: unexpected symbol near '&'; write `and` for `&&`

    if a || b then end
    => 1: unexpected symbol near '|'; write `or` for `||`

    if !x then end
    => 1: unexpected symbol near '!'; write `not x` for `!x`

    local x = !true
    => 1: unexpected symbol near '!'; write `not x` for `!x`

    service "A" { m = reply { id: 1 } }
    => 1: <name> expected near '1'; write `key = value` for `key: value`

    service "A" {
      m = reply {
        name: "Ada",
      },
    }
    => 3: <name> expected near '"Ada"'; write `key = value` for `key: value`

    service "A" { m = reply { first: value } }
    => 1: function arguments expected near '}'; write `key = value` for `key: value`

    service "A" { m = reply [1, 2] }
    => 1: ']' expected near ','; write `{ 1, 2 }` for the list `[1, 2]`

    service "A" { m = reply([1, 2]) }
    => 1: unexpected symbol near '['; write `{ 1, 2 }` for the list `[1, 2]`

    service "A" { m = reply { list = [] } }
    => 1: unexpected symbol near '['; write `{ 1, 2 }` for the list `[1, 2]`

    service AccountService { m = reply(1) }
    => 1: syntax error near 'AccountService'; write `service "AccountService"`: a name needs quotes

    service "A" { m = function() throw fail("x") end }
    => 1: syntax error near 'fail'; write `return fail("code")`, or `error(fail("code"))`, for `throw`

    local total = "a" + 1
    => 1: attempt to add a 'string' with a 'number'; write `..` to join strings, or `tonumber(text)` for a number

    local cart = {} cart:insert("tea")
    => 1: attempt to call a nil value (method 'insert'); tables have no such method; write `table.insert(list, value)`

    local cart = {} print(cart:count())
    => 1: attempt to call a nil value (method 'count'); tables have no such method; write `#list`

    throw("x")
    => 1: undeclared global `throw`; write `fail("code")`; in a function, write `return fail("code")`, or `error(fail("code"))` from within

    let x = 5
    => 1: syntax error near 'x'; write `local` for `let`

    var x = 5
    => 1: syntax error near 'x'; write `local` for `var`

    func f() end
    => 1: syntax error near 'f'; write `local function` for `func`

    // comment
    => 1: unexpected symbol near '//'; write `--` for a comment

    service "A" { m = reply() } // note
    => 1: unexpected symbol near '//'; write `--` for a comment

    local x = 1
    x += 1
    => 2: syntax error near '+'; write `x = x + y` for `x += y`

    local x = 1
    x -= 1
    => 2: syntax error near '-'; write `x = x - y` for `x -= y`

    local x = a ?? b
    => 1: unexpected symbol near '?'; write `or` for `??`

    local s = "\d+"
    => 1: invalid escape sequence near '"\d'; write a pattern in long brackets, such as `[[\d]]`

    service "A" { end = reply() }
    => 1: unexpected symbol near 'end'; `end` is a Lua keyword; write `["end"] = ...`

    service "A" {
      end = reply(),
    }
    => 2: unexpected symbol near 'end'; `end` is a Lua keyword; write `["end"] = ...`

    service "A" { a = function(args) return args.in end }
    => 1: <name> expected near 'in'; `in` is a Lua keyword; replace `.in` with `["in"]`

    service "A" { function = reply() }
    => 1: '(' expected near '='; `function` is a Lua keyword; write `["function"] = ...`

    service "A" {
      a = reply()
      b = reply()
    }
    => 3: '}' expected (to close '{' at line 1) near 'b'; a comma may be missing before 'b'

    service "A" {
      a = reply(1)
      b = reply(2),
    }
    => 3: '}' expected (to close '{' at line 1) near 'b'; a comma may be missing before 'b'

    service "A" {
      m = reply(),
    => 2: unexpected symbol near <eof>

    variant("a", function()
    --
    => 2: 'end' expected (to close 'function' at line 1) near <eof>

    local s = "open
    => 1: unfinished string near <eof>; close the string with its quote

    service "A" { m = reply(1)) }
    => 1: '}' expected near ')'; remove ')', or open it

    if x then
    => 1: 'end' expected near <eof>

    const x = 5
    => 1: syntax error near 'x'; write `local` for `const`

    for i in 1...5 do end
    => 1: malformed number near '1...5'; write `for i = 1, 5 do` for a range

    service "S" { m = reply(1) :after(100ms) }
    => 1: malformed number near '100m'; write a number of milliseconds, as in `:after(250)`

    service "A" { m: reply() }
    => 1: undeclared global `m`; write `m = reply...` for `m: reply...`

    service "A" {
      m = reply {
        "a": 1
      }
    }
    => 3: '}' expected (to close '{' at line 2) near ':'; write `key = value` for `key: value`

    x++
    => 1: syntax error near '+'; write `x = x + 1` for `x++`

    local x = a ? b : c
    => 1: unexpected symbol near '?'; write `c and a or b` for `c ? a : b`

    let x: Int = 5
    => 1: syntax error near 'x'; write `local` for `let`

    local s = 'it's'
    => 1: unfinished string near <eof>; close the string with its quote

    service("A", { m = reply() }
    => 1: ')' expected near <eof>

    --[[ open
    => 1: unfinished long comment (starting at line 1) near <eof>

    service "A" { m = reply(1) :after 5 }
    => 1: function arguments expected near '5'; a call takes parentheses, a string, or a table, as in `:after(250)`

    func f() { return 1 }
    => 1: syntax error near 'f'; write `local function` for `func`

    local t = { 1, 2 ; 3 : 4 }
    => 1: '}' expected near ':'; write `key = value` for `key: value`

    service "A" { m = reply { ok = true } :after(5) n = reply() }
    => 1: '}' expected near 'n'; a comma may be missing before 'n'

    service "A" { m = reply 1 }
    => 1: '}' expected near '1'; write `reply(1)`: a call takes parentheses, a string, or a table

    service "A" { m = status 404, n = reply() }
    => 1: '}' expected near '404'; write `status(404)`: a call takes parentheses, a string, or a table

    service "A" { m = reply "x" n = reply() }
    => 1: '}' expected near 'n'; a comma may be missing before 'n'

    if a and b == "x" != c then end
    => 1: 'then' expected near '!'; write `~=` for `!=`

    local x <const> = 1
    x = 2
    => 2: attempt to assign to const variable 'x'; write `local` without it

    x = "a" & "b" && c
    => 1: unexpected symbol near '&'; write `and` for `&&`

    local while = 5
    => 1: <name> expected near 'while'; `while` is a Lua keyword; choose another name

    /* comment */
    => 1: unexpected symbol near '/'; write `--[[ ... ]]` for a comment of several lines

    local s = "a \(x)"
    => 1: invalid escape sequence near '"a \('; write `"text " .. value` for `"text \(value)"`

    if x = 5 then end
    => 1: 'then' expected near '='; write `==` to compare

    local a = 5
    if a == 5 then
      a = 6
    elif a == 6 then
    end
    => 4: syntax error near 'a'; write `elseif` for `elif`

    import Foundation
    => 1: syntax error near 'Foundation'; write `require "name"` for `import`

    guard x else { return }
    => 1: syntax error near 'x'; write `if not c then ... end` for `guard c else`

    try await foo()
    => 1: syntax error near 'await'; remove `try`; errors propagate automatically

    local x = try foo()
    => 1: undeclared global `try`; remove it; errors propagate automatically

    local x = await foo()
    => 1: undeclared global `await`; remove it; calls wait automatically

    service "A" { m = { args in 1 } }
    => 1: '}' expected near 'in'; write `function(args, call) ... end` for a closure

    for x in { 1 } do end
    => 1: attempt to call a table value (for iterator 'for iterator'); write `for _, value in ipairs(list) do`

    foo(function() { return 1 })
    => 1: unexpected symbol near '{'; a block ends with a word: `if c then ... end`, `function() ... end`

    local x = a === b
    => 1: unexpected symbol near '='; write `==` for `===`

    service "X" = { m = reply() }
    => 1: syntax error near '='; remove the `=`: `service "Name" { ... }`

    shared = { a = 1 }
    => 1: `shared` is a reserved name; choose another name

    service "A" { load: reply() }
    => 1: attempt to index a function value (global 'load'); write `load = reply...` for `load: reply...`

    service "A" { fetch: reply() }
    => 1: undeclared global `fetch`; write `fetch = reply...` for `fetch: reply...`

    service "A" { m = laod "x" }
    => 1: undeclared global `laod`; did you mean `load`?

    local x = state()
    => 1: attempt to call the shared state (global 'state'); read and set a key of it, as in `state.key`

    local x = services()
    => 1: attempt to call the services (global 'services'); call a method, as in `services.Name.method { name = value }`

    local x = is + 1
    => 1: attempt to perform arithmetic on the table of matchers (global 'is'); write one of its matchers, such as `is.gt(3)`

    local x = json()
    => 1: attempt to call the table of JSON functions (global 'json'); write `json.encode(value)` or `json.decode(text)`

    local x = reply(1) + 1
    => 1: attempt to perform arithmetic on a response; a response can't be used in expressions; compute the value inside `reply(...)`

    local x = reply(1) < reply(2)
    => 1: attempt to compare a response and another one; a response can't be used in expressions; compute the value inside `reply(...)`

    local x = reply(1) < 2
    => 1: attempt to compare a response with number; a response can't be used in expressions; compute the value inside `reply(...)`

    local x = service "A" .. "x"
    => 1: attempt to concatenate a service; give it methods with `service "Name" { method = reply(...) }`

    local x = when({}, reply(1))()
    => 1: attempt to call a rule; put it into the list of a method, after a comma

    local x = collection "a"()
    => 1: attempt to call a collection; write one of its methods, such as `rows:all()`

    local x = clock + 1
    => 1: attempt to perform arithmetic on the clock (global 'clock'); write `clock()` for milliseconds, or `clock.date()` for a string

    local x = null .. "a"
    => 1: attempt to concatenate null (global 'null'); `null` can't be used in calculations; compare the value with `null` first
    """#)
}
