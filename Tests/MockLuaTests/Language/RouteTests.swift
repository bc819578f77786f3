import Testing

@Suite struct RouteTests {
  @Test("A route becomes a method whose values are responses", arguments: scripts)
  func output(output: ScriptOutput) throws {
    try output.check()
  }

  static let scripts = ScriptOutput.scripts(
    #"""
    http "https://API.example.com/" { ["GET /a"] = reply { a = 1 } }
    {"services":{"https://api.example.com":{"methods":{"GET /a":{"responses":[{"result":"success","value":{"body":{"a":1}}}]}}}}}

    http "api.example.com:443" { ["GET /a"] = reply() }
    {"services":{"//api.example.com:443":{"methods":{"GET /a":{"responses":[{"result":"success","value":{}}]}}}}}

    http "http://localhost:80" { ["GET /a"] = status(204) }
    {"services":{"http://localhost":{"methods":{"GET /a":{"responses":[{"result":"success","value":{"status":204}}]}}}}}

    http "*.example.com" { ["* /{rest...}"] = status(404, { error = "none" }) :after(5) }
    {"services":{"//*.example.com":{"methods":{"* /{rest...}":{"responses":[{"delayMs":5,"result":"success","value":{"body":{"error":"none"},"status":404}}]}}}}}

    http { ["GET /a"] = reply(null) :status(201) :headers { A = "b", C = { "d", "e" }, F = 7 } }
    {"services":{"//*":{"methods":{"GET /a":{"responses":[{"result":"success","value":{"body":null,"headers":{"A":"b","C":["d","e"],"F":"7"},"status":201}}]}}}}}

    http { ["GET /a"] = stream { 1, { event = "x" } } :every(5) :status(206) }
    {"services":{"//*":{"methods":{"GET /a":{"responses":[{"intervalMs":5,"result":"stream","values":[{"event":1,"status":206},{"event":{"event":"x"}}]}]}}}}}

    http "a.example" :passthrough()
    {"services":{"//a.example":{"methods":{},"passthrough":true}}}

    http { ["GET /a"] = stream { "b" } :headers { ["content-type"] = "text/plain" } }
    {"services":{"//*":{"methods":{"GET /a":{"responses":[{"result":"stream","values":[{"chunk":"b","headers":{"content-type":"text/plain"}}]}]}}}}}

    http { ["GET /a"] = stream {} :status(503) :headers { A = "b", E = "f" } :headers { a = "c", D = "e" } }
    {"services":{"//*":{"methods":{"GET /a":{"responses":[{"result":"stream","values":[{"chunk":"","headers":{"Content-Type":"text/event-stream","D":"e","E":"f","a":"c"},"status":503}]}]}}}}}

    http { ["GET /a"] = { stream {} :stays_open(), stream {} :fails "timedOut" } }
    {"services":{"//*":{"methods":{"GET /a":{"responses":[{"result":"stream","staysOpen":true,"values":[{"chunk":"","headers":{"Content-Type":"text/event-stream"}}]},{"error":{"code":"timedOut","message":"timedOut"},"result":"stream","values":[]}]}}}}}

    http { ["WS /a"] = socket { open = stream { 1 } :every(5), when({ body = "b" }, reply "c" :close(4000)), connect = status(403) } }
    {"services":{"//*":{"methods":{"WS /a connect":{"responses":[{"result":"success","value":{"status":403}}]},"WS /a message":{"responses":[{"match":{"body":"b"},"result":"success","value":{"body":"c","close":{"code":4000}}}],"sequenceKey":"socket"},"WS /a open":{"responses":[{"intervalMs":5,"result":"stream","values":[{"body":1}]}]}}}}}

    http { ["WS /a"] = socket { stream { 1, 2 } :close(1000, "x"), stream {} :close(1000), reply(bytes { base64 = "AAAA" }), by = "path", exhausted = "cycle" } }
    {"services":{"//*":{"methods":{"WS /a message":{"exhaustBehavior":"cycle","responses":[{"result":"stream","values":[{"body":1},{"body":2,"close":{"code":1000,"reason":"x"}}]},{"result":"stream","values":[{"close":{"code":1000}}]},{"result":"success","value":{"body":"AAAA","encoding":"base64"}}],"sequenceKey":"path"},"WS /a open":{"responses":[{"result":"success","value":{}}]}}}}}

    http "a.example" { ["GET /a"] = reply(1) } http "A.example" { ["GET /b"] = fail "timedOut" }
    {"services":{"//a.example":{"methods":{"GET /a":{"responses":[{"result":"success","value":{"body":1}}]},"GET /b":{"responses":[{"error":{"code":"timedOut","message":"timedOut"},"result":"error"}]}}}}}
    """#)
}
