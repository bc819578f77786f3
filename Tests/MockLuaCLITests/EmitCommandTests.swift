import Foundation
import MockServices
import Testing

/// `mocklua emit` for scripts, run as a process.
struct EmitCommandTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder([
      "a.lua": SampleScript.source,
      "live.lua": """
      service "A" {
        m = function(args) return 1 end,
      }
      """,
      "mistake.lua": "\nservice \"A\" { m = replyy(1) }\n",
      "scenarios.lua": """
      service "A" { m = reply(1) }
      variant("slow", function() override("A", "m", reply(2)) end)
      variant("broken", function() override("A", "m", reply(3)) end)
      """,
      "mode.lua": "service \"A\" { m = reply(mode or \"none\") }\n",
      "random.lua": "service \"A\" { m = reply(random(1, 1000000000)) }\n",
      "module.lua": "local answers = require \"answers\"\nservice \"A\" { m = answers.one }\n",
      "print.lua": "print(\"hello\")\nservice \"A\" { m = reply(1) }\n",
    ])
  }

  @Test(
    "By default only pretty-printed JSON is printed",
    arguments: [
      ["a.lua"], ["emit", "a.lua"], ["--output", "-", "a.lua"], ["./a.lua", "--static"],
    ])
  func printsPrettyJSON(arguments: [String]) throws {
    let process = try MockLuaProcess(arguments, in: folder)
    #expect(process.output == SampleScript.prettyJSON)
    #expect(process.messages.isEmpty)
    #expect(process.exitCode == 0)
  }

  @Test("--compact prints a single line")
  func printsCompactJSON() throws {
    let process = try MockLuaProcess(["a.lua", "--compact"], in: folder)
    #expect(process.output == SampleScript.compactJSON)
    #expect(process.exitCode == 0)
  }

  @Test("The same JSON is printed as base64, or as an environment assignment with --env")
  func printsBase64() throws {
    let base64 = try MockLuaProcess(["a.lua", "--base64"], in: folder)
    let environment = try MockLuaProcess(["a.lua", "--env"], in: folder)
    #expect(environment.output == "MOCK_SERVICE_CONFIG=" + base64.output)
    #expect(base64.output.hasSuffix("\n"))
    let data = try #require(Data(base64Encoded: String(base64.output.dropLast())))
    #expect(try json(data) == json(Data(SampleScript.compactJSON.utf8)))
  }

  @Test("--env compresses a long value, and rejects one that is still too long")
  func printsLongVariables() throws {
    func script(word: String) -> String {
      """
      local words = {}
      for i = 1, 40000 do words[i] = \(word) end
      service "S" { m = reply(words) }
      """
    }
    try folder.write(script(word: "'word'"), to: "long.lua")
    let long = try MockLuaProcess(["long.lua", "--env"], in: folder)
    #expect(long.output.hasPrefix("MOCK_SERVICE_CONFIG=zlib1:"))
    let value = String(long.output.dropFirst("MOCK_SERVICE_CONFIG=".count))
    let read = try MockServiceConfiguration.fromEnvironment(["MOCK_SERVICE_CONFIG": value])
    let json = try MockLuaProcess(["long.lua", "--output", "long.json"], in: folder)
    #expect(json.exitCode == 0)
    #expect(read == (try MockServiceConfiguration(json: try folder.read("long.json"))))

    try folder.write(script(word: "math.random(1 << 50)"), to: "longer.lua")
    let longer = try MockLuaProcess(["longer.lua", "--env"], in: folder)
    #expect(longer.output.isEmpty)
    #expect(longer.exitCode == 1)
    #expect(longer.messages.hasPrefix("mocklua: even compressed, the configuration's "))
    #expect(longer.messages.contains("; write it with --output FILE, and set "))
  }

  @Test("Standard input is read, with and without a byte order mark", arguments: ["", "\u{FEFF}"])
  func readsStandardInput(mark: String) throws {
    let process = try MockLuaProcess(
      ["-", "--compact"], in: folder, input: mark + SampleScript.source)
    #expect(process.output == SampleScript.compactJSON)
    #expect(process.exitCode == 0)
  }

  @Test("Messages call standard input `stdin`")
  func namesStandardInput() throws {
    let process = try MockLuaProcess(["-"], in: folder, input: "service \"A\" { m = replyy(1) }\n")
    #expect(process.messages.hasPrefix("stdin:1: "))
    #expect(process.exitCode == 1)
  }

  @Test("A script is read from a pipe that can only be read once")
  func readsPipe() throws {
    let process = try MockLuaProcess(
      ["/dev/fd/4", "--compact"], in: folder, redirection: "4<a.lua")
    #expect(process.output == SampleScript.compactJSON)
  }

  @Test("An error is reported with its location, and nothing is printed")
  func reportsError() throws {
    let process = try MockLuaProcess(["mistake.lua"], in: folder)
    #expect(process.output.isEmpty)
    #expect(process.messages.hasPrefix("mistake.lua:2: "))
    #expect(process.messages.contains("replyy"))
    #expect(process.exitCode == 1)
  }

  @Test("Dynamic responses are listed on standard error as live only")
  func listsDynamicAnswers() throws {
    let process = try MockLuaProcess(["live.lua"], in: folder)
    #expect(process.output.hasPrefix("{"))
    #expect(
      process.messages == """
        live.lua:2: note: A.m#1 is computed at run time; run the script in an app or a test

        """)
    #expect(process.exitCode == 0)
  }

  @Test("Dynamic responses aren't listed if the script is embedded")
  func embedsQuietly() throws {
    let process = try MockLuaProcess(["live.lua", "--embed-script"], in: folder)
    #expect(process.output.contains("\"script\""))
    #expect(process.messages.isEmpty)
  }

  @Test("--static rejects dynamic responses")
  func refusesDynamicAnswers() throws {
    let process = try MockLuaProcess(["live.lua", "--static"], in: folder)
    #expect(process.output.isEmpty)
    #expect(
      process.messages == """
        live.lua:2: A.m#1 is computed by Lua at run time, which --static forbids; \
        write reply(...) with data, or remove --static

        """)
    #expect(process.exitCode == 1)
  }

  @Test("Prints no notes if it is asked to be quiet", arguments: ["-q", "--quiet"])
  func quiet(option: String) throws {
    let process = try MockLuaProcess(["live.lua", option], in: folder)
    #expect(process.messages.isEmpty && !process.output.isEmpty)
    #expect(try !MockLuaProcess(["live.lua"], in: folder).messages.isEmpty)
  }

  @Test("Writes a file by the short option as well", arguments: [["-o", "b.json"], ["-o=b.json"]])
  func shortOutput(option: [String]) throws {
    let process = try MockLuaProcess(["a.lua", "--compact"] + option, in: folder)
    #expect(process.output.isEmpty && process.exitCode == 0)
    #expect(try folder.read("b.json") == SampleScript.compactJSON)
  }

  @Test("A scenario can be chosen", arguments: [("slow", 2), ("broken", 3)])
  func choosesScenario(name: String, value: Int) throws {
    let process = try MockLuaProcess(
      ["scenarios.lua", "--variant", name, "--compact"], in: folder)
    #expect(process.output.contains("\"value\":\(value)}"))
    #expect(process.exitCode == 0)
  }

  @Test("An undeclared scenario is rejected")
  func refusesUnknownScenario() throws {
    let process = try MockLuaProcess(["scenarios.lua", "--variant", "slwo"], in: folder)
    #expect(process.output.isEmpty)
    #expect(process.messages.contains("slow"))
    #expect(process.exitCode == 1)
  }

  @Test("The script gets its mode", arguments: ["uitest", "debug", "developer"])
  func tellsMode(mode: String) throws {
    let process = try MockLuaProcess(["mode.lua", "--mode", mode, "--compact"], in: folder)
    #expect(process.output.contains("\"value\":\"\(mode)\""))
  }

  @Test("Random values repeat for a seed, and differ for another")
  func seeds() throws {
    let outputs = try ["1", "1", "2"].map {
      try MockLuaProcess(["random.lua", "--seed", $0], in: folder).output
    }
    #expect(!outputs[0].isEmpty)
    #expect(outputs[0] == outputs[1])
    #expect(outputs[0] != outputs[2])
  }

  @Test("Modules are found in every folder of --path")
  func findsModules() throws {
    for name in ["one", "two"] {
      try FileManager.default.createDirectory(
        at: folder.url(of: name), withIntermediateDirectories: false)
    }
    try folder.write("return { one = reply(1) }\n", to: "two/answers.lua")
    let process = try MockLuaProcess(
      ["module.lua", "--compact", "--path", "one", "--path=two"], in: folder)
    #expect(process.output == SampleScript.compactJSON)
  }

  @Test("Modules next to the script are found from any working directory")
  func findsModulesBesideScript() throws {
    let elsewhere = try TemporaryFolder()
    try folder.write("return { one = reply(1) }\n", to: "answers.lua")
    let process = try MockLuaProcess(
      [folder.url(of: "module.lua").path, "--compact"], in: elsewhere)
    #expect(process.output == SampleScript.compactJSON)
  }

  @Test("The script can be embedded")
  func embedsScript() throws {
    let process = try MockLuaProcess(["a.lua", "--embed-script"], in: folder)
    let object = try JSONSerialization.jsonObject(with: Data(process.output.utf8))
    let script = (object as? [String: Any])?["script"] as? [String: Any]
    #expect(script?["name"] as? String == "a.lua")
    #expect(script?["source"] as? String == SampleScript.source)
    #expect(process.exitCode == 0)
  }

  @Test("The script's own output is kept separate from the result")
  func keepsPrintAway() throws {
    let process = try MockLuaProcess(["print.lua"], in: folder)
    #expect(process.output == SampleScript.prettyJSON)
    #expect(process.messages.contains("hello"))
  }

  private func json(_ data: Data) throws -> NSDictionary? {
    try JSONSerialization.jsonObject(with: data) as? NSDictionary
  }
}
