import MockLua
import MockLuaTesting
import MockServices
import Testing

@Mocked
protocol CartService: Sendable {
  var itemCount: Int { get }
  func add(sku: String, quantity: Int) async throws -> Int
  func remove(sku: String) async throws -> Int
}

@Suite("Names missing from a protocol are reported")
struct ContractNameTests {
  @Test(
    "An argument read by a function",
    .issues(
      "script.lua:3: `CartService.add` has no argument `skuu`; did you mean `sku`?"),
    .scenario(
      source: """
        service "CartService" {
          add = function(args)
            if args.quantity > 5 then return #args.skuu end
            return 1
          end,
          remove = function(args) local copy = args; args.total = 1; return args.total end,
        }
        """, name: "script.lua"))
  func members() async throws {
    #expect(try await MockCartService().add(sku: "a", quantity: 1) == 1)
  }

  @Test(
    "A parameter that contains all arguments",
    .issues(
      "script.lua:2: `sku` holds all arguments of `CartService.remove`; write `function(args, call)`"
        + " and `args.sku`"),
    .scenario(
      source: """
        service "CartService" {
          remove = function(sku) return sku == "a" and 1 or 2 end,
        }
        """, name: "script.lua"))
  func parameter() async throws {
    #expect(try await MockCartService().remove(sku: "a") == 2)
  }

  @Test(
    "A property that is bound or has an initial value",
    .issues(
      "script.lua:3: `CartService` doesn't require the property `count`; did you mean `itemCount`?",
      "script.lua:4: `CartService` doesn't require the property `itemCout`; did you mean `itemCount`?"
    ),
    .scenario(
      source: """
        shared { count = 1 }
        service "Other" :bind "count" { m = reply() }
        service "CartService" :bind "count"
          :initial { itemCout = 3 } {
          add = reply(1),
        }
        """, name: "script.lua"))
  func properties() async throws {
    #expect(try await MockCartService().add(sku: "a", quantity: 1) == 1)
  }
}
