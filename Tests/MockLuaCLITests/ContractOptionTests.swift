import Foundation
import MockData
import Testing

@testable import MockLuaCLI

/// The `--contract FILE` option of each command, run as processes.
struct ContractOptionTests {
  private let folder: TemporaryFolder

  init() throws { folder = try SampleContract.folder() }

  @Test("check rejects what violates the contract, and only with the option")
  func check() throws {
    let process = try MockLuaProcess(["check", "--contract", "shop.json", "shop.lua"], in: folder)
    #expect(process.output.contains("shop.lua:2: "), "\(process.output)")
    #expect(process.output.contains(SampleContract.issue.problem))
    #expect(process.exitCode == 1)
    #expect(try MockLuaProcess(["check", "shop.lua"], in: folder).exitCode == 0)
  }

  @Test("A configuration is compared like a script, and each warning has a path")
  func configuration() throws {
    try folder.write(
      #"""
      {
        "services": {
          "CatalogService": {
            "methods": {
              "price": { "responses": [
                { "result": "success", "value": { "amount": 1, "curency": "EUR" } },
                { "match": { "of": "7" }, "result": "success", "value": [] },
                { "result": "error", "error": { "code": "soldOutt", "message": "" } }
              ] },
              "names": { "sequenceKey": "idd", "responses": [{ "result": "success" }] },
              "watch": { "responses": [{ "result": "stream", "values": [1] }] }
            },
            "bindings": { "curency": "currency" }
          },
          "CatalogServce": { "methods": {} }
        },
        "sharedState": { "currency": { "initial": "EUR" } }
      }
      """#, to: "shop-config.json")
    let process = try MockLuaProcess(
      ["check", "--contract", "shop.json", "--format", "json", "shop-config.json"], in: folder)
    #expect(process.exitCode == 1)
    let found = try JSONDecoder().decode(Found.self, from: Data(process.output.utf8)).issues
    let method = "services.CatalogService.methods"
    let expected: [(Int, String, String)] = [
      (6, "\(method).price.responses[0].value.curency", "did you misspell it as `curency`?"),
      (7, "\(method).price.responses[1].match.of", "write a whole number"),
      (7, "\(method).price.responses[1].value", #"write `{"key": ...}`"#),
      (8, "\(method).price.responses[2].error.code", "did you mean `soldOut`?"),
      (10, "\(method).names.sequenceKey", "known: of"),
      (10, "\(method).names.responses[0].value", "add a `value`"),
      (11, "\(method).watch.responses[0].values[0]", #"write `{"key": ...}`"#),
      (13, "services.CatalogService.bindings.curency", "did you mean `currency`?"),
    ]
    let contracts = found.filter { $0.code == "contracts" }
    let places: [String] = contracts.map { issue in "\(issue.line) \(issue.path ?? "")" }
    let expectedPlaces: [String] = expected.map { line, path, _ in "\(line) \(path)" }
    #expect(places == expectedPlaces + ["15 services.CatalogServce"])
    for (issue, (_, _, suggestion)) in zip(contracts, expected) {
      #expect(issue.message.contains(suggestion), "\(issue.message)")
    }
    let repl = try MockLuaProcess(
      ["repl", "--contract", "shop.json", "shop-config.json"], in: folder, input: "")
    #expect(repl.messages.contains("shop-config.json:6:"), "\(repl.messages)")
  }

  @Test(
    "An invalid contract is reported with how to write one, and for a folder a file is requested")
  func refusals() throws {
    try folder.write(#"{"version": 2}"#, to: "none.json")
    for (file, message) in [
      (
        "none.json",
        "mocklua: none.json:1:1: the key `services` is missing; add `\"services\": ...`; "
          + "or write the contract again with"
          + " `MockContracts.write(to:of:)` or `mocklua generate contract`\n"
      ), (".", "mocklua: .: is a folder; name a file in it\n"),
    ] {
      let process = try MockLuaProcess(["check", "--contract", file, "shop.lua"], in: folder)
      #expect(process.messages == message)
      #expect(process.exitCode == 1)
    }
  }

  @Test("Kinds read by a type in the contract aren't guessed")
  func kinds() throws {
    let text = #"""
      { "services": { "CatalogService": { "methods": { "price": { "responses": [
        { "result": "success", "value": { "amount": 1, "currency": "EUR" } },
        { "result": "success", "value": { "amount": "1.5", "currency": "EUR" } }
      ] } } } } }
      """#
    try folder.write(text, to: "prices.json")
    let alone = try MockLuaProcess(["check", "prices.json"], in: folder)
    #expect(alone.output.contains("because few Swift types can decode both"))
    let known = try MockLuaProcess(["check", "--contract", "shop.json", "prices.json"], in: folder)
    #expect(known.output == "")
    #expect(known.exitCode == 0)
  }

  private struct Found: Decodable {
    struct Issue: Decodable {
      var code: String
      var line: Int
      var path: String?
      var message: String
    }

    var issues: [Issue]
  }

  @Test("The REPL reports a contract's warnings for the script and for a declaring line, each once")
  func repl() throws {
    let line = #"service "OrderService" { order = fail "soldOutt" }"#
    let process = try MockLuaProcess(
      ["repl", "--contract", "shop.json", "shop.lua"], in: folder, input: "\(line)\n1 + 1\n")
    #expect(process.output == "<service OrderService>\n2\n")
    let lines = process.messages.split(separator: "\n").map(String.init)
    #expect(lines.count == 2, "\(process.messages)")
    #expect(lines.first == "shop.lua:2: \(SampleContract.issue.text)")
    #expect(lines.last?.contains("`soldOutt`") == true)
    #expect(process.exitCode == 0)
  }

  @Test("The REPL compares computed responses after they are computed, each at its line")
  func computed() throws {
    try folder.write(
      #"""
      shared { cur = "EUR" }
      service "CatalogService" :bind { currency = "cur" } {
        price = { reply { amount = 1, currency = "EUR" },
          function(args) return { amount = 1, currency = "EURO" } end },
        names = function() return { "a" } end,
        product = function() return fail "soldOutt" end,
        watch = function() state.cur = "EURO" end,
      }
      service "OrderService" { cancel = function() return 5 end }
      """#, to: "functions.lua")
    let calls = """
      CatalogService.price { of = 1 }
      CatalogService.price { of = 1 }
      CatalogService.price { of = 1 }
      CatalogService.names { of = {} }
      pcall(CatalogService.product, { id = 1 })
      CatalogService.watch { id = 1 }
      OrderService.cancel {}
      """
    let process = try MockLuaProcess(
      ["repl", "--contract", "shop.json", "functions.lua"], in: folder, input: calls + "\n")
    let lines = process.messages.split(separator: "\n").map(String.init)
    let problems: [Substring] = lines.map { line in line.prefix { $0 != ";" } }
    #expect(
      problems == [
        "functions.lua:4: `CatalogService.price`, response 2, `reply.currency`: \"EURO\" isn't a case of Currency",
        "functions.lua:6: `CatalogService.product` fails with the code `soldOutt`, which `ShopError` doesn't have",
        "functions.lua:7: the property `CatalogService.currency` is bound, `cur`: \"EURO\" isn't a case of Currency",
        "functions.lua:9: `OrderService.cancel` returns nothing, but its response has the value 5",
      ])
  }

  @Test("The agents' `check` tool accepts a contract too")
  func agents() throws {
    let messages = try AgentMessages(
      [
        AgentMessages.request(
          "tools/call",
          [
            "name": "check",
            "arguments": ["files": ["shop.lua"], "contract": "shop.json"],
          ]),
        AgentMessages.request(
          "tools/call", ["name": "check", "arguments": ["files": ["shop.lua"]]]),
      ], in: folder)
    #expect("\(messages.answers[0])".contains(SampleContract.issue.problem))
    #expect(!"\(messages.answers[1])".contains("curency"))
  }

  @Test(
    "A file that is no contract is refused by each command",
    arguments: [
      ["check", "shop.lua"], ["repl"], ["generate", "definitions"], ["serve", "shop.lua"],
    ])
  func misuse(words: [String]) throws {
    try folder.write(#"{"version": 1, "services": {}}"#, to: "next.json")
    let next = try MockLuaProcess(words + ["--contract", "next.json"], in: folder)
    #expect(
      next.messages.contains(
        "next.json:1:13: version: expected version 2, found version 1; write the contract again with `Mock"
      ), "\(next.messages)")
    #expect(next.output.isEmpty)
    #expect(next.exitCode == 1)
    let script = try MockLuaProcess(words + ["--contract", "shop.lua"], in: folder)
    #expect(
      script.messages.contains(
        "shop.lua:1:1: `service` is not JSON; "), "\(script.messages)")
    #expect(script.messages.contains("write the contract again with `MockContracts.write(to:of:)`"))
    #expect(script.exitCode == 1)
    let none = try MockLuaProcess(words + ["--contract", "none.json"], in: folder)
    #expect(none.messages.contains("none.json: no such file or folder"), "\(none.messages)")
    #expect(none.exitCode == 1)
  }
}
