import MockLua
import MockServices
import Testing

@Suite struct OperationTests {
  @Test("An operation becomes the method of its route", arguments: scripts)
  func output(output: ScriptOutput) throws {
    try output.check(files: ["api.json": PetDescription.text])
  }

  static let scripts = ScriptOutput.scripts(
    #"""
    openapi "api.json" { getPet = reply { id = 7, name = "Rex", mother = { id = 6, name = "Ada", kind = null } } }
    {"services":{"https://api.example.com":{"methods":{"GET /v1/pets/{id}":{"responses":[{"result":"success","value":{"body":{"id":7,"mother":{"id":6,"kind":null,"name":"Ada"},"name":"Rex"}}}]}}}}}

    openapi("api.json", "http://localhost:3000") :examples() { photo = reply "x" :headers { ["Content-Type"] = "image/png" }, texts = reply {}, nots = status(200, {}), any = reply {}, lost = fail "timedOut", twice = reply { z = 1 }, listPets = reply {} } override("http://localhost:3000", "GET /pets/{id}", status(404))
    {"services":{"http://localhost:3000":{"methods":{"GET /any":{"responses":[{"result":"success","value":{"body":{}}}]},"GET /lost":{"responses":[{"error":{"code":"timedOut","message":"timedOut"},"result":"error"}]},"GET /nots":{"responses":[{"result":"success","value":{"body":{},"status":200}}]},"GET /pets":{"responses":[{"result":"success","value":{"body":[]}}]},"GET /pets/{id}":{"responses":[{"result":"success","value":{"status":404}}]},"GET /photo":{"responses":[{"result":"success","value":{"body":"x","headers":{"Content-Type":"image/png"}}}]},"GET /texts":{"responses":[{"result":"success","value":{"body":{}}}]},"GET /twice":{"responses":[{"result":"success","value":{"body":{"z":1}}}]},"POST /pets":{"responses":[{"match":{"headers":{"prefer":{"$or":[{"$and":[{"$regex":"(^|[,; ])code="},{"$not":{"$regex":"(^|[,; ])code=\"?(201|400|401|403|404|409|410|422|429)\"?($|[,; ])"}}]},{"$regex":"(^|[,; ])example="}]}}},"optional":true,"result":"success","value":{"body":"`createPet` can't respond as `Prefer` requests; known: code=201, code=400, code=401, code=403, code=404, code=409, code=410, code=422, code=429","headers":{"Content-Type":"text/plain"},"status":501}},{"match":{"headers":{"prefer":{"$regex":"(^|[,; ])code=\"?400\"?($|[,; ])"}}},"optional":true,"result":"success","value":{"status":400}},{"match":{"headers":{"prefer":{"$regex":"(^|[,; ])code=\"?401\"?($|[,; ])"}}},"optional":true,"result":"success","value":{"status":401}},{"match":{"headers":{"prefer":{"$regex":"(^|[,; ])code=\"?403\"?($|[,; ])"}}},"optional":true,"result":"success","value":{"status":403}},{"match":{"headers":{"prefer":{"$regex":"(^|[,; ])code=\"?404\"?($|[,; ])"}}},"optional":true,"result":"success","value":{"status":404}},{"match":{"headers":{"prefer":{"$regex":"(^|[,; ])code=\"?409\"?($|[,; ])"}}},"optional":true,"result":"success","value":{"status":409}},{"match":{"headers":{"prefer":{"$regex":"(^|[,; ])code=\"?410\"?($|[,; ])"}}},"optional":true,"result":"success","value":{"status":410}},{"match":{"headers":{"prefer":{"$regex":"(^|[,; ])code=\"?422\"?($|[,; ])"}}},"optional":true,"result":"success","value":{"status":422}},{"match":{"headers":{"prefer":{"$regex":"(^|[,; ])code=\"?429\"?($|[,; ])"}}},"optional":true,"result":"success","value":{"status":429}},{"optional":true,"result":"success","value":{"status":201}}]}}}}}

    openapi("api.json", "http://localhost:3000/v2") { ["createPet"] = { status(201), status(404, { any = 1 }), fail "timedOut" } }
    {"services":{"http://localhost:3000":{"methods":{"POST /v2/pets":{"responses":[{"result":"success","value":{"status":201}},{"result":"success","value":{"body":{"any":1},"status":404}},{"error":{"code":"timedOut","message":"timedOut"},"result":"error"}]}}}}}

    openapi("api.json", "/") { listPets = { when({ query = { page = "2" } }, reply(array {})), status(500, { code = 5 }) } }
    {"services":{"//*":{"methods":{"GET /pets":{"responses":[{"match":{"query":{"page":"2"}},"result":"success","value":{"body":[]}},{"result":"success","value":{"body":{"code":5},"status":500}}]}}}}}

    openapi "api.json" { photo = reply "x" :headers { ["Content-Type"] = "image/svg+xml; charset=utf-8" } }
    {"services":{"//*":{"methods":{"GET /files/photo":{"responses":[{"result":"success","value":{"body":"x","headers":{"Content-Type":"image/svg+xml; charset=utf-8"}}}]}}}}}

    openapi "api.json" { any = { reply { a = null, b = 5.0, c = 9, e = { "a", true }, f = 4, z = "z" }, reply { a = 1, d = 1.5, h = "h" } } }
    {"services":{"https://api.example.com":{"methods":{"GET /v1/any":{"responses":[{"result":"success","value":{"body":{"a":null,"b":5.0,"c":9,"e":["a",true],"f":4,"z":"z"}}},{"result":"success","value":{"body":{"a":1,"d":1.5,"h":"h"}}}]}}}}}

    openapi "api.json" { texts = reply { date = "2028-02-29", time = "2016-12-31t23:59:60.25-08:00", uuid = "3FA85F64-5717-4562-b3fc-2c963f66afa6", email = '"a b"@münchen.example', uri = "urn:isbn:0", host = "?" }, nots = reply { a = 1, b = {}, c = 3, d = 2, f = 6, g = 1.5 } }
    {"services":{"https://api.example.com":{"methods":{"GET /v1/nots":{"responses":[{"result":"success","value":{"body":{"a":1,"b":{},"c":3,"d":2,"f":6,"g":1.5}}}]},"GET /v1/texts":{"responses":[{"result":"success","value":{"body":{"date":"2028-02-29","email":"\"a b\"@münchen.example","host":"?","time":"2016-12-31t23:59:60.25-08:00","uri":"urn:isbn:0","uuid":"3FA85F64-5717-4562-b3fc-2c963f66afa6"}}}]}}}}}

    openapi "api.json" { listPets = { reply {}, reply { { id = 1, name = "Rex" } } }, any = reply { e = {}, h = "h" } }
    {"services":{"https://api.example.com":{"methods":{"GET /v1/any":{"responses":[{"result":"success","value":{"body":{"e":[],"h":"h"}}}]},"GET /v1/pets":{"responses":[{"result":"success","value":{"body":[]}},{"result":"success","value":{"body":[{"id":1,"name":"Rex"}]}}]}}}}}

    openapi "api.json" { listPets = reply(1) } override("https://api.example.com", "GET /v1/pets", reply(array {}))
    {"services":{"https://api.example.com":{"methods":{"GET /v1/pets":{"responses":[{"result":"success","value":{"body":[]}}]}}}}}

    graphql "https://API.example.com/graphql" { ["query Feed"] = reply { a = 1 }, ["mutation Like"] = reply(), ["query Off"] = fail "timedOut" }
    {"services":{"https://api.example.com":{"methods":{"POST /graphql mutation Like":{"responses":[{"result":"success","value":{"body":{"data":null}}}]},"POST /graphql query Feed":{"responses":[{"result":"success","value":{"body":{"data":{"a":1}}}}]},"POST /graphql query Off":{"responses":[{"error":{"code":"timedOut","message":"timedOut"},"result":"error"}]}}}}}

    graphql "/api" { ["query Q"] = { when({ id = 7 }, fail("A", "b", { c = 1 }) :after(5)), fail("A", "b", 5) :headers { D = "e" } } }
    {"services":{"//*":{"methods":{"POST /api query Q":{"responses":[{"delayMs":5,"match":{"id":7},"result":"success","value":{"body":{"data":null,"errors":[{"extensions":{"c":1,"code":"A"},"message":"b"}]}}},{"result":"success","value":{"body":{"data":null,"errors":[{"extensions":{"code":"A","details":5},"message":"b"}]},"headers":{"D":"e"}}}]}}}}}

    graphql "a.example" { ["subscription S"] = { stream { 1 } :every(5), stream {} :fails("A", "b"), stream {} :fails "timedOut" } }
    {"services":{"//a.example":{"methods":{"POST / subscription S":{"responses":[{"intervalMs":5,"result":"stream","values":[{"event":{"data":{"data":1},"event":"next"}},{"event":{"event":"complete"}}]},{"result":"stream","values":[{"event":{"data":{"data":null,"errors":[{"extensions":{"code":"A"},"message":"b"}]},"event":"next"}},{"event":{"event":"complete"}}]},{"error":{"code":"timedOut","message":"timedOut"},"result":"stream","values":[]}]}}}}}

    http { ["POST /g query Q"] = reply { data = 1 } }
    {"services":{"//*":{"methods":{"POST /g query Q":{"responses":[{"result":"success","value":{"body":{"data":1}}}]}}}}}

    graphql "/g" { ["query Q"] = reply(1) } override("//*", "POST /g query Q", reply(2))
    {"services":{"//*":{"methods":{"POST /g query Q":{"responses":[{"result":"success","value":{"body":{"data":2}}}]}}}}}

    graphql "/g" { ["query Q"] = { reply { a = 1 } :status(201), status(200, { errors = { { message = "x" } } }), reply { data = 1, a = 2 } } }
    {"services":{"//*":{"methods":{"POST /g query Q":{"responses":[{"result":"success","value":{"body":{"data":{"a":1}},"status":201}},{"result":"success","value":{"body":{"errors":[{"message":"x"}]},"status":200}},{"result":"success","value":{"body":{"data":{"a":2,"data":1}}}}]}}}}}

    graphql "/g" { ["query Q"] = { status(503), status(200, { data = 1, errors = {} }), reply(1) :headers { A = "b" } } }
    {"services":{"//*":{"methods":{"POST /g query Q":{"responses":[{"result":"success","value":{"status":503}},{"result":"success","value":{"body":{"data":1,"errors":{}},"status":200}},{"result":"success","value":{"body":{"data":1},"headers":{"A":"b"}}}]}}}}}
    """#)

  @Test("A function's response is compared with the description too")
  func computed() async throws {
    let folder = try TemporaryFolder(files: ["api.json": PetDescription.text])
    let scenario = try LuaScenario.load(
      source: """
        openapi "api.json" {
          getPet = function(request)
            if request.path.id == "0" then return status(404) end
            return { id = tonumber(request.path.id), name = "Rex" }
          end,
        }
        """, name: "m.lua", directory: folder.path)
    // The description is embedded with the script.
    var configuration = scenario.configuration
    configuration.script = scenario.script
    let runtime = try ScenarioRuntime(configuration: configuration)
    let route = "GET /v1/pets/{id}"
    func answer(_ id: String) async throws -> AnyCodableValue {
      try await runtime.sequencer(for: "https://api.example.com").answer(
        for: route, arguments: ["path": ["id": .string(id)]]) ?? .null
    }
    #expect(try await answer("7") == ["body": ["id": 7, "name": "Rex"]])
    #expect(try await answer("0") == ["status": 404])
    let error = await #expect(throws: MockServiceError.self) { try await answer("500") }
    #expect(
      error?.message
        == "m.lua:2: `getPet` returns 200, but `body.id` is 500; `api.json` requires less than 100"
    )
  }
}
