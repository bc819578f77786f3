import Foundation
import Testing

@testable import MockLuaCLI

/// `mocklua format`, run as a process.
struct FormatCommandTests {
  private static let messy = "service'A'{m=reply{a=1}:after(5)}\n"
  private static let neat = "service \"A\" { m = reply { a = 1 } :after(5) }\n"

  @Test("Each file is replaced, without output")
  func replaces() throws {
    let folder = try TemporaryFolder(["a.lua": Self.messy, "b.lua": "local x=1"])
    let process = try MockLuaProcess(["format", "a.lua", "b.lua"], in: folder)
    #expect(process.output == "")
    #expect(process.messages == "")
    #expect(process.exitCode == 0)
    #expect(try folder.read("a.lua") == Self.neat)
    #expect(try folder.read("b.lua") == "local x = 1\n")
    #expect(try folder.names == ["a.lua", "b.lua"])
  }

  @Test("Standard input is printed formatted")
  func standardInput() throws {
    for input in [Self.messy, Self.neat] {
      let process = try MockLuaProcess(["format", "-"], in: TemporaryFolder(), input: input)
      #expect(process.output == Self.neat)
      #expect(process.exitCode == 0)
    }
  }

  @Test("A formatted file isn't written, and a changed one keeps its permissions")
  func keeps() throws {
    let folder = try TemporaryFolder(["a.lua": Self.neat, "b.lua": Self.messy])
    let process = try MockLuaProcess(
      ["format", "a.lua", "b.lua"], in: folder,
      setup: "chmod 444 a.lua; chmod 640 b.lua; ls -i a.lua >inode")
    #expect(process.exitCode == 0)
    let inode = try MockLuaProcess(
      ["--version"], in: folder, setup: "ls -i a.lua | cmp - inode && echo same >found")
    #expect(inode.exitCode == 0)
    #expect(try folder.read("found") == "same\n")
    #expect(try folder.permissions(of: "b.lua") == 0o640)
  }

  @Test("--check writes nothing, and lists the files that would change")
  func checks() throws {
    let folder = try TemporaryFolder([
      "a.lua": Self.messy, "b.lua": Self.neat, "c.lua": "x=1",
    ])
    let process = try MockLuaProcess(["format", "--check", "a.lua", "b.lua", "c.lua"], in: folder)
    #expect(
      process.messages == """
        mocklua: a.lua: isn't formatted; run `mocklua format a.lua`
        mocklua: c.lua: isn't formatted; run `mocklua format c.lua`

        """)
    #expect(process.output == "")
    #expect(process.exitCode == 1)
    #expect(try folder.read("a.lua") == Self.messy)
    #expect(try MockLuaProcess(["format", "--check", "b.lua"], in: folder).exitCode == 0)
    let input = try MockLuaProcess(["format", "--check", "-"], in: folder, input: "x=1")
    #expect(input.messages == "mocklua: stdin: isn't formatted; run `mocklua format -`\n")
    #expect(input.output == "")
    #expect(input.exitCode == 1)
  }

  @Test("A file that doesn't compile stays unchanged, and the others are formatted")
  func errors() throws {
    let folder = try TemporaryFolder([
      "a.lua": "service \"A\" {\n  m=reply(1) n=2 }\n", "b.lua": Self.messy, "c.json": "{}",
    ])
    let process = try MockLuaProcess(
      ["format", "a.lua", "none.lua", "c.json", "b.lua"], in: folder)
    #expect(
      process.messages == """
        a.lua:2: '}' expected (to close '{' at line 1) near 'n'; a comma may be missing before 'n'
        mocklua: none.lua: no such file or folder; check the name, or write - to read standard input
        mocklua: c.json: is a configuration, but this command reads only scripts; \
        `mocklua check` reads both

        """)
    #expect(process.exitCode == 1)
    #expect(try folder.read("a.lua") == "service \"A\" {\n  m=reply(1) n=2 }\n")
    #expect(try folder.read("b.lua") == Self.neat)
  }

  @Test("A link's target is replaced, and an unwritable file is reported")
  func files() throws {
    let folder = try TemporaryFolder(["a.lua": Self.messy])
    let linked = try MockLuaProcess(
      ["format", "link.lua"], in: folder, setup: "ln -s a.lua link.lua")
    #expect(linked.exitCode == 0)
    #expect(try folder.read("a.lua") == Self.neat)
    let attributes = try FileManager.default.attributesOfItem(
      atPath: folder.url(of: "link.lua").path)
    #expect(attributes[.type] as? FileAttributeType == .typeSymbolicLink)
    let device = try MockLuaProcess(
      ["format", "-"], in: folder, input: "x=1", redirection: ">/dev/full")
    #expect(device.messages == "mocklua: standard output: no space left; make room and try again\n")
    #expect(device.exitCode == 1)
  }
}
