import Testing

@Suite struct DeclarationErrorTests {
  @Test("An invalid declaration is reported", arguments: scripts)
  func message(row: ScriptErrorCase) throws {
    try row.check()
  }

  static let scripts = ScriptErrorCase.scripts(
    #"""
    shared()
    => 1: `shared` takes a table of initial values, not nil; write `shared { key = value }`

    shared(5)
    => 1: `shared` takes a table of initial values, not 5; write `shared { key = value }`

    shared {}
    => 1: `shared` declares nothing; name a key, or remove `shared`

    shared { 1, 2 }
    => 1: `shared` takes named keys, not 1; write `shared { key = value }`
    => 1: `shared` takes named keys, not 2; write `shared { key = value }`

    shared({ a = 1 }, 2)
    => 1: `shared` takes one argument, not 2; write `shared { key = value }`

    shared { a = print }
    => 1: a function in data at `shared.a`; data can hold only plain values

    shared { a = 1 }
    shared {
      b = 1,
      a = 2,
    }
    => 4: shared key `a` is declared twice with different values (first on m.lua:1); keep one, or write `override { a = ... }`

    shared { [""] = 1 }
    => 1: `shared` takes named keys, not the string ""; write `shared { key = value }`

    shared { a = nil }
    => 1: `shared` declares nothing; name a key, or remove `shared`
    => 1: key `a` is nil, so Lua drops it; write `null` in data, or remove it

    shared "a"
    => 1: `shared` takes a table of initial values, not the string "a"; write `shared { key = value }`

    shared { a = { b = { print } } }
    => 1: a function in data at `shared.a.b[1]`; data can hold only plain values

    service()
    => 1: a service's name must be a non-empty string, not nil; write `service "Name" { ... }`

    service(5)
    => 1: a service's name must be a non-empty string, not 5; write `service "Name" { ... }`

    service ""
    => 1: a service's name must be a non-empty string, not the string ""; write `service "Name" { ... }`

    service("A", {})
    => 1: `service` takes only a name; write the methods after it: `service "Name" { method = reply(...) }`

    service "A"
    => 1: service `A` has neither methods nor properties; write `service "A" { method = reply(...) }`

    service "A" {}
    => 1: service `A` has neither methods nor properties; write `service "A" { method = reply(...) }`

    service "A" :bind "x"
    => 1: `:bind` names the unknown shared key `x`; declare it with `shared { x = ... }`

    service "A" {
     m = reply() } :initial(5)
    => 2: `:initial` takes a table of properties, not 5; write `:initial { property = value }`

    service "A" { m = reply() } :initial { a = print }
    => 1: a function in data at `initial.a`; data can hold only plain values

    service "A" { m = reply() } :initial { 1 }
    => 1: `:initial` takes named keys, not 1; write `:initial { key = value }`

    service "A" { m = reply() } :initial { a = 1 } :initial { a = 2 }
    => 1: initial property `a` of `A` appears twice; keep one

    service "A" (5)
    => 1: service `A` takes a table of methods, not 5; write `{ method = reply(...) }`

    service "A" (reply())
    => 1: service `A` takes a table of methods, not a response; write `{ method = reply(...) }`

    service "A" "m"
    => 1: service `A` takes a table of methods, not the string "m"; write `{ method = reply(...) }`

    service "A" ({ m = reply() }, 2)
    => 1: service `A` takes one table; write `service "A" { method = reply(...) }`

    service "A" { reply() }
    => 1: a method of `A` doesn't have a name; write `name = reply(...)`

    service "A" { [1] = reply(), m = reply() }
    => 1: a method of `A` doesn't have a name; write `name = reply(...)`

    service "A" { [""] = reply() }
    => 1: a method of `A` doesn't have a name; write `name = reply(...)`

    service "A" { ["B.m"] = reply() }
    service "A.B" { n = reply(),
      m = reply() }
    => 3: `A.B.m` is both `m` of `A.B` and `B.m` of `A`; rename one of them

    service "A" { m = reply() } { m = reply(2) }
    => 1: method `A.m` is declared twice (first on m.lua:1); write `override("A", "m", ...)`

    local a = service "A" { m = reply() }
    a.m = reply(2)
    => 2: method `A.m` is declared twice (first on m.lua:1); write `override("A", "m", ...)`

    local a = service "A"
    a.m = nil
    => 2: method `m` is set to nil; write `reply()` for a response without a value

    local a = service "A"
    a.m = 5
    => 2: `A.m` is 5, not a response; write `reply(5)`

    local a = service "A"
    a[1] = reply()
    => 2: a method of `A` doesn't have a name; write `name = reply(...)`

    service "A" { m = reply() }
    service "A" { m = reply() }
    => 2: method `A.m` is declared twice (first on m.lua:1); write `override("A", "m", ...)`

    service "A" {
      m = reply(),
      m = reply(),
    }
    => 3: key `m` appears twice in one table (first on line 2); keep one

    service "A" {
      m = nil,
      n = reply(),
    }
    => 2: method `A.m` is nil, so Lua drops it; write `reply()` or a response

    local r = {}
    service "A" {
      m = r.value,
      n = reply(),
    }
    => 3: method `A.m` is nil, so Lua drops it; write `reply()` or a response

    service "A" { ["m"] = reply(), m = reply() }
    => 1: key `m` appears twice in one table (first on line 1); keep one

    service "A" :bindd "x" { m = reply() }
    => 1: service `A` doesn't have `:bindd`; did you mean `:bind`?

    service "A" .bind "x"
    => 1: `.bind` doesn't pass the service; write `:bind ...` with a colon

    service "A" :bind()
    => 1: `:bind` doesn't name a shared key; write `:bind "key"`

    service "A" :bind(5)
    => 1: a shared key must be a non-empty string, not 5; write `:bind "key"`

    service "A" :bind {}
    => 1: `:bind` doesn't name a shared key; write `:bind "key"`

    service "A" :bind { "a", "b" }
    => 1: `:bind` takes names or one table; write `:bind("a", "b")` or `:bind { property = "key" }`

    service "A" :bind { p = 5 }
    => 1: the shared key of `p` must be a non-empty string, not 5; write `:bind { property = "key" }`

    service "A" :bind({ p = "k" }, "x")
    => 1: `:bind` takes names or one table; write `:bind("a", "b")` or `:bind { property = "key" }`
    => 1: `:bind` names the unknown shared key `k`; declare it with `shared { k = ... }`

    shared { statusCode = 0 }
    service "A" :bind "statusCod"
    => 2: `:bind` names the unknown shared key `statusCod`; did you mean `statusCode`?

    service "A" :bind "statusCode"
    => 1: `:bind` names the unknown shared key `statusCode`; declare it with `shared { statusCode = ... }`

    shared { a = 0, b = 0 }
    service "A" :bind { p = "a" } :bind { p = "b" }
    => 2: property `p` of `A` is bound to both `a` and `b`; keep one

    shared { a = 0 }
    service "A" :bind("a", nil)
    => 2: a shared key must be a non-empty string, not nil; write `:bind "key"`

    service "A" :methods { m = reply() }
    => 1: service `A` doesn't have `:methods`; known: bind, initial, passthrough, raw

    shared { status = 0 }
    service "A" { m = reply() :set { statsu = 1 } }
    => 2: `:set` names the unknown shared key `statsu`; did you mean `status`?

    shared { zip = 0 }
    service "A" { m = reply() :set { username = 1 } }
    => 2: `:set` names the unknown shared key `username`; known: zip

    service "A"
      :bind "x"
      :initail { a = 1 }
      { m = reply() }
    => 2: `:bind` names the unknown shared key `x`; declare it with `shared { x = ... }`
    => 3: service `A` doesn't have `:initail`; did you mean `:initial`?

    shared { x = 0 }
    service "A" :bind { "x" } { m = reply() }
    => 2: `:bind` takes names or one table; write `:bind("a", "b")` or `:bind { property = "key" }`

    service "A" { m = reply() } :initial {}
    => 1: `:initial` sets nothing; name a property, or remove `:initial`

    local a = service "A"
    a.name = 5
    a.bind = 6
    => 2: `A.name` is 5, not a response; write `reply(5)`
    => 3: `A.bind` is 6, not a response; write `reply(6)`

    local methods = { a = 5 }
    service "A" (methods)
    service "B" {
      a = reply(),
    }
    => 2: `A.a` is 5, not a response; write `reply(5)`

    shared { x = 1 }
    service "A"
      :bind { y = "x" }
    {
      n = reply(),
      m = 5,
    }
    => 6: `A.m` is 5, not a response; write `reply(5)`
    """#)
}
