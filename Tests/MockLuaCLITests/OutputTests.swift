import Foundation
import Testing

/// The output file and its errors, run as a process.
struct OutputTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder(["a.lua": SampleScript.source]) }

  @Test("A new file respects the umask")
  func writesNewFile() throws {
    let process = try MockLuaProcess(
      ["a.lua", "--output", "new.json"], in: folder, setup: "umask 027")
    #expect(process.output.isEmpty)
    #expect(process.exitCode == 0)
    #expect(try folder.read("new.json") == SampleScript.prettyJSON)
    #expect(try folder.permissions(of: "new.json") == 0o640)
    #expect(try folder.names == ["a.lua", "new.json"])
  }

  @Test("A replaced file keeps its permissions")
  func keepsPermissions() throws {
    try folder.write("old", to: "old.json")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o604], ofItemAtPath: folder.url(of: "old.json").path)
    #expect(try MockLuaProcess(["a.lua", "--output=old.json"], in: folder).exitCode == 0)
    #expect(try folder.read("old.json") == SampleScript.prettyJSON)
    #expect(try folder.permissions(of: "old.json") == 0o604)
  }

  @Test("A symbolic link is followed, even to a missing file", arguments: [true, false])
  func followsLink(targetExists: Bool) throws {
    let link = folder.url(of: "link.json").path
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "target.json")
    if targetExists { try folder.write("old", to: "target.json") }
    #expect(try MockLuaProcess(["a.lua", "--output", "link.json"], in: folder).exitCode == 0)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "target.json")
    #expect(try folder.read("target.json") == SampleScript.prettyJSON)
    #expect(try folder.names == ["a.lua", "link.json", "target.json"])
  }

  @Test("If the disk is full, the old file stays, without a leftover temporary file")
  func leavesOldFile() throws {
    try folder.write("old", to: "old.json")
    try folder.write("service \"A\" { m = reply(string.rep(\"x\", 4000000)) }\n", to: "big.lua")
    // A file size limit acts like a full disk and needs no privileges. 2048 blocks are 1 MiB.
    let process = try MockLuaProcess(
      ["big.lua", "--output", "old.json"], in: folder, setup: "ulimit -f 2048")
    #expect(process.messages == "mocklua: old.json: no space left; make room and try again\n")
    #expect(process.exitCode == 1)
    #expect(try folder.read("old.json") == "old")
    #expect(try folder.names == ["a.lua", "big.lua", "old.json"])
  }

  @Test(
    "A path that isn't a regular file is written to directly",
    arguments: ["/dev/stdout", "/dev/fd/1"])
  func writesIntoDescriptor(path: String) throws {
    // `>>` and a first line prove that the file is neither replaced nor truncated.
    try folder.write("first\n", to: "log")
    let process = try MockLuaProcess(
      ["a.lua", "--compact", "--output", path], in: folder, redirection: ">>log")
    #expect(process.exitCode == 0)
    #expect(try folder.read("log") == "first\n" + SampleScript.compactJSON)
  }

  @Test("A named pipe is written to")
  func writesIntoNamedPipe() throws {
    let process = try MockLuaProcess(
      ["a.lua", "--compact", "--output", "pipe"], in: folder, setup: "mkfifo pipe; cat pipe &")
    #expect(process.exitCode == 0)
    #expect(process.output == SampleScript.compactJSON)
    #expect(try folder.names == ["a.lua", "pipe"])
  }

  @Test(
    "A full disk is reported for every command",
    arguments: [["a.lua"], ["a.lua", "--env"], ["--help"], ["--version"]])
  func reportsFullDisk(arguments: [String]) throws {
    let process = try MockLuaProcess(arguments, in: folder, redirection: ">/dev/full")
    #expect(
      process.messages == "mocklua: standard output: no space left; make room and try again\n")
    #expect(process.exitCode == 1)
  }

  @Test("A full device for --output is reported")
  func reportsFullDevice() throws {
    let process = try MockLuaProcess(["a.lua", "--output", "/dev/full"], in: folder)
    #expect(process.messages == "mocklua: /dev/full: no space left; make room and try again\n")
    #expect(process.exitCode == 1)
  }

  @Test("A broken pipe is reported and doesn't end the process with a signal")
  func reportsBrokenPipe() throws {
    let process = try MockLuaProcess(
      ["a.lua"], in: folder, setup: "mkfifo pipe; exec 4<>pipe 5>pipe 4<&-", redirection: ">&5")
    #expect(
      process.messages == """
        mocklua: standard output: broken pipe; \
        the program that reads the pipe ended before it had read everything

        """)
    #expect(process.exitCode == 1)
  }

  @Test("A closed standard output is reported")
  func reportsClosedOutput() throws {
    let process = try MockLuaProcess(["a.lua"], in: folder, redirection: ">&-")
    #expect(
      process.messages == "mocklua: standard output: closed; open it, or use --output FILE\n")
    #expect(process.exitCode == 1)
  }

  @Test("A file is written even if the standard streams are closed")
  func writesFileWithClosedStreams() throws {
    let process = try MockLuaProcess(
      ["a.lua", "--output", "x.json"], in: folder, redirection: "<&- >&- 2>&-")
    #expect(process.exitCode == 0)
    #expect(try folder.read("x.json") == SampleScript.prettyJSON)
  }

  @Test(
    "An unusable output file is reported with the reason",
    arguments: [
      ("a.lua", "a.lua: is the script itself; name another file"),
      ("./a.lua", "./a.lua: is the script itself; name another file"),
      ("none/x.json", "none/x.json: no such file or folder; create the folder first"),
      ("a.lua/x.json", "a.lua/x.json: isn't a folder; create the folder first"),
      (".", ".: is a folder; name a file in it"),
    ])
  func saysWhyNot(path: String, message: String) throws {
    let process = try MockLuaProcess(["a.lua", "--output", path], in: folder)
    #expect(process.messages == "mocklua: \(message)\n")
    #expect(process.exitCode == 1)
    #expect(try folder.read("a.lua") == SampleScript.source)
    #expect(try folder.names == ["a.lua"])
  }

  @Test("Misuse exits with 64 and prints the usage to standard error")
  func exitsForMisuse() throws {
    let process = try MockLuaProcess(["a.lua", "--bas64"], in: folder)
    #expect(process.output.isEmpty)
    #expect(
      process.messages.hasPrefix(
        "mocklua: unknown option '--bas64'; did you mean '--base64'?\nUsage: mocklua [emit] FILE"))
    #expect(process.exitCode == 64)
  }
}
