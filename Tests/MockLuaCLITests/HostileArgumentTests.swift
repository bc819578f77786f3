import Foundation
import Testing

/// The command's messages about arguments, paths, and files with control characters or extreme lengths, run as a
/// process.
@Suite struct HostileArgumentTests {
  static let long = String(repeating: "x", count: 100_000)
  static let steering = "a\u{1B}[2J\u{202E}\nb"

  @Test(
    "No message quotes its input unescaped",
    arguments: [
      ["@"], ["@.lua"], ["emit", "@.lua"], ["--@"], ["a.lua", "--@=1"], ["a.lua", "--mode", "@"],
      ["a.lua", "--seed", "@"], ["a.lua", "--path", "@"], ["a.lua", "--variant", "@"],
      ["a.lua", "@"],
      ["a.lua", "--compact=@"], ["call", "a.lua", "@"], ["call", "a.lua", "A.@"],
      ["call", "a.lua", "@.m"],
      ["call", "a.lua", "A.m", "@"], ["call", "a.lua", "A.m", "{\"@\": 1"],
      ["call", "a.lua", "A.m", "{}", "@"],
      ["call", "a.lua", "--calls", "@"], ["explain", "a.lua", "@"],
      ["explain", "a.lua", "A.m", "{\"@\": ?}"],
      ["check", "@"], ["check", "a.lua", "--format", "@"], ["check", "a.lua", "--variant", "@"],
      ["list", "@"], ["generate", "diagram", "@"],
      ["generate", "diagram", "a.lua", "--variant", "@"], ["repl", "@"],
      ["generate", "@"], ["generate", "swift", "@"], ["\u{2014}@"], ["call", "a.lua", "get /@"],
      ["call", "a.lua", "/@"], ["call", "a.lua", "GET", "/@"], ["call", "a.lua", "a=@"],
      ["call", "a.lua", "A.m", "\u{201C}@"], ["explain", "a.lua", "A.m", "open=@"],
      ["a.lua", "--output", "none/@"], ["help", "@"],
    ])
  func arguments(words: [String]) throws {
    let folder = try TemporaryFolder(["a.lua": "service \"A\" { m = reply(1) }\n"])
    for text in [Self.long, Self.steering] {
      let process = try MockLuaProcess(
        words.map { $0.replacingOccurrences(of: "@", with: text) }, in: folder)
      // The result of a call isn't a message.
      check(process.messages + (words[0] == "call" ? "" : process.output))
      #expect(process.exitCode < 128)
    }
  }

  @Test("A message about a hostile file name or content is escaped too")
  func files() throws {
    let folder = try TemporaryFolder()
    let name = Self.steering.replacingOccurrences(of: "/", with: "_")
    try folder.write("x = 1\n", to: name + ".lua")
    try folder.write("{\"services\": {\"\(name.dropLast(3))\": 1}}", to: name + ".json")
    try folder.write("{\"services\": {\"\(Self.long)\": 1}}", to: "long.json")
    try folder.write("local x = \(Self.long).y", to: "long.lua")
    for file in [name + ".lua", name + ".json", "long.json", "long.lua"] {
      for command in [["check"], ["check", "--format", "github"], ["emit"], ["repl"]] {
        let process = try MockLuaProcess(command + [file], in: folder)
        check(process.messages + process.output)
      }
    }
  }

  private func check(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(!text.contains(String(repeating: "x", count: 201)), sourceLocation: sourceLocation)
    let isHarmless = text.unicodeScalars.allSatisfy {
      $0 == "\n" || ![.control, .format].contains($0.properties.generalCategory)
    }
    #expect(isHarmless, "\(text.debugDescription.prefix(1000))", sourceLocation: sourceLocation)
  }
}
