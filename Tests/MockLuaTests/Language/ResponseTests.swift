import Testing

@Suite struct ResponseTests {
  @Test("A response becomes an entry of `responses`", arguments: responses + builders + streams)
  func response(output: ScriptOutput) throws {
    try output.check()
  }

  static let responses = ScriptOutput.responses(
    #"""
    reply() => {"result":"success"}
    reply(null) => {"result":"success","value":null}
    reply(true) => {"result":"success","value":true}
    reply "text" => {"result":"success","value":"text"}
    reply { a = 1 } => {"result":"success","value":{"a":1}}
    reply {} => {"result":"success","value":{}}
    fail("code") => {"error":{"code":"code","message":"code"},"result":"error"}
    fail "code" => {"error":{"code":"code","message":"code"},"result":"error"}
    fail("code", "text") => {"error":{"code":"code","message":"text"},"result":"error"}
    fail("code", nil, { a = 1 }) => {"error":{"code":"code","details":{"a":1},"message":"code"},"result":"error"}
    fail("code", "text", null) => {"error":{"code":"code","details":null,"message":"text"},"result":"error"}
    reply(function() end) => {"callback":"A.m#1","result":"callback"}
    function() end => {"callback":"A.m#1","result":"callback"}
    """#)

  static let builders = ScriptOutput.responses(
    #"""
    reply() :set { a = 1 } => {"result":"success","updateSharedState":{"a":1}}
    reply() :set { a = 1 } :set { b = null } => {"result":"success","updateSharedState":{"a":1,"b":null}}
    reply() :set { a = 1 } :set { a = 2 } => {"result":"success","updateSharedState":{"a":2}}
    fail("x") :set { a = 1 } => {"error":{"code":"x","message":"x"},"result":"error","updateSharedState":{"a":1}}
    reply() :after(0) => {"delayMs":0,"result":"success"}
    reply() :after(250) => {"delayMs":250,"result":"success"}
    reply() :after(250.0) => {"delayMs":250,"result":"success"}
    reply() :after(1) :after(2) => {"delayMs":2,"result":"success"}
    reply() :after { min = 1, max = 9 } => {"delayMs":{"max":9,"min":1},"result":"success"}
    reply() :after { median = 20, sigma = 0.5, max = 90 } => {"delayMs":{"max":90,"median":20,"sigma":0.5},"result":"success"}
    fail("x") :after(5) => {"delayMs":5,"error":{"code":"x","message":"x"},"result":"error"}
    reply() :gate "open" => {"gate":"open","result":"success"}
    reply() :chance(1) => {"chance":1.0,"result":"success"}
    reply() :optional() => {"optional":true,"result":"success"}
    reply { a = 1 } :ignore_unknown_keys() => {"ignoresUnknownKeys":true,"result":"success","value":{"a":1}}
    reply() :times(1) => {"result":"success"}
    reply() :times(3) => {"result":"success"},{"result":"success"},{"result":"success"}
    reply(1) :after(5) :gate "g" :times(2) => {"delayMs":5,"gate":"g","result":"success","value":1},{"delayMs":5,"gate":"g","result":"success","value":1}
    reply(function() end) :after(5) :optional() => {"callback":"A.m#1","delayMs":5,"optional":true,"result":"callback"}
    """#)

  static let streams = ScriptOutput.responses(
    #"""
    stream {} => {"result":"stream","values":[]}
    stream { 1, "a", null } => {"result":"stream","values":[1,"a",null]}
    stream(array { 1 }) => {"result":"stream","values":[1]}
    stream { 1 } :every(100) => {"intervalMs":100,"result":"stream","values":[1]}
    stream { 1 } :fails("broken") => {"error":{"code":"broken","message":"broken"},"result":"stream","values":[1]}
    stream { 1 } :fails("broken", "text", { a = 1 }) => {"error":{"code":"broken","details":{"a":1},"message":"text"},"result":"stream","values":[1]}
    stream { 1 } :every(5) :after(9) :set { a = 1 } => {"delayMs":9,"intervalMs":5,"result":"stream","updateSharedState":{"a":1},"values":[1]}
    stream { 1 } :stays_open() => {"result":"stream","staysOpen":true,"values":[1]}
    stream(function() end) :stays_open() => {"callback":"A.m#1","result":"callback","staysOpen":true}
    stream(function() end) => {"callback":"A.m#1","result":"callback"}
    stream(function() end) :every(5) => {"callback":"A.m#1","intervalMs":5,"result":"callback"}
    """#)

  @Test("A builder returns a new response and copies data", arguments: copies)
  func copiesData(output: ScriptOutput) throws {
    try output.check()
  }

  static let copies = ScriptOutput.scripts(
    #"""
    local slow = reply(1) :after(10)
    service "A" { m = slow :gate "g", n = slow }
    {"services":{"A":{"methods":{"m":{"responses":[{"delayMs":10,"gate":"g","result":"success","value":1}]},"n":{"responses":[{"delayMs":10,"result":"success","value":1}]}}}}}

    local data = { name = "before" }
    local answer = reply(data)
    data.name = "after"
    service "A" { m = answer, n = reply(data) }
    {"services":{"A":{"methods":{"m":{"responses":[{"result":"success","value":{"name":"before"}}]},"n":{"responses":[{"result":"success","value":{"name":"after"}}]}}}}}
    """#)
}
