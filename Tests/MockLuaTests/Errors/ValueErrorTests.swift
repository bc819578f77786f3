import Testing

@Suite struct ValueErrorTests {
  @Test("Misused values and helpers are reported", arguments: scripts)
  func message(row: ScriptErrorCase) throws {
    try row.check()
  }

  static let scripts = ScriptErrorCase.scripts(
    #"""
    array()
    => 1: `array` takes a list, not nil; write `array { 1, 2 }`

    array(5)
    => 1: `array` takes a list, not 5; write `array { 1, 2 }`

    array { a = 1 }
    => 1: `array` takes a list, not a table; write `array { 1, 2 }`

    array(1, 2)
    => 1: `array` takes a list, not 1; write `array { 1, 2 }`

    copy(print)
    => 1: a function in data at `copy`; data can hold only plain values

    copy(1, 2)
    => 1: `copy` takes one argument, not 2; write `copy(t)`

    enum_case()
    => 1: the name of an enum case must be a non-empty string, not nil; write `enum_case("failed", 3)`

    enum_case(5)
    => 1: the name of an enum case must be a non-empty string, not 5; write `enum_case("failed", 3)`

    enum_case("a", print)
    service "A" { m = reply(enum_case("a", print)) }
    => 2: a function in data at `reply.a._0`; write `reply(function(args, call) ... end)`

    base64()
    => 1: `base64` takes a string, not nil; write `base64("text")`

    base64(5)
    => 1: `base64` takes a string, not 5; write `base64("text")`

    collection()
    => 1: a collection's name must be a non-empty string, not nil; write `collection "users"`

    collection(5)
    => 1: a collection's name must be a non-empty string, not 5; write `collection "users"`

    collection("a", {})
    => 1: `collection` takes only a name; insert rows with `:insert(row)`

    collection "a" :insrt {}
    => 1: a collection doesn't have `:insrt`; did you mean `:insert`?

    collection "a" .insert {}
    => 1: `.insert` doesn't pass the collection; write `:insert(...)` with a colon

    collection "a" :insert()
    => 1: `:insert` takes a row with named fields, not nil; write `:insert { name = "Ada" }`

    collection "a" :insert(5)
    => 1: `:insert` takes a row with named fields, not 5; write `:insert { name = "Ada" }`

    collection "a" :insert { 1, 2 }
    => 1: `:insert` takes a row with named fields, not a list; write `:insert { name = "Ada" }`

    collection "a" :insert { f = print }
    => 1: a function in data at `insert.f`; data can hold only plain values

    local c = collection "a"
    c:insert { id = 1 }
    c:insert { id = 1 }
    => 3: the collection already has a row with id `1`; write `:update(id, fields)`

    local c = collection "a"
    c.rows = 5
    => 2: `rows` cannot be set on a collection; write `:insert(row)`

    local c = collection "a"
    c:update(1)
    => 2: `:update` takes a row with named fields, not nil; write `:update(id, { name = "Ada" })`

    local c = collection "a"
    c:insert { id = 1 }
    c:insert { id = 2 }
    c:update(1, { id = 2 })
    => 4: the collection already has a row with id `2`; write another id

    local c = collection "a"
    c:insert { n = 1 }
    c:all()[1].n = 2
    => 3: a row can't be changed in place; write `:update(id, { field = value })`

    collection "a" :insert { id = 1 } collection "a" :where { n = is.regex "a(?=b)" }
    => 1: the pattern at `n.$regex` is wrong: the regular expression `a(?=b)` is invalid at character 2: `(?=` is a lookahead, which is not supported; write two conditions: `is.all_of(is.regex "...", is.regex "...")`

    collection "a" :where(5)
    => 1: `:where` takes a pattern, not 5; write `:where { name = "Ada" }`

    random("a")
    => 1: argument 1 of `random` must be a whole number, not the string "a"; write `random(1, 6)`

    random(1.5)
    => 1: argument 1 of `random` must be a whole number, not 1.5; write `random(1, 6)`

    random(5, 1)
    => 1: `random(5, 1)` has an empty range; put the smaller number first

    random(0)
    => 1: `random(1, 0)` has an empty range; put the smaller number first

    random(1, 2, 3)
    => 1: `random` takes 2 arguments, not 3; write `random(1, 6)`

    math.random(3, 1)
    => 1: `random(3, 1)` has an empty range; put the smaller number first

    uuid(5)
    => 1: `uuid` takes no arguments, not 1; write `uuid()`

    clock.now()
    => 1: `clock` doesn't have a field `now`; write `clock()` or `clock.date { days = 1 }`

    clock.dat()
    => 1: `clock` doesn't have a field `dat`; write `clock()` or `clock.date { days = 1 }`

    clock.date(5)
    => 1: `clock.date` takes a table, not 5; write `clock.date { days = 1, hour = 9 }`

    clock.date { day = 1 }
    => 1: unknown field `day` of `clock.date`; did you mean `days`?

    clock.date { days = 0.5 }
    => 1: `days` of `clock.date` must be a whole number, not 0.5; write `clock.date { days = 1, hour = 9 }`

    clock.date { days = "1" }
    => 1: `days` of `clock.date` must be a whole number, not the string "1"; write `clock.date { days = 1, hour = 9 }`

    clock.date({}, 5)
    => 1: `clock.date` takes one argument, not 2; write `clock.date { days = 1, hour = 9 }`

    clock(5)
    => 1: `clock` takes no arguments, not 1; write `clock()`

    clock.date = 5
    => 1: `clock.date` cannot be set; put the value in a local variable

    os.time(5)
    => 1: `os.time` takes a table; write `os.time { year = 2026, month = 1, day = 31 }`

    os.time {}
    => 1: field `year` of `os.time` is nil, not a whole number; write `os.time { year = 2026, month = 1, day = 31 }`

    os.time { year = 2026, month = "x", day = 1 }
    => 1: field `month` of `os.time` is the string "x", not a whole number; write `os.time { year = 2026, month = 1, day = 31 }`

    os.date(5)
    => 1: `os.date` takes a format, not 5; write `os.date("%Y-%m-%d")`

    os.date("%Ez")
    => 1: `os.date` cannot format `%Ez`; write a format such as `"%Y-%m-%d"`

    json.decode(5)
    => 1: `json.decode` takes a string, not 5; write `json.decode(text)`

    json.decode "{"
    => 1: invalid JSON at 1:2: the object that opens on line 1 does not end; write `}`

    json.decode "[1,]"
    => 1: invalid JSON at 1:3: there is a comma before `]`; remove the comma

    json.encode(print)
    => 1: a function in data at `json.encode`; data can hold only plain values

    json.encode { a = 0/0 }
    => 1: NaN in data at `json.encode.a`; JSON has no NaN; write `null`

    json.foo()
    => 1: unknown function `json.foo`; known: decode, encode

    local x = null.name
    => 1: attempt to index null; compare the value with `null` first

    copy(json)
    => 1: the table of JSON functions in data at `copy`; data can hold only plain values

    service "A" { m = reply { a = clock } }
    => 1: the clock in data at `reply.a`; data can hold only plain values

    local c = collection "a"
    c:insert({ id = 1 }, 5)
    => 2: `:insert` takes one argument, not 2; write `:insert { name = "Ada" }`

    random(1, "b")
    => 1: argument 2 of `random` must be a whole number, not the string "b"; write `random(1, 6)`

    local c = collection "a"
    c:count(5)
    c:all(1)
    c:clear(1)
    c:get(1, 2)
    c:remove(1, 2)
    => 2: `:count` takes no arguments, not 1; write `:count()`
    => 3: `:all` takes no arguments, not 1; write `:all()`
    => 4: `:clear` takes no arguments, not 1; write `:clear()`
    => 5: `:get` takes one argument, not 2; write `:get(id)`
    => 6: `:remove` takes one argument, not 2; write `:remove(id)`

    local c = collection "a"
    c:insert(array {})
    => 2: `:insert` takes a row with named fields, not a list; write `:insert { name = "Ada" }`
    """#)
}
