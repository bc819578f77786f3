import MockLua
import Testing

@Suite struct RuleTests {
  @Test("A pattern becomes `match`", arguments: patterns)
  func pattern(output: ScriptOutput) throws {
    try output.check()
  }

  static let patterns = ScriptOutput.patterns(
    #"""
    {} => {}
    { a = 1 } => {"a":1}
    { a = null } => {"a":null}
    { a = { b = 1 } } => {"a":{"b":1}}
    { a = { 1, 2 } } => {"a":[1,2]}
    { a = array {} } => {"a":[]}
    { a = {} } => {"a":{}}
    { ["a.b"] = 1 } => {"a.b":1}
    { a = is.eq(1) } => {"a":{"$eq":1}}
    { a = is.eq(null) } => {"a":{"$eq":null}}
    { a = is.eq { b = {} } } => {"a":{"$eq":{"b":{}}}}
    { a = is.ne "x" } => {"a":{"$ne":"x"}}
    { a = is.gt(1) } => {"a":{"$gt":1}}
    { a = is.ge(1.5) } => {"a":{"$gte":1.5}}
    { a = is.lt "m" } => {"a":{"$lt":"m"}}
    { a = is.le(0) } => {"a":{"$lte":0}}
    { a = is.one_of { 1, "b", null } } => {"a":{"$in":[1,"b",null]}}
    { a = is.one_of {} } => {"a":{"$in":[]}}
    { a = is.one_of(array { 1 }) } => {"a":{"$in":[1]}}
    { a = is.none_of { 1 } } => {"a":{"$nin":[1]}}
    { a = is.regex [[^\d+$]] } => {"a":{"$regex":"^\\d+$"}}
    { a = is.exists } => {"a":{"$exists":true}}
    { a = is.absent } => {"a":{"$exists":false}}
    { a = is.type "string" } => {"a":{"$type":"string"}}
    { a = is.size(0) } => {"a":{"$size":0}}
    { a = is.containing { 1, 2 } } => {"a":{"$all":[1,2]}}
    { a = is.any_item(is.gt(1)) } => {"a":{"$elemMatch":{"$gt":1}}}
    { a = is.any_item { id = 1 } } => {"a":{"$elemMatch":{"id":1}}}
    { a = is.anything_but(is.gt(1)) } => {"a":{"$not":{"$gt":1}}}
    { a = is.anything_but(1) } => {"a":{"$not":1}}
    { a = is.all_of(is.gt(1), is.lt(5)) } => {"a":{"$and":[{"$gt":1},{"$lt":5}]}}
    { a = is.any_of(1, is.absent, is.gt(5)) } => {"a":{"$or":[1,{"$exists":false},{"$gt":5}]}}
    { a = { b = is.gt(1), c = 2 } } => {"a":{"b":{"$gt":1},"c":2}}
    is.all_of({ a = 1 }, { b = is.gt(1) }) => {"$and":[{"a":1},{"b":{"$gt":1}}]}
    is.anything_but { a = is.gt(1) } => {"$not":{"a":{"$gt":1}}}
    { a = is.anything_but { b = 1 } } => {"a":{"$not":{"b":1}}}
    function(args) return args.a == 1 end => {"$where":"A.m#1"}
    { a = { b = function(value) return value == 1 end } } => {"a":{"b":{"$where":"A.m#1"}}}
    is.any_of({ a = 1 }, function() return true end) => {"$or":[{"a":1},{"$where":"A.m#1"}]}
    """#)

  @Test("Each type of `is.type` is in the format", arguments: types)
  func type(name: String) throws {
    let table = "{ a = is.type \"\(name)\" } => {\"a\":{\"$type\":\"\(name)\"}}"
    try #require(ScriptOutput.patterns(table).first).check()
  }

  static let types = ["null", "bool", "int", "double", "number", "string", "array", "object"]

  @Test("Rules and plain responses become one list", arguments: lists)
  func list(output: ScriptOutput) throws {
    try output.check()
  }

  static let lists = ScriptOutput.behaviors(
    #"""
    { when({ a = 1 }, reply(1)), reply(2) } => {"responses":[{"match":{"a":1},"result":"success","value":1},{"result":"success","value":2}]}
    { when({ a = 1 }, { reply(1), fail("x") }) } => {"responses":[{"match":{"a":1},"result":"success","value":1},{"error":{"code":"x","message":"x"},"match":{"a":1},"result":"error"}]}
    { when({ a = 1 }, reply(1) :times(2)) } => {"responses":[{"match":{"a":1},"result":"success","value":1},{"match":{"a":1},"result":"success","value":1}]}
    { reply(2), when({ a = 1 }, reply(1)) } => {"responses":[{"result":"success","value":2},{"match":{"a":1},"result":"success","value":1}]}
    { when({ a = 1 }, reply(1)), when({}, reply(2)) } => {"responses":[{"match":{"a":1},"result":"success","value":1},{"match":{},"result":"success","value":2}]}
    { when({}, reply(1)), when({}, reply(2)) } => {"responses":[{"match":{},"result":"success","value":1},{"match":{},"result":"success","value":2}]}
    { when({ a = 1 }, function() end), function() end } => {"responses":[{"callback":"A.m#1","match":{"a":1},"result":"callback"},{"callback":"A.m#2","result":"callback"}]}
    { when(function() end, function() end), reply() } => {"responses":[{"callback":"A.m#2","match":{"$where":"A.m#1"},"result":"callback"},{"result":"success"}]}
    { reply(1), exhausted = "repeatLast" } => {"exhaustBehavior":"repeatLast","responses":[{"result":"success","value":1}]}
    { reply(1), exhausted = "fatalError" } => {"exhaustBehavior":"fatalError","responses":[{"result":"success","value":1}]}
    { reply(1), exhausted = "cycle" } => {"exhaustBehavior":"cycle","responses":[{"result":"success","value":1}]}
    { exhausted = "error", reply(1) } => {"exhaustBehavior":"error","responses":[{"result":"success","value":1}]}
    { by = "order.id", reply(1), reply(2) } => {"responses":[{"result":"success","value":1},{"result":"success","value":2}],"sequenceKey":"order.id"}
    """#)

  @Test("Functions are listed with their lines, in script order")
  func dynamicAnswers() throws {
    let scenario = try LuaScenario.load(
      source: """
        service "B" {
          z = function() end,
          a = {
            when(function() return true end, reply()),
            reply(function() end),
          },
        }
        service "A" { m = stream(function() end) }
        """, name: "m.lua", directory: nil)
    let listed = scenario.dynamicAnswers.map { "\($0.place) \($0.name)" }
    #expect(listed == ["m.lua:2 B.z#1", "m.lua:4 B.a#1", "m.lua:5 B.a#2", "m.lua:8 A.m#1"])
  }
}
