import MockLua
import MockServices
import Testing

@Suite struct ModuleTests {
  /// Data, modules, and text files next to the script.
  static let files = [
    "user.json": #"{ "name": "Ada", "tags": [], "age": 36, "score": 1.0, "none": null }"#,
    "list.json": "[1, 2]",
    "rows.csv": "id,name\r\n1,\"Lovelace, Ada\"\n\n2,\"says \"\"hi\"\"\"\n",
    "empty.csv": "id,name\n",
    "note.txt": "two\nlines\n",
    "folder/deep.json": "true",
    "double.lua": "return function(n) return 2 * n end",
    "presets/login.lua": "return { status = require 'presets.status' }",
    "presets/status.lua": "return 7",
    "nothing.lua": "log 'loaded'",
  ]

  @Test("Fixtures and modules are found next to the script", arguments: values)
  func value(output: ScriptOutput) throws {
    try output.check(files: Self.files)
  }

  static let values = ScriptOutput.values(
    #"""
    fixture "user.json" => {"age":36,"name":"Ada","none":null,"score":1.0,"tags":[]}
    fixture "list.json" => [1,2]
    #fixture "list.json" => 2
    fixture "rows.csv" => [{"id":"1","name":"Lovelace, Ada"},{"id":"2","name":"says \"hi\""}]
    fixture "rows.csv" [2].id => "2"
    fixture "empty.csv" => []
    fixture "note.txt" => "two\nlines\n"
    fixture "folder/deep.json" => true
    require "double" (21) => 42
    require "presets.login" => {"status":7}
    require "presets.login" == require "presets.login" => true
    require "nothing" => true
    """#)

  @Test("A fixture can be changed, and is read again each time")
  func copies() throws {
    let script = #"""
      local user = fixture "user.json"
      user.name = "Grace"
      service "A" { m = reply(user.name), n = reply(fixture "user.json" .name), o = stream(fixture "list.json") }
      {"services":{"A":{"methods":{"m":{"responses":[{"result":"success","value":"Grace"}]},"n":{"responses":[{"result":"success","value":"Ada"}]},"o":{"responses":[{"result":"stream","values":[1,2]}]}}}}}
      """#
    try #require(ScriptOutput.scripts(script).first).check(files: Self.files)
  }

  @Test(
    "Other invalid files are reported too",
    arguments: [
      (
        "require 'bytecode'",
        "bytecode.lua:1: attempt to load a binary chunk (mode is 't'); "
          + "scripts can't contain bytecode; write Lua source"
      ),
      (
        "fixture 'nothing.json'",
        "m.lua:1: fixture `nothing.json` is invalid JSON at 1:1: the text is empty; "
          + "write a value such as `{}`"
      ),
      (
        "require('empty', 5)",
        "m.lua:1: `require` takes one argument, not 2; write `require \"folder.module\"`"
      ),
    ])
  func errors(source: String, message: String) throws {
    let folder = try TemporaryFolder(
      files: ["bytecode.lua": "\u{1B}Lua", "nothing.json": "", "empty.lua": ""])
    let error = #expect(throws: ScenarioError.self) {
      try LuaScenario.load(source: source, name: "m.lua", directory: folder.path)
    }
    #expect(error?.description.replacing("\(folder.path)/", with: "") == message)
  }

  @Test("A module runs once")
  func once() throws {
    let folder = try TemporaryFolder(files: Self.files)
    let lines = Lines()
    var options = ScenarioOptions()
    options.print = { lines.append($0) }
    let scenario = try LuaScenario.load(
      source: "require 'nothing' require 'nothing'", name: "m.lua", directory: folder.path,
      options: options)
    #expect(lines.all == ["loaded"])
    #expect(scenario.script.modules.keys.sorted() == ["nothing"])
  }

  @Test("Modules and fixtures are also found on the search paths, after the script's own folder")
  func searchPaths() throws {
    let own = try TemporaryFolder(files: ["a.lua": "return 'own'"])
    let other = try TemporaryFolder(files: ["a.lua": "return 'other'", "b.lua": "return 'other'"])
    var options = ScenarioOptions()
    options.searchPaths = [other.path]
    let scenario = try LuaScenario.load(
      source: "service 'A' { m = { reply(require 'a'), reply(require 'b') } }", name: "m.lua",
      directory: own.path, options: options)
    let responses = scenario.configuration.services["A"]?.methods["m"]?.responses
    #expect(responses?.map(\.value) == ["own", "other"])
  }
}
