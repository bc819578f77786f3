import MockData
import MockLua
import MockPlatform
import MockServices
import Testing

@Suite("State as an ordinary table")
struct StateTableTests {
  static func runtime(_ body: String) throws -> ScenarioRuntime {
    try ScenarioRuntimeTests.runtime(
      """
      shared { cart = {}, letters = { "b", "c", "a" }, user = { name = "Bob", tags = {} }, other = 1 }
      service "S" {
        change = reply() :set { letters = { "new" } },
        f = function(args, call) \(body) end,
      }
      """)
  }

  static let changes: [(body: String, key: String, value: AnyCodableValue)] = [
    ("state.cart[#state.cart + 1] = { id = 1 }", "cart", [["id": 1]]),
    ("table.insert(state.cart, { id = 1 }) state.cart[1].id = 2", "cart", [["id": 2]]),
    ("table.insert(state.letters, 1, 'x')", "letters", ["x", "b", "c", "a"]),
    ("table.insert(state.letters, 3, 'x')", "letters", ["b", "c", "x", "a"]),
    ("table.remove(state.letters)", "letters", ["b", "c"]),
    ("table.remove(state.letters, 1)", "letters", ["c", "a"]),
    ("state.letters[3] = nil", "letters", ["b", "c"]),
    ("state.letters[5] = nil table.remove(state.letters, 4)", "letters", ["b", "c", "a"]),
    ("table.sort(state.letters)", "letters", ["a", "b", "c"]),
    ("table.sort(state.letters, function(a, b) return a > b end)", "letters", ["c", "b", "a"]),
    ("table.move(state.letters, 1, 3, 2)", "letters", ["b", "b", "c", "a"]),
    (
      "local l = state.letters l[1], l[3] = l[3], l[1]", "letters", ["a", "c", "b"]
    ),
    (
      "for i, letter in ipairs(state.letters) do state.letters[i] = letter .. i end", "letters",
      ["b1", "c2", "a3"]
    ),
    ("local cart = state.cart cart[#cart + 1] = 1 sleep(5) cart[#cart + 1] = 2", "cart", [1, 2]),
    (
      "local cart = state.cart table.insert(cart, 1) state.cart = cart table.insert(cart, 2)",
      "cart", [1, 2]
    ),
    ("state.user.name = 'Ada'", "user", ["name": "Ada", "tags": [:]]),
    ("state.user.name = nil", "user", ["tags": [:]]),
    ("state.user.name = null", "user", ["name": .null, "tags": [:]]),
    (
      "state.user.address = { city = 'Bern' } state.user.address.zip = 3000", "user",
      ["name": "Bob", "tags": [:], "address": ["city": "Bern", "zip": 3000]]
    ),
    ("state.user.tags[1] = 'x' state.user.tags[1] = nil", "user", ["name": "Bob", "tags": []]),
    ("for name in pairs(state.user) do state.user[name] = 1 end", "user", ["name": 1, "tags": 1]),
    (
      "state.user.self = state.user state.user.self.name = 'x'", "user",
      ["name": "Bob", "tags": [:], "self": ["name": "x", "tags": [:]]]
    ),
    (
      "rawset(state.letters, 1, 'raw') rawset(state, 'other', rawget(state.letters, 1))", "other",
      "raw"
    ),
    (
      "state.cart = { { n = 2 }, { n = 1 } } local two = state.cart[1]"
        + " table.sort(state.cart, function(a, b) return a.n < b.n end) two.n = 5",
      "cart", [["n": 1], ["n": 5]]
    ),
    (
      "state.cart = { { n = 1 }, { n = 2 } } local two = state.cart[2] table.remove(state.cart, 1) two.n = 5",
      "cart", [["n": 5]]
    ),
    ("local item = { n = 1 } state.cart[1] = item item.n = 2", "cart", [["n": 1]]),
  ]

  @Test("Changing a table changes the state", arguments: changes)
  func writes(body: String, key: String, value: AnyCodableValue) async throws {
    let runtime = try Self.runtime(body)
    _ = try await ScenarioRuntimeTests.answer(runtime, "S.f")
    #expect(runtime.sharedState[key] == value)
    // The script reads the same values as Swift.
    let reading = try Self.runtime(body + " if call.count == 1 then return state.\(key) end")
    #expect(try await ScenarioRuntimeTests.answer(reading, "S.f") == value)
  }

