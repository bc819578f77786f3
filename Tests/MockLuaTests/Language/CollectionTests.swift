import Testing

@Suite struct CollectionTests {
  @Test("A collection stores rows", arguments: rows)
  func keepsRows(output: ScriptOutput) throws {
    try output.check()
  }

  /// Each value is the result of a function with an empty collection `c`.
  static let rows = ScriptOutput.values(
    #"""
    c:count() => 0
    c:all() => []
    c:insert { id = 1, n = "a" } => {"id":1,"n":"a"}
    #c:insert { n = "a" }.id => 36
    c:insert { id = 1 } and c:count() => 1
    c:insert { id = 1 } and c:insert { id = 2 } and c:all() => [{"id":1},{"id":2}]
    c:insert { id = 1, n = "a" } and c:get(1) => {"id":1,"n":"a"}
    c:insert { id = 1 } and c:get(2) == nil => true
    c:insert { id = 1, n = "a", m = 1 } and c:update(1, { n = "b" }) => {"id":1,"m":1,"n":"b"}
    c:insert { id = 1, n = "a" } and c:update(1, { n = "b" }) and c:get(1).n => "b"
    c:update(1, { n = "b" }) == nil => true
    c:insert { id = 1, n = "a" } and c:remove(1) => {"id":1,"n":"a"}
    c:insert { id = 1 } and c:remove(1) and c:count() => 0
    c:remove(1) == nil => true
    c:insert { id = 1 } and { c:clear() or c:count() } => [0]
    c:insert { id = 1, n = 5 } and c:insert { id = 2, n = 7 } and c:where { n = 7 } => [{"id":2,"n":7}]
    c:insert { id = 1, n = 5 } and c:insert { id = 2, n = 7 } and #c:where { n = is.gt(1) } => 2
    c:insert { id = 1, n = 5 } and c:where { n = is.anything_but(5) } => []
    c:insert { id = 1, n = "ab" } and c:insert { id = 2, n = "b" } and #c:where { n = is.regex "^a" } + 2 * #c:where { n = is.regex "b$" } => 5
    c:insert { id = 1 } and #c => 1
    #c => 0
    c:insert { id = 1, n = "a" } and c[1].n => "a"
    c[1] == nil => true
    next(c) == nil => true
    c:insert { id = 1 } and select(2, next(c)).id => 1
    collection "rows" == c => true
    collection "others" == c => false
    #c:insert { id = 1 } and #c:all() => 1
    copy(c:insert { id = 1, list = { 1, 2 } }).list[2] => 2
    c:insert { id = 1, list = array {} } => {"id":1,"list":[]}
    """#
  ).map { output in
    var output = output
    output.source = #"local c = collection "rows""# + "\n" + output.source
    return output
  }

  @Test("A row is copied when it is added")
  func copies() throws {
    let script = #"""
      local row = { id = 1, n = "before" }
      collection "rows" :insert(row)
      row.n = "after"
      service "A" { m = reply(collection "rows" :get(1).n) }
      {"services":{"A":{"methods":{"m":{"responses":[{"result":"success","value":"before"}]}}}}}
      """#
    try #require(ScriptOutput.scripts(script).first).check()
  }

  @Test("A collection can be iterated like a list", arguments: ["pairs", "ipairs"])
  func iterates(function: String) throws {
    let script = #"""
      local c = collection "rows"
      c:insert { id = 1 }
      c:insert { id = 2 }
      local ids = {}
      for i, row in \#(function)(c) do ids[i] = row.id end
      service "A" { m = reply(ids) }
      {"services":{"A":{"methods":{"m":{"responses":[{"result":"success","value":[1,2]}]}}}}}
      """#
    try #require(ScriptOutput.scripts(script).first).check()
  }
}
