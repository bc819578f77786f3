import Foundation
import MockLua
import MockLuaTesting
import MockServices
import Testing

extension DocumentationTests {
  /// The script of the example in both articles.
  private static let shop = """
    service "Shop" {
      price = { when({ size = "large" }, { reply(9), reply(10) }), reply(5) },
      order = { fail("soldOut"), reply(true) },
      close = reply() :optional(),
    }
    variant("offline", function() override "Shop" { order = fail("offline") } end)

    """

  @Test("The coverage example prints what the article shows")
  func coverage() async throws {
    let suite = try CoverageSuite(Self.shop)
    try await suite.call("Shop.price")
    try await suite.call("Shop.price", "Shop.order")
    #expect(
      try await suite.report().output == """
                  covered  responses  rules  variants
        shop.lua    33.3%        2/5    1/1       0/1

        shop.lua:2: step 2 of `Shop.price` was never used; make a call that uses it, or add `:optional()`
        shop.lua:2: step 3 of `Shop.price` was never used; make a call that uses it, or add `:optional()`
        shop.lua:3: step 2 of `Shop.order` was never used; make a call that uses it, or add `:optional()`
        shop.lua:6: variant `offline` was never loaded; load it, or remove it

        """)
  }

  @Test("The lines example prints what the article shows")
  func lines() async throws {
    let suite = try CoverageSuite(
      """
      local function fee(amount)
        if amount > 100 then
          return 5
        end
        return 1
      end

      service "Bank" {
        transfer = function(args)
          if args.amount > 1000 then
            return fail "limit"
          elseif args.amount < 0 then
            return fail "negative"
          end
          return { fee = fee(args.amount) }
        end,
      }

      """, name: "bank.lua")
    let session = try suite.session()
    let bank = session.runtime.sequencer(for: "Bank")
    _ = try await bank.answer(for: "transfer", arguments: ["amount": 50])
    _ = try? await bank.answer(for: "transfer", arguments: ["amount": 5000])
    _ = session.finish()
    #expect(
      try await suite.report().output == """
                  covered  responses  functions  lines
        bank.lua   100.0%        1/1        1/1    6/8

        bank.lua:3: this line never ran; make a call that reaches it, or remove it
        bank.lua:13: this line never ran; make a call that reaches it, or remove it

        """)
  }

  @Test("The fields example prints what the article shows")
  func fields() async throws {
    struct Order: Decodable, Sendable {
      struct Line: Decodable, Sendable { var article: String, count: Int }
      var id: Int
      var lines: [Line]
    }
    let suite = try CoverageSuite(
      """
      service "Orders" {
        order = reply { id = 7, note = "", lines = { { article = "tea", count = 2, price = 3 } } },
      }

      """, name: "orders.lua")
    let session = try suite.session()
    let _: Order = try await session.runtime.sequencer(for: "Orders").nextDecodedValue(
      for: "order")
    _ = session.finish()
    #expect(
      try await suite.report().output == """
                    covered  responses  fields
        orders.lua   100.0%        1/1     4/6

        orders.lua:2: no type reads `lines[].price` and `note` of `Orders.order`; remove them, or read them in the app

        """)
  }
}
