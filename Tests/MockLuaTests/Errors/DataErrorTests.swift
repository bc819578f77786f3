import Testing

@Suite struct DataErrorTests {
  @Test("Invalid data is reported with its path", arguments: behaviors + scripts)
  func message(row: ScriptErrorCase) throws {
    try row.check()
  }

  static let behaviors = ScriptErrorCase.behaviors(
    #"""
    reply({ items = { 1, 2, { price = print } } })
    => 1: a function in data at `reply.items[3].price`; write `reply(function(args, call) ... end)`

    reply({ a = function() end })
    => 1: a function in data at `reply.a`; write `reply(function(args, call) ... end)`

    reply(0/0)
    => 1: NaN in data at `reply`; JSON has no NaN; write `null`

    reply(-1/0)
    => 1: infinity in data at `reply`; JSON has no infinity; write a number or `null`

    reply({ a = 1/0 })
    => 1: infinity in data at `reply.a`; JSON has no infinity; write a number or `null`

    reply({ 1, nil, 3 })
    => 1: a list with holes in data at `reply`; write `null` for a missing element, or use strings as keys
    => 1: a nil ends a list or leaves a hole in it; remove the nil, or write `null` in data

    reply({ [1] = 1, [3] = 3 })
    => 1: a list with holes in data at `reply`; write `null` for a missing element, or use strings as keys

    reply({ 1, a = 2 })
    => 1: a list in data also has the named key `reply.a`; use either a list or named keys

    reply({ x = { z = 1, y = 2, "a" } })
    => 1: a list in data also has the named key `reply.x.y`; use either a list or named keys

    reply({ [true] = 1 })
    => 1: a key that is neither a string nor a list's index in data at `reply`; use strings as keys

    reply("\xff")
    => 1: a string that is not UTF-8 in data at `reply`; write `base64(bytes)`

    reply({ ["\xff"] = 1 })
    => 1: a key that is not UTF-8 in data at `reply`; use UTF-8 keys

    reply({ a = { b = reply() } })
    => 1: a response in data at `reply.a.b`; data can hold only plain values

    reply({ a = is.gt(1) })
    => 1: a matcher in data at `reply.a`; matchers belong in `when`

    reply({ a = service "A" })
    => 1: a service in data at `reply.a`; data can hold only plain values

    reply({ a = collection "c" })
    => 1: a collection in data at `reply.a`; write `collection:all()`

    reply({ [1.5] = 1 })
    => 1: a key that is neither a string nor a list's index in data at `reply`; use strings as keys

    reply(coroutine.create(print))
    => 1: a coroutine in data at `reply`; data can hold only plain values

    reply({ a = coroutine.create(print) })
    => 1: a coroutine in data at `reply.a`; data can hold only plain values

    reply({ [0] = 1 })
    => 1: a key that is neither a string nor a list's index in data at `reply`; use strings as keys

    reply({ [-1] = "a" })
    => 1: a key that is neither a string nor a list's index in data at `reply`; use strings as keys

    reply(json)
    => 1: the table of JSON functions in data at `reply`; data can hold only plain values

    reply(clock)
    => 1: the clock in data at `reply`; data can hold only plain values

    reply({ a = is })
    => 1: the table of matchers in data at `reply.a`; data can hold only plain values

    reply({ a = print })
    => 1: a function in data at `reply.a`; write `reply(function(args, call) ... end)`

    reply({ a = state })
    => 1: the shared state in data at `reply.a`; data can hold only plain values

    reply({ [{}] = 1 })
    => 1: a key that is neither a string nor a list's index in data at `reply`; use strings as keys
    """#)

  static let scripts = ScriptErrorCase.scripts(
    #"""
    local t = {}
    t.self = t
    service "A" { m = reply(t) }
    => 3: a cycle in data at `reply.self`; data must not contain itself

    local t = { list = {} }
    t.list[1] = { back = t }
    service "A" { m = reply(t) }
    => 3: a cycle in data at `reply.list[1].back`; data must not contain itself

    service "A" {
      m = reply {
        name = "a",
        name = "b",
      },
    }
    => 4: key `name` appears twice in one table (first on line 3); keep one

    service "A" {
      m = reply {
        name = nil,
      },
    }
    => 3: key `name` is nil, so Lua drops it; write `null` in data, or remove it

    service "A" { m = reply { 1, nil } }
    => 1: a nil ends a list or leaves a hole in it; remove the nil, or write `null` in data

    local t = {}
    for i = 1, 600 do t = { t } end
    service "A" { m = reply(t) }
    => 3: a table nested more than 64 levels deep in data at `reply[1][1][1][1][1][1][1][1][1][1][1][1][1][1][1][1][1][1][1][1][1][1][1][1][1][1][1...`; nest it less deeply

    local t = { 1, 2, 3 }
    t[2] = nil
    service "A" { m = reply(t) }
    => 3: a list with holes in data at `reply`; write `null` for a missing element, or use strings as keys

    local t = {}
    t[1], t[5] = 1, 5
    service "A" { m = reply { list = t } }
    => 3: a list with holes in data at `reply.list`; write `null` for a missing element, or use strings as keys
    """#)
}