  static let reads: [(body: String, value: AnyCodableValue)] = [
    (
      "return { #state.letters, table.concat(state.letters, ','), select('#', table.unpack(state.letters)) }",
      [3, "b,c,a", 3]
    ),
    (
      "return { state.cart == state.cart, state.cart == state.user, next(state.cart) == nil }",
      [true, false, true]
    ),
    (
      "local name, value = next(state.user) value = state.user.tags value[1] = 1"
        + " return { name, #select(2, next(state.user, 'name')) }", ["name", 1]
    ),
    (
      "return { rawlen(state.letters), rawequal(state.cart, state.cart), (getmetatable(state.cart)) }",
      [3, true, false]
    ),
    ("state.cart = { { n = 1 } } local gone = table.remove(state.cart) return gone", ["n": 1]),
    (
      "local old = state.letters services.S.change {} return { old, state.letters }",
      [["b", "c", "a"], ["new"]]
    ),
    (
      "return { pcall(setmetatable, state.cart, {}) }",
      [false, "cannot change a protected metatable"]
    ),
  ]

  @Test("A table in the state is read like any other", arguments: reads)
  func read(body: String, value: AnyCodableValue) async throws {
    #expect(try await ScenarioRuntimeTests.answer(Self.runtime(body), "S.f") == value)
  }

  static let errors: [(String, String)] = [
    (
      "local old = state.letters state.letters = {} old[1] = 'x'",
      "this table is no longer in the state: it, or a table around it, was removed or replaced;"
        + " read it again from `state.letters`"
    ),
    (
      "local old = state.letters services.S.change {} old[1] = 'x'",
      "this table is no longer in the state: it, or a table around it, was removed or replaced;"
        + " read it again from `state.letters`"
    ),
    (
      "state.cart = { { n = 1 } } local gone = table.remove(state.cart) gone.n = 2",
      "this table is no longer in the state: it, or a table around it, was removed or replaced;"
        + " read it again from `state.cart`"
    ),
    (
      "state.letters[1] = nil",
      "`state.letters[1] = nil` leaves a hole in a list; write `table.remove(state.letters, 1)`,"
        + " or `state.letters = {}` for an empty list"
    ),
    (
      "state.letters[7] = 'x'",
      "`state.letters[7]` leaves a hole in a list of length 3; write `state.letters[4] = value`"
    ),
    (
      "state.cart[42] = 'x'",
      #"`state.cart[42]` leaves a hole in a list of length 0; write `state.cart[1] = value`, or `state.cart["42"]` for a named key"#
    ),
    ("state.cart[math.maxinteger] = 'x'", "leaves a hole in a list of length 0"),
    ("state.cart[-1] = 'x'", "leaves a hole in a list of length 0"),
    (
      "state.letters.name = 'x'",
      "`state.letters` is a list and doesn't have the key `name`; write a number from 1 to 4"
    ),
    (
      "state.user[1] = 'x'",
      #"a key of `state.user` must be a string, not 1; write `state.user["1"] = value`"#
    ),
    ("state.user[true] = 'x'", #"a key of `state.user` must be a string, not true"#),
    ("state.user['\\xFF'] = 'x'", "a key of `state.user` is not UTF-8; use UTF-8 keys"),
    (
      "state.cart[1] = print",
      "a function in data at `state.cart[1]`; data can hold only plain values"
    ),
    ("table.insert(state.cart, { f = print })", "a function in data at `state.cart[1].f`"),
    ("state.user.f = coroutine.create(print)", "a coroutine in data at `state.user.f`"),
    ("local t = {} t.t = t state.user.x = t", "a cycle in data at `state.user.x.t`"),
    ("state.user.n = 0/0", "NaN in data at `state.user.n`"),
    (
      "for i = 1, 70 do state.user.self = state.user end",
      "a table nested more than 64 levels deep in data at"
    ),
    (
      "table.insert(state.user, 1)",
      "`table.insert` takes a list, but `state.user` has named keys; write `state.user.name = value`"
    ),
    ("table.insert(state.letters, 9, 1)", "bad argument #2 to 'insert' (position out of bounds)"),
    ("table.remove(state.letters, 9)", "bad argument #2 to 'remove' (position out of bounds)"),
    ("table.insert(state.letters)", "wrong number of arguments to 'insert'"),
    ("table.sort(state.letters, 5)", "bad argument #2 to 'sort' (function expected, got number)"),
    (
      "table.sort(state.letters, function() state.letters[1] = 'x' end)",
      "`state.letters` changed while it was sorted"
    ),
  ]

  @Test("A change that the state can't store is an error at its line", arguments: errors)
  func refuses(body: String, text: String) async throws {
    let runtime = try Self.runtime(body)
    let before = runtime.sharedState["user"]
    let error = await #expect(throws: MockServiceError.self) {
      try await ScenarioRuntimeTests.answer(runtime, "S.f")
    }
    let message = try #require(error?.message)
    #expect(message.hasPrefix("test.lua:4: ") && message.contains(text))
    if !body.contains("self") { #expect(runtime.sharedState["user"] == before) }
  }

  @Test(
    "Observers are notified once between a function's waits, and bound properties follow")
  func observers() async throws {
    let runtime = try Self.runtime(
      "for i = 1, 3 do table.insert(state.cart, i) end sleep(5) state.cart[1] = 9 state.other = 2 state.other = 3"
    )
    let cart = try #require(runtime.sharedState.subject(for: "cart"))
    let numbers = try #require(
      runtime.sharedState.subject(for: "cart", as: [Int].self, default: []))
    let seen = Locked<[AnyCodableValue]>([])
    let observation = cart.sink { value in seen.withLock { $0.append(value) } }
    defer { observation.cancel() }
    _ = try await ScenarioRuntimeTests.answer(runtime, "S.f")
    #expect(seen.withLock { $0 } == [[], [1, 2, 3], [9, 2, 3]])
    #expect(numbers.value == [9, 2, 3])
    #expect(runtime.sharedState["other"] == 3)
  }

