import Foundation
import MockLua
import MockLuaTesting
import MockScenarios
import MockServices
import Testing

/// The fields that the app's types decode.
@Suite struct CoverageFieldTests {
  private static let source = """
    local function total() return 3 end
    service "Shop" {
      order = reply {
        id = 1, note = "old", lines = { { name = "tea", price = 2 }, { name = "milk", code = 7 } },
        owner = { name = "Ada", age = 36 }, stock = { a = { count = 1, size = 2 }, b = { count = 2 } },
      },
      total = function() return { sum = total(), tax = 1 } end,
      rare = reply { id = 1, note = 2 } :optional(),
      wide = reply { id = 1, note = 2 } :ignore_unknown_keys(),
      ["live"] = stream { { id = 1 }, { id = 2, note = 3 } },
    }
    """

  private struct Order: Decodable, Sendable {
    struct Line: Decodable, Sendable { var name: String }
    struct Stock: Decodable, Sendable { var count: Int }

    var id: Int
    var lines: [Line]
    var stock: [String: Stock]
  }

  private struct Owned: Decodable, Sendable {
    var owner: AnyCodableValue
  }

  private struct Item: Decodable, Sendable {
    var id: Int
  }

  private struct Total: Decodable, Sendable {
    var sum: Int
  }

  private func suite() throws -> CoverageSuite { try CoverageSuite(Self.source) }

  /// Makes one call in a separate session.
  private func call<Value: Decodable & Sendable>(
    _ method: String, as type: Value.Type, _ suite: CoverageSuite
  ) async throws {
    let session = try suite.session()
    let _: Value = try await session.runtime.sequencer(for: "Shop").nextDecodedValue(
      for: method)
    _ = session.finish()
  }

  private func notes(_ suite: CoverageSuite) async throws -> [String] {
    try await suite.report().output.split(separator: "\n").map(String.init).filter {
      $0.contains("no type reads")
    }
  }

  @Test("Fields that no type decodes are listed, and don't fail the test")
  func unread() async throws {
    let suite = try suite()
    for _ in 0..<2 { try await call("order", as: Order.self, suite) }
    try await call("total", as: Total.self, suite)
    try await call("rare", as: Item.self, suite)
    try await call("wide", as: Item.self, suite)
    let session = try suite.session()
    let values = session.runtime.sequencer(for: "Shop").deferredStream(
      for: "live", as: Item.self)
    for try await _ in values {}
    _ = session.finish()
    let run = try await suite.report("--fail-unused")
    #expect(run.exit == .code(0), "\(run.messages)")
    #expect(
      run.output == """
                  covered  responses  functions  lines  fields
        shop.lua   100.0%        4/4        1/1    2/2    8/15

        shop.lua:3: no type reads `lines[].code`, `lines[].price`, `note`, `owner`, and `stock.*.size` of `Shop.order`; remove them, or read them in the app
        shop.lua:7: no type reads `tax` of `Shop.total`; remove it, or read it in the app
        shop.lua:10: no type reads `note` of `Shop.live`; remove it, or read it in the app

        """)
  }

  @Test(
    "A field decoded by one type, as part of a whole value, or in another process counts as decoded"
  )
  func merged() async throws {
    let suite = try suite()
    try await call("order", as: Order.self, suite)
    try await call("order", as: Owned.self, suite)
    #expect(
      try await notes(suite) == [
        "shop.lua:3: no type reads `lines[].code`, `lines[].price`, `note`, and `stock.*.size` of `Shop.order`; remove them, or read them in the app"
      ])
    let lines = try suite.files.map {
      try String(contentsOf: suite.data.appending(path: $0), encoding: .utf8)
    }
    #expect(lines.contains { $0.contains(#""field":[".owner",".age"]"#) })
    // A file from another process that decoded everything.
    try await call("order", as: AnyCodableValue.self, suite)
    #expect(try await notes(suite).isEmpty)
  }

  @Test("A value with too many fields is ignored, and so is one that is never decoded")
  func unknown() async throws {
    let fields = (1...300).map { "f\($0) = \($0)" }.joined(separator: ", ")
    let suite = try CoverageSuite("service 'Shop' { many = reply { id = 1, \(fields) } }")
    try await call("many", as: Item.self, suite)
    #expect(
      try await suite.report().output
        == "          covered  responses\nshop.lua   100.0%        1/1\n")
    let raw = try self.suite()
    try await raw.call("Shop.order")
    #expect(try await notes(raw).isEmpty)
  }

  @Test("A computed response is tracked until all of its fields have been decoded")
  func computed() async throws {
    struct Either: Decodable, Sendable {
      init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Key.self)
        _ = try members.decode(Int.self, forKey: members.decode(Key.self, forKey: .kind))
      }

      enum Key: String, CodingKey, Decodable { case kind, a, b }
    }
    let suite = try CoverageSuite(
      "service 'Shop' { pick = function(args, call)\n  return { kind = call.count == 1 and 'a' or 'b', a = 1, b = 2 }\nend }"
    )
    let session = try suite.session()
    let shop = session.runtime.sequencer(for: "Shop")
    let _: Either = try await shop.nextDecodedValue(for: "pick")
    #expect(
      try await notes(suite) == [
        "shop.lua:1: no type reads `b` of `Shop.pick`; remove it, or read it in the app"
      ])
    let _: Either = try await shop.nextDecodedValue(for: "pick")
    _ = session.finish()
    #expect(try await notes(suite).isEmpty)
  }

  @Test("After a script changes, the fields of its current values are checked")
  func changed() async throws {
    let suite = try CoverageSuite(
      "service 'Shop' {\n  open = reply {\n id = 1, note = 2, more = 3 } }")
    try await call("open", as: Item.self, suite)
    try suite.write("service 'Shop' {\n  open = reply {\n id = 1, more = 3 } }", to: "shop.lua")
    #expect(try await notes(suite).isEmpty)
    try await call("open", as: Item.self, suite)
    #expect(
      try await notes(suite) == [
        "shop.lua:2: no type reads `more` of `Shop.open`; remove it, or read it in the app"
      ])
  }

  @Test(
    "The JSON output has every field, and the page lists the fields that no type decodes")
  func forms() async throws {
    let suite = try suite()
    try await call("total", as: Total.self, suite)
    let json = try await suite.report("--format", "json").output
    #expect(
      json.filter { !$0.isWhitespace }.contains(
        #""fields":[{"path":"sum","read":true},{"path":"tax","read":false}]"#), "\(json)")
    let page = try await suite.report("--format", "html").output
    #expect(page.contains("<h3>Fields that no type reads</h3>"))
    #expect(page.contains("<code>Shop.total</code>: <code>tax</code></li>"))
  }
}
