import Foundation
import MockLua
import Testing

@testable import MockLuaCLI

/// `mocklua init`, run as a process.
///
/// `scripts/check-package` runs the generated test.
struct InitCommandTests {
  @Test(
    "A script, editor files, and a test are written, with instructions for a package",
    arguments: ["", "a/b", "a/b/"])
  func writes(target: String) throws {
    let folder = try TemporaryFolder()
    let process = try MockLuaProcess(["init"] + (target.isEmpty ? [] : [target]), in: folder)
    #expect(process.messages == "")
    #expect(process.exitCode == 0)
    let start = target.isEmpty ? "" : "a/b/"
    for (path, text) in FirstFiles.all {
      #expect(process.output.contains("\(start)\(path): written\n"))
      #expect(try folder.read(start + path) == text)
    }
    #expect(process.output.hasSuffix(FirstFiles.next))
  }

  @Test("A skill has instructions, and every article that they name")
  func skill() throws {
    let folder = try TemporaryFolder()
    let process = try MockLuaProcess(["init", "--skill"], in: folder)
    #expect(process.exitCode == 0, "\(process.messages)")
    let start = ".agents/skills/mocklua"
    let instructions = try folder.read("\(start)/SKILL.md")
    #expect(instructions.hasPrefix("---\nname: mocklua\ndescription: "))
    let links = instructions.matches(of: /\]\((references\/[^)]+)\)/).map { String($0.1) }
    #expect(links.count == 15)
    for link in links {
      let text = try folder.read("\(start)/\(link)")
      #expect(!text.contains("<doc:"))
      for other in text.matches(of: /\]\((\w+\.md)\)/) {
        #expect(links.contains("references/\(other.1)"))
      }
    }
    let again = try MockLuaProcess(["init", "--skill"], in: folder)
    #expect(again.output.contains("SKILL.md: exists, and stays unchanged\n"))
  }

  @Test("Nothing is overwritten, not even a dangling link, and missing files are written")
  func keeps() throws {
    let folder = try TemporaryFolder()
    #expect(try MockLuaProcess(["init"], in: folder).exitCode == 0)
    try folder.write("-- mine", to: "Scenarios/greeting.lua")
    let definitions = folder.url(of: "Scenarios/Definitions/mocklua.lua")
    try FileManager.default.removeItem(at: definitions)
    try FileManager.default.createSymbolicLink(
      atPath: definitions.path, withDestinationPath: folder.url(of: "nowhere").path)
    try FileManager.default.removeItem(at: folder.url(of: "GreetingTests.swift"))
    let process = try MockLuaProcess(["init"], in: folder)
    #expect(process.exitCode == 0)
    #expect(
      process.output.contains("Scenarios/greeting.lua: exists, and stays unchanged\n"))
    #expect(process.output.contains("GreetingTests.swift: written\n"))
    #expect(try folder.read("Scenarios/greeting.lua") == "-- mine")
    #expect(
      process.output.contains(
        "Scenarios/Definitions/mocklua.lua: exists, and stays unchanged\n"))
    #expect(try folder.names == ["GreetingTests.swift", "Scenarios"])
  }

  @Test("A folder that can't be created is an error, and nothing is left behind")
  func unwritable() throws {
    let folder = try TemporaryFolder()
    try folder.write("", to: "file")
    let process = try MockLuaProcess(["init", "file"], in: folder)
    #expect(process.exitCode == 1)
    #expect(process.output == "")
    #expect(process.messages.hasPrefix("mocklua: file/Scenarios/greeting.lua: "))
  }

  @Test("The generated script has no warnings and is formatted")
  func script() throws {
    let folder = try TemporaryFolder()
    #expect(try MockLuaProcess(["init"], in: folder).exitCode == 0)
    let script = "Scenarios/greeting.lua"
    #expect(try MockLuaProcess(["check", "--strict", script], in: folder).exitCode == 0)
    #expect(try MockLuaProcess(["format", "--check", script], in: folder).exitCode == 0)
  }
}
