import MockLua
import MockServices
import Testing

@Suite struct ValueTests {
  @Test("A value becomes JSON", arguments: data + helpers + time + text)
  func value(output: ScriptOutput) throws {
    try output.check()
  }

  static let data = ScriptOutput.values(
    #"""
    null => null
    true => true
    false => false
    0 => 0
    -7 => -7
    1.0 => 1.0
    0.1 => 0.1
    -0.5 => -0.5
    7 // 2 => 3
    7 / 2 => 3.5
    6 / 2 => 3.0
    2^53 => 9007199254740992.0
    math.maxinteger => 9223372036854775807
    math.mininteger => -9223372036854775808
    "" => ""
    "a \"quoted\" word" => "a \"quoted\" word"
    "line\nbreak" => "line\nbreak"
    "Grüße" => "Grüße"
    {} => {}
    array {} => []
    { 1, 2, 3 } => [1,2,3]
    { "a", true, null } => ["a",true,null]
    { a = 1, b = { c = {} } } => {"a":1,"b":{"c":{}}}
    { b = 1, a = 2, C = 3 } => {"C":3,"a":2,"b":1}
    { items = array {} } => {"items":[]}
    { null, null } => [null,null]
    { a = null } => {"a":null}
    { ["a key"] = 1 } => {"a key":1}
    { { 1, 2 }, { 3 } } => [[1,2],[3]]
    { [1] = "a", [2] = "b" } => ["a","b"]
    """#)

  static let helpers = ScriptOutput.values(
    #"""
    array { 1, 2 } => [1,2]
    array { array {}, {} } => [[],{}]
    copy { a = { 1, 2 } } => {"a":[1,2]}
    copy(array {}) => []
    copy(5) => 5
    copy(null) => null
    enum_case("failed", 3) => {"failed":{"_0":3}}
    enum_case("moved", 1.5, "north") => {"moved":{"_0":1.5,"_1":"north"}}
    enum_case("done") => {"done":{}}
    enum_case("maybe", nil) => {"maybe":{"_0":null}}
    enum_case("list", { 1 }) => {"list":{"_0":[1]}}
    #{ 1, 2, 3 } => 3
    select("#", 1, 2) => 2
    ("x"):rep(3) => "xxx"
    string.format("%05.1f", 3.14159) => "003.1"
    table.concat({ "a", "b" }, "-") => "a-b"
    math.floor(2.7) => 2
    utf8.char(72, 228) => "Hä"
    { table.unpack({ 1, 2, 3 }, 2) } => [2,3]
    type(null) => "userdata"
    null == null => true
    null == nil => false
    mode == nil => true
    """#)

  static let time = ScriptOutput.values(
    #"""
    clock() => 1767225600000
    clock.date() => "2026-01-01T00:00:00Z"
    clock.date {} => "2026-01-01T00:00:00Z"
    clock.date { days = 1 } => "2026-01-02T00:00:00Z"
    clock.date { days = 1, hour = 9, minute = 30 } => "2026-01-02T09:30:00Z"
    clock.date { second = 59 } => "2026-01-01T00:00:59Z"
    clock.date { days = -1 } => "2025-12-31T00:00:00Z"
    clock.date { days = 59 } => "2026-03-01T00:00:00Z"
    clock.date { hour = 25 } => "2026-01-02T01:00:00Z"
    os.time() => 1767225600
    os.time { year = 2026, month = 1, day = 31 } => 1769860800
    os.time { year = 2026, month = 1, day = 1, hour = 0 } => 1767225600
    os.time { year = 2024, month = 2, day = 29, hour = 23, min = 59, sec = 59 } => 1709251199
    os.time { year = 2025, month = 13, day = 1, hour = 0 } => 1767225600
    os.time { year = 1970, month = 1, day = 1, hour = 0 } => 0
    os.date("%Y-%m-%d %H:%M:%S", 1709251199) => "2024-02-29 23:59:59"
    os.date("%Y-%m-%d") => "2026-01-01"
    os.date("!%A", 0) => "Thursday"
    os.date("*t", 86400).day => 2
    os.clock() => 0.0
    os.difftime(5, 3) => 2.0
    """#)

  static let text = ScriptOutput.values(
    #"""
    base64("") => ""
    base64("f") => "Zg=="
    base64("foobar") => "Zm9vYmFy"
    base64("\0\xff") => "AP8="
    json.encode { b = 1, a = { 1, 2.0, null } } => "{\"a\":[1,2.0,null],\"b\":1}"
    json.encode(array {}) => "[]"
    json.encode {} => "{}"
    json.encode("a") => "\"a\""
    json.encode(nil) => "null"
    json.decode [[{"a": [1, 2.0, null], "b": {}}]] => {"a":[1,2.0,null],"b":{}}
    json.decode "[]" => []
    json.decode "null" => null
    json.decode(json.encode { a = array {}, b = {}, c = 1.0, d = null }) => {"a":[],"b":{},"c":1.0,"d":null}
    json.decode [["\u00e9"]] => "é"
    """#)

  @Test("`mode` is set by the caller", arguments: ScenarioMode.allCases)
  func mode(mode: ScenarioMode) throws {
    var options = ScenarioOptions()
    options.mode = mode
    let expected = "\"\(mode.rawValue)\""
    try #require(ScriptOutput.values("mode => \(expected)").first).check(options: options)
  }

  @Test("`log` and `print` output goes to the caller, not into the result")
  func log() throws {
    let lines = Lines()
    var options = ScenarioOptions()
    options.print = { lines.append($0) }
    _ = try LuaScenario.load(
      source: "log('a', 1, null)\nprint(1.0)", name: "m.lua", directory: nil, options: options)
    #expect(lines.all == ["a\t1\tnull", "1.0"])
  }

  @Test("`print` shows the contents of tables: values, arguments, responses, and state")
  func printedTables() throws {
    let lines = Lines()
    var options = ScenarioOptions()
    options.print = { lines.append($0) }
    _ = try LuaScenario.load(
      source: """
        print({ code = "1", ids = { 1, 2 } }, {}, nil, "x")
        print(reply { a = 1 }, fail "offline")
        shared { user = "Ada" }
        print(setmetatable({}, { __tostring = function() return "own" end }))
        """, name: "m.lua", directory: nil, options: options)
    #expect(
      lines.all == [
        "{ code = \"1\", ids = { 1, 2 } }\t{}\tnil\tx", "reply { a = 1 }\tfail(\"offline\")",
        "own",
      ])
  }
}
