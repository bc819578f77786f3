import Foundation
import MockInspector
import MockServices
import Testing

/// Completions in the page's JSON fields.
@Suite(.enabled(if: Inspector.isAvailable, "libmicrohttpd isn't available"))
struct InspectorCompletionTests {
  private static let script = """
    shared { currency = "EUR", count = 0 }
    service "Orders" :bind "currency" {
      price = { when({ of = is.one_of { 1, 2 } }, reply(3) :gate "door"), reply { amount = 1, currency = "EUR" } },
      other = when({ kind = "a", size = is.gt(1), password = "hunter2" }, reply(1)),
    }
    """

  private static let contract = """
    {"version": 2, "types": {"Currency": {"enum": ["CHF", "EUR", "USD"]}, "Money": {"type": "object",
      "properties": {"amount": {"type": "integer"}, "currency": {"$ref": "#/types/Currency"},
        "isNet": {"anyOf": [{"type": "boolean"}, {"type": "null"}]},
        "parts": {"type": "array", "items": {"$ref": "#/types/Money"}}},
      "required": ["amount", "currency", "parts"], "additionalProperties": false}},
     "services": {"Orders": {"name": "Orders", "properties": [
      {"name": "currency", "type": "Currency", "shape": {"$ref": "#/types/Currency"}}], "methods": [
      {"key": "price", "parameters": [{"label": "of", "type": "Int", "shape": {"type": "integer"}},
        {"label": "currency", "type": "Currency", "shape": {"$ref": "#/types/Currency"}}], "result": "Money",
        "shape": {"$ref": "#/types/Money"}, "canThrow": true, "errors": {"type": "E", "codes": ["soldOut", "closed"]}}]}}}
    """

  private typealias Row = (use: String, of: String, text: String, replaces: String, names: [String])

  private static let rows: [Row] = [
    ("arguments", "Orders.price", "", "", []),
    ("arguments", "Orders.price", "{", "", ["\"currency\": ", "\"of\": "]),
    ("arguments", "Orders.price", "{ cu", "cu", ["\"currency\": "]),
    ("arguments", "Orders.price", "{ \"of\": 1,\n  \"", "\"", ["\"currency\": "]),
    ("arguments", "Orders.price", "{ \"currency\": \"U", "\"U", ["\"USD\""]),
    ("arguments", "Orders.price", "{ \"of\": ", "", []),
    ("response", "Orders.price", "{ \"upd", "\"upd", ["\"updateSharedState\": "]),
    ("response", "Orders.price", "{ \"result\": ", "", ["\"error\"", "\"stream\"", "\"success\""]),
    ("response", "Orders.price", "{ \"value\": { \"is", "\"is", ["\"isNet\": "]),
    ("response", "Orders.price", "{ \"value\": { \"isNet\": ", "", ["false", "null", "true"]),
    ("response", "Orders.price", "{ \"values\": [[1], { \"cur", "\"cur", ["\"currency\": "]),
    (
      "response", "Orders.price",
      "{ \"value\": { \"parts\": [{ \"amount\": [[1, 2]] }, { \"currency\": \"E", "\"E",
      ["\"EUR\""]
    ),
    ("response", "Orders.price", "{ \"error\": { \"code\": ", "", ["\"closed\"", "\"soldOut\""]),
    ("response", "Orders.price", "{ \"gate\": \"d", "\"d", ["\"door\""]),
    (
      "response", "Orders.price", "{ \"updateSharedState\": { \"currency\": \"C", "\"C", ["\"CHF\""]
    ),
    (
      "response", "Orders.price", "{ \"updateSharedState\": {", "",
      ["\"count\": ", "\"currency\": "]
    ),
    ("state", "currency", "", "", ["\"CHF\"", "\"EUR\"", "\"USD\""]),
    ("state", "count", "", "", []), ("state", "nothing", "{", "", []),
    // Arguments that no contract knows are taken from the script.
    ("arguments", "Orders.other", "{", "", ["\"kind\": ", "\"password\": ", "\"size\": "]),
    ("arguments", "Orders.other", "{ \"kind\": ", "", ["\"a\""]),
    ("arguments", "Orders.other", "{ \"password\": ", "", ["\"<redacted 1>\""]),
    // Invalid JSON.
    ("arguments", "Orders.price", "{ \"a\" [[ -- ] } } ) ]] '", "", []),
    ("response", "Orders.price", "]]]]}}}}[[[[", "", []),
    (
      "response", "Orders.price", "{ \"value\": { \"ü\": \"\\u00e9\", \"cur", "\"cur",
      ["\"currency\": "]
    ),
  ]

  @Test("The keys and values that can come next are offered as JSON")
  func completes() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "mocklua-\(UUID()).json")
    try Data(Self.contract.utf8).write(to: folder)
    defer { try? FileManager.default.removeItem(at: folder) }
    let served = try await ServedScript(Self.script, "--contract", folder.path)
    defer { served.remove() }
    for row in Self.rows {
      let body: AnyCodableValue = [
        "text": .string(row.text), "of": .string(row.use),
        row.use == "state" ? "key" : "call": .string(row.of),
      ]
      let answer = await served.client.ask(
        "POST", "/__admin/completions", String(decoding: body.compactJSON, as: UTF8.self))
      let wanted: AnyCodableValue = [
        "replaces": .string(row.replaces), "names": .array(row.names.map { .string($0) }),
      ]
      #expect(answer.status == 200 && answer.json == wanted, "\(row): \(answer.body)")
    }
    // The call form also has the arguments.
    let services = await served.client.ask("GET", "/__admin/services")
    #expect(services.body.contains("\"label\":\"currency\""))
    for (body, status) in [
      ("{}", 400), ("{\"text\":\"\",\"of\":\"lua\"}", 400),
      ("{\"text\":\"\",\"of\":\"state\"}", 400),
      ("{\"text\":\"\",\"of\":\"response\",\"call\":\"x\"}", 400),
      ("{\"text\":\"\",\"of\":\"state\",\"key\":\"count\",\"call\":\"x\"}", 400),
      ("{\"text\":\"\",\"of\":\"response\",\"call\":\"None.x\"}", 404),
    ] {
      #expect(
        await served.client.ask("POST", "/__admin/completions", body).status == status, "\(body)")
    }
  }
}