  @Test("An empty list stays a list")
  func emptyLists() async throws {
    let runtime = try Self.runtime(
      """
      if call.count == 1 then state.cart[1] = 1 table.remove(state.cart) return state.cart end
      if call.count == 2 then state.letters = {} return state.letters end
      local list = { 1 }
      table.remove(list)
      return { list, state.user.tags }
      """)
    #expect(try await ScenarioRuntimeTests.answer(runtime, "S.f") == [])
    #expect(runtime.sharedState["cart"] == [])
    #expect(try await ScenarioRuntimeTests.answer(runtime, "S.f") == [])
    #expect(runtime.sharedState["letters"] == [])
    #expect(try await ScenarioRuntimeTests.answer(runtime, "S.f") == [[], [:]])
    runtime.sharedState["letters"] = [:]
    #expect(runtime.sharedState["letters"] == [])
  }

  @Test("An empty table becomes a list if a property requires it")
  func emptyProperty() throws {
    let runtime = try Self.runtime("")
    #expect(runtime.sharedState["cart"] == [:])
    _ = runtime.sharedState.subject(for: "cart", as: [String].self, default: [])
    #expect(runtime.sharedState["cart"] == [])
    _ = runtime.sharedState.subject(for: "user", as: [String: [String]].self, default: [:])
    #expect(runtime.sharedState["user"] == ["name": "Bob", "tags": [:]])
  }

  @Test("A whole number beyond 64 bits keeps its digits through functions and state")
  func exactNumbers() async throws {
    let runtime = try Self.runtime(
      """
      local id = args.ids[1]
      table.insert(state.cart, id)
      state.user[tostring(id)] = json.encode(args.ids)
      return {
        id = id, all = args.ids, kept = state.cart[1], same = state.cart[1] == id, other = args.ids[2] == id,
        less = args.ids[2] < id, text = "#" .. id, next = id + 1, parsed = json.decode(json.encode { id }),
      }
      """)
    let ids = try JSONParser().parse("[18446744073709551615,-18446744073709551614]")
    let response = try await ScenarioRuntimeTests.answer(runtime, "S.f", ["ids": ids])
    #expect(
      String(decoding: (response ?? .null).compactJSON, as: UTF8.self) == #"""
        {"all":[18446744073709551615,-18446744073709551614],"id":18446744073709551615,"kept":18446744073709551615,\#
        "less":true,"next":1.8446744073709552e+19,"other":false,"parsed":[18446744073709551615],"same":true,\#
        "text":"#18446744073709551615"}
        """#)
    guard case .array(let all) = ids else { return }
    #expect(runtime.sharedState["cart"] == .array([all[0]]))
  }
}
