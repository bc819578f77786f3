import Foundation
import MockLua
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Files that can be opened by name but not read to an end.
@Suite struct SpecialFileTests {
  @Test(
    "A FIFO is rejected at once, wherever a file is named",
    arguments: [
      (name: "data.json", source: #"local d = fixture "data.json""#),
      (name: "data.txt", source: #"local d = fixture "data.txt""#),
      (name: "rules.lua", source: #"require "rules""#),
    ])
  func beside(name: String, source: String) throws {
    let folder = try TemporaryFolder(files: ["m.lua": source])
    try #require(mkfifo("\(folder.path)/\(name)", 0o600) == 0)
    let error = #expect(throws: ScenarioError.self) {
      try LuaScenario.load(path: "\(folder.path)/m.lua")
    }
    #expect(
      error?.description.contains(
        "/\(name)` is a FIFO, not a regular file; write its contents to a file") == true,
      "\(error?.description ?? "")")
  }

  @Test("A FIFO or a device as the script is rejected too")
  func script() throws {
    let folder = try TemporaryFolder()
    try #require(mkfifo("\(folder.path)/m.lua", 0o600) == 0)
    let cases = [("\(folder.path)/m.lua", "a FIFO"), ("/dev/zero", "a character device")]
    for (path, kind) in cases {
      let error = #expect(throws: (any Error).self) { try LuaScenario.load(path: path) }
      #expect("\(error.map { "\($0)" } ?? "")".contains("is \(kind), not a regular file"))
    }
  }
}
