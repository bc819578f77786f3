import Foundation
import Testing

/// Messages of `mocklua` about files that aren't scripts, run as a process.
struct ScriptSourceTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let name: String
    let contents: [UInt8]
    let message: String

    init(_ name: String, _ contents: [UInt8], _ message: String) {
      self.name = name
      self.contents = contents
      self.message = message
    }

    var testDescription: String { message }
  }

  @Test(
    "A file that isn't text is rejected",
    arguments: [
      Row(
        "latin.lua", Array("-- a\n-- b\n-- ".utf8) + [0xE9, 0x0A],
        "latin.lua:3: the line is not UTF-8; save the file as UTF-8\n"),
      Row(
        "wide.lua", [0xFF, 0xFE, 0x61, 0x00],
        "wide.lua:1: the text is UTF-16; save the file as UTF-8\n"),
      Row(
        "big.lua", [0xFE, 0xFF, 0x00, 0x61],
        "big.lua:1: the text is UTF-16; save the file as UTF-8\n"),
      Row(
        "unmarked.lua", Array("service \"A\" {}\n".utf8).flatMap { [$0, 0x00] },
        "unmarked.lua:1: the text is UTF-16; save the file as UTF-8\n"),
      Row(
        "unmarked.json", Array("{\"services\": {}}".utf8).flatMap { [0x00, $0] },
        "unmarked.json:1: the text is UTF-16; save the file as UTF-8\n"),
      Row(
        "wider.lua", [0xFF, 0xFE, 0x00, 0x00, 0x61, 0x00, 0x00, 0x00],
        "wider.lua:1: the text is UTF-32; save the file as UTF-8\n"),
      Row(
        "a.json", Array("{}".utf8),
        "mocklua: a.json: is a configuration, but this command reads only scripts; "
          + "`mocklua check` reads both\n"),
      Row(
        "compiled.lua", [0x1B] + Array("LuaT".utf8),
        "mocklua: compiled.lua: is binary data, not text; name a Lua source file\n"),
      Row(
        "zero.lua", Array("-- a\nb\0c".utf8),
        "zero.lua:2: the line has a NUL byte; remove it, or save the file as UTF-8\n"),
      Row(
        "program", [0x7F, 0x45, 0x4C, 0x46, 0x00, 0xFF],
        "mocklua: program: is binary data, not text; name a Lua source file\n"),
    ])
  func refusesWhatIsNoText(row: Row) throws {
    let folder = try TemporaryFolder()
    try folder.write(Data(row.contents), to: row.name)
    let process = try MockLuaProcess([row.name], in: folder)
    #expect(process.messages == row.message)
    #expect(process.output.isEmpty)
    #expect(process.exitCode == 1)
  }

  @Test(
    "An invalid path is reported",
    arguments: [
      (
        ["none.lua"],
        "none.lua: no such file or folder; check the name, or write - to read standard input"
      ),
      (["a"], "a: no such file; did you mean 'a.lua'?"),
      (["."], ".: is a folder; name a file in it"),
      (["/dev/zero"], "/dev/zero: is longer than 64 MiB; name a Lua source file"),
      (
        ["a.lua", "--path", "none"],
        "none: no such file or folder; give --path a folder of Lua files"
      ),
      (["a.lua", "--path", "a.lua"], "a.lua: isn't a folder; give --path a folder of Lua files"),
    ])
  func saysWhatIsWrongWithPath(arguments: [String], message: String) throws {
    let folder = try TemporaryFolder(["a.lua": SampleScript.source])
    let process = try MockLuaProcess(arguments, in: folder)
    #expect(process.messages == "mocklua: \(message)\n")
    #expect(process.output.isEmpty)
    #expect(process.exitCode == 1)
  }

  @Test("A closed standard input is reported")
  func reportsClosedInput() throws {
    let process = try MockLuaProcess(["-"], in: TemporaryFolder(), redirection: "<&-")
    #expect(
      process.messages == "mocklua: stdin: closed; redirect a script into it, or name a file\n")
    #expect(process.exitCode == 1)
  }
}
