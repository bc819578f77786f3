import Testing

@testable import MockLuaCLI

/// Every message about a wrong command line.
struct UsageErrorTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let words: [String]
    let message: String

    init(_ line: String, _ message: String) {
      words = line.split(separator: " ").map(String.init)
      self.message = message
    }

    init(words: [String], _ message: String) {
      self.words = words
      self.message = message
    }

    var testDescription: String { words.joined(separator: " ") }
  }

  @Test(
    "Says what is wrong and what to write",
    arguments: [
      Row("move a b --lod", "unknown option '--lod'; did you mean '--loud'?"),
      Row("move a b --colour=red", "unknown option '--colour'; did you mean '--color'?"),
      Row("move a b -count 3", "unknown option '-count'; did you mean '--count'?"),
      Row("move a b --hepl", "unknown option '--hepl'; did you mean '--help'?"),
      Row("move a b --zzzzzzz", "unknown option '--zzzzzzz'; write './--zzzzzzz' if it is a file"),
      Row("mvoe a b", "no command and no file 'mvoe'; did you mean 'move'?"),
      Row("emti", "no command and no file 'emti'; did you mean 'emit'?"),
      Row(
        "--compact emit a.lua",
        "'emit' is a command and comes first; write './emit' if it is a file"),
      Row("move a b --count", "'--count' needs a value; write '--count N'"),
      Row("move a b --tag --loud", "'--tag' needs a value; write '--tag TEXT'"),
      Row("move a b --tag -l", "'--tag' needs a value; write '--tag TEXT'"),
      Row("move a b --tag --unknown", "'--tag' needs a value; write '--tag TEXT'"),
      Row("move a b --tag=", "'--tag' needs a value; write '--tag TEXT'"),
      Row(words: ["move", "a", "b", "--tag", ""], "'--tag' needs a value; write '--tag TEXT'"),
      Row("move a b --loud=yes", "'--loud' takes no value, so not 'yes'; write '--loud' alone"),
      Row("move a b --loud=", "'--loud' takes no value, so not ''; write '--loud' alone"),
      Row("move a b --count -5", "'--count' takes \(UInt64.expectation), not '-5'"),
      Row("move a b --count 1e3", "'--count' takes \(UInt64.expectation), not '1e3'"),
      Row(
        "move a b --count 18446744073709551616",
        "'--count' takes \(UInt64.expectation), not '18446744073709551616'"),
      Row(
        "move a b --color gren",
        "'--color' takes red, green or blue, not 'gren'; did you mean 'green'?"),
      Row("move a b --color x", "'--color' takes red, green or blue, not 'x'"),
      Row("move a", "TO is missing; write it where the usage shows it"),
      Row("", "FILE is missing; write it where the usage shows it"),
      Row("move a b c", "one argument too many: 'c'; leave it out"),
      Row("a.lua b.lua", "one argument too many: 'b.lua'; leave it out"),
      Row("move a b --loud --quiet", "'--loud' and '--quiet' exclude each other; leave one out"),
      Row("move a b --tag x --quiet", "'--quiet' and '--tag' exclude each other; leave one out"),
      Row("move a b --count 1 --count=2", "'--count' is given twice; give it once"),
      Row("a.lua --compact --env", "'--compact' and '--env' exclude each other; leave one out"),
      Row("a.lua --base64 --list", "'--base64' and '--list' exclude each other; leave one out"),
      Row("a.lua --list --static", "'--list' and '--static' exclude each other; leave one out"),
      Row(
        "a.lua --mode ui",
        "'--mode' takes uitest, debug or developer, not 'ui'"),
    ])
  func saysWhatIsWrong(row: Row) {
    let error = #expect(throws: CommandLineError.self) {
      try SampleCommand.program.invocation(of: row.words) { _ in false }
    }
    #expect(error?.error.description == row.message)
  }

  @Test("Shows the usage of the command that was meant")
  func showsUsage() {
    let error = #expect(throws: CommandLineError.self) {
      try SampleCommand.program.invocation(of: ["move", "a"]) { _ in false }
    }
    #expect(
      error?.description == """
        sample: TO is missing; write it where the usage shows it
        Usage: sample move FROM TO [--loud | --quiet] [--count N] [--tag TEXT]...
                      [--color COLOR]
        'sample move --help' explains more.
        """)
  }
}
