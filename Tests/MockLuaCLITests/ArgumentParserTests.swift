import Testing

@testable import MockLuaCLI

/// The ways to write a valid command line.
struct ArgumentParserTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let line: String
    let expected: String

    init(_ line: String, _ expected: String) {
      self.line = line
      self.expected = expected
    }

    var testDescription: String { line }
  }

  @Test(
    "Options, flags, and arguments can be in any order",
    arguments: [
      Row("a b", "a,b,,,,,"),
      Row("--loud a b", "a,b,loud,,,,"),
      Row("a -l b", "a,b,loud,,,,"),
      Row("a b --quiet", "a,b,,quiet,,,"),
      Row("a b --quiet --quiet", "a,b,,quiet,,,"),
      Row("--count 3 a b", "a,b,,,3,,"),
      Row("--count=3 a b", "a,b,,,3,,"),
      Row("a b --count 18446744073709551615", "a,b,,,18446744073709551615,,"),
      Row("a --tag x b --tag=y", "a,b,,,,,x+y"),
      Row("a b --tag -x", "a,b,,,,,-x"),
      Row("a b --tag -", "a,b,,,,,-"),
      Row("a b --tag=--loud", "a,b,,,,,--loud"),
      Row("a b --tag=k=v", "a,b,,,,,k=v"),
      Row("a b --color green", "a,b,,,,green,"),
      Row("- b", "-,b,,,,,"),
      Row("a -- --loud", "a,--loud,,,,,"),
      Row("-- -- b", "--,b,,,,,"),
      Row("-- a --help", "a,--help,,,,,"),
    ])
  func readsCommandLine(row: Row) throws {
    let words = ["move"] + row.line.split(separator: " ").map(String.init)
    let invocation = try SampleCommand.program.invocation(of: words) { _ in false }
    guard case .run(let command as SampleCommand) = invocation else {
      Issue.record("not the sample command: \(invocation)")
      return
    }
    #expect(command.text == row.expected)
  }

  @Test(
    "The default command runs if the first word isn't a command",
    arguments: ["a.lua", "--compact a.lua", "emit a.lua", "-", "-- emit", "./emit", "emit emit"])
  func runsDefaultCommand(line: String) throws {
    let words = line.split(separator: " ").map(String.init)
    let invocation = try SampleCommand.program.invocation(of: words) { _ in false }
    guard case .run(let command) = invocation else {
      Issue.record("runs no command: \(invocation)")
      return
    }
    #expect(command is EmitCommand)
  }

  @Test("A file is recognized even if its name resembles a command")
  func takesFileForFile() throws {
    let invocation = try SampleCommand.program.invocation(of: ["emti"]) { $0 == "emti" }
    guard case .run(let command) = invocation else {
      Issue.record("runs no command: \(invocation)")
      return
    }
    #expect(command is EmitCommand)
  }
}
