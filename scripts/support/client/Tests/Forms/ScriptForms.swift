import MockLuaTesting
import Testing

/// A cart that a script keeps as an ordinary table.
@Mocked
protocol CartService: Sendable {
  func add(_ item: String) async throws -> [String]
  func remove() async throws -> [String]
  func items() async throws -> [String]
  func rename(_ name: String) async throws -> String
}

@Suite struct StateFormTests {
  static let script = """
    shared { cart = array {}, user = { name = "Ada", tags = array {} } }
    service "CartService" {
      add = function(args) state.cart[#state.cart + 1] = args.item return state.cart end,
      remove = function() table.remove(state.cart) return state.cart end,
      items = function() table.insert(state.cart, 1, "first") return state.cart end,
      rename = function(args) state.user.name = args.name return state.user.name end,
    }
    """

  @Test(.scenario(source: script)) func rightTable() async throws {
    let cart = MockCartService()
    #expect(try await cart.add("tea") == ["tea"])
    #expect(try await cart.items() == ["first", "tea"])
    #expect(try await cart.remove() == ["first"])
    #expect(try await cart.rename("Eve") == "Eve")
  }

  @Test(.scenario(source: script)) func rightEmptyList() async throws {
    let cart = MockCartService()
    #expect(try await cart.remove().isEmpty)
    _ = try await cart.add("tea")
    #expect(try await cart.remove().isEmpty)
  }

  @Test(.scenario(source: "service \"CartService\" { items = reply {} }"))
  func rightEmptyReply() async throws { #expect(try await MockCartService().items().isEmpty) }
}

@Suite struct WordFormTests {
  // expects: `scenario` was renamed; write `variant`
  @Test(.scenario(source: "scenario(\"empty\", function() end)")) func wrongScenario() {}

  // expects: `pass` was renamed; write `passthrough`
  @Test(.scenario(source: "service \"CartService\" { items = pass() }")) func wrongPass() {}

  // expects: `:binds` was renamed; write `:bind`
  @Test(.scenario(source: "service \"CartService\" :binds \"x\" {}")) func wrongBinds() {}

  // expects: `delay_all` was renamed; write `default_delay`
  @Test(.scenario(source: "delay_all(5)")) func wrongDelay() {}

  // expects: `is.both` was renamed; write `is.all_of`
  @Test(
    .scenario(
      source: "service \"CartService\" { add = { when({ item = is.both(1, 2) }, reply {}) } }"))
  func wrongMatcher() {}

  // expects: `release` was renamed; write `open_gate`
  @Test(
    .scenario(source: "service \"CartService\" { items = function() release(\"a\") return {} end }")
  )
  func wrongRelease() async { _ = try? await MockCartService().items() }

  // expects: returns
  @Test(.scenario(source: "service \"CartService\" { items = returns { 1 } }"))
  func wrongReturns() {}

  // expects: throws
  @Test(.scenario(source: "service \"CartService\" { items = throws \"offline\" }"))
  func wrongThrows() {}

  @Test(
    .scenario(
      source:
        "service \"CartService\" { items = { fail(\"offline\") :chance(0.1), reply { \"tea\" } } }")
  )
  func rightChance() async throws {
    let cart = MockCartService()
    var failures = 0
    for _ in 0..<100 {
      do { _ = try await cart.items() } catch { failures += 1 }
    }
    #expect(1...40 ~= failures)
  }

  // expects: `MockCartService(runtime)`
  @Test func wrongWithoutTrait() async { _ = try? await MockCartService().items() }
}

@Suite struct ArgumentFormTests {
  static let script = """
    service "CartService" { items = reply { "tea" } }
    variant("empty", function() override("CartService", "items", reply {}) end)
    """

  @Test(arguments: [nil, "empty"]) func rightVariant(name: String?) async throws {
    try await withScenario(.scenario(source: Self.script, variant: name)) {
      let items = try await MockCartService().items()
      #expect(items == (name == nil ? ["tea"] : []))
      verify("CartService.items", called: 1)
    }
  }

  // expects: no variant `emtpy`; did you mean `empty`?
  @Test(.scenario(source: ArgumentFormTests.script, variant: "emtpy")) func wrongVariant() {}
}
