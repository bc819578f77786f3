import Testing

extension DocumentationTests {
  @Test("The example of coverage prints what the article shows")
  func coverage() async throws {
    let suite = try CoverageSuite(
      """
      service "Shop" {
        price = { when({ size = "large" }, { reply(9), reply(10) }), reply(5) },
        order = { fail("soldOut"), reply(true) },
        close = reply() :optional(),
      }
      scenario("offline", function() override "Shop" { order = fail("offline") } end)

      """)
    try await suite.call("Shop.price")
    try await suite.call("Shop.price", "Shop.order")
    #expect(
      try await suite.report().output == """
                  covered  responses  rules  scenarios
        shop.lua    33.3%        2/5    1/1        0/1

        shop.lua:2: step 2 of `Shop.price` was never used; call it, or mark it `:optional()`
        shop.lua:2: step 3 of `Shop.price` was never used; call it, or mark it `:optional()`
        shop.lua:3: step 2 of `Shop.order` was never used; call it, or mark it `:optional()`
        shop.lua:6: scenario `offline` was never loaded; load it, or remove it

        """)
  }
}
