import Testing

@testable import MockLuaCLI

/// The messages about invalid command lines.
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
    "Messages show the error and the suggestion",
    arguments: [
      Row("move a b --lod", "unknown option '--lod'; did you mean '--loud'?"),
      Row("move a b --colour=red", "unknown option '--colour'; did you mean '--color'?"),
      Row("move a b -count 3", "unknown option '-count'; did you mean '--count'?"),
      Row("move a b --hepl", "unknown option '--hepl'; did you mean '--help'?"),
      Row("move a b --zzzzzzz", "unknown option '--zzzzzzz'; write './--zzzzzzz' if it is a file"),
      Row("move a b --silent", "'--silent' no longer exists; write '--quiet'"),
      Row("move a b \u{2014}loud", "'\u{2014}loud' starts with a typographic dash; write '--loud'"),
      Row("move a b \u{2013}l", "'\u{2013}l' starts with a typographic dash; write '-l'"),
      Row("move a b -\u{2011}l", "'-\u{2011}l' starts with a typographic dash; write '-l'"),
      Row(
        "move a b \u{2014}cuont=3",
        "'\u{2014}cuont=3' starts with a typographic dash; write '--count=3'"),
      Row(
        "move a b --tag \u{2212}\u{2212}zzzzz",
        "'\u{2212}\u{2212}zzzzz' starts with a typographic dash; write '--zzzzz'"),
      Row("mvoe a b", "no command or file 'mvoe'; did you mean 'move'?"),
      Row("emti", "no command or file 'emti'; did you mean 'emit'?"),
      Row("shift a b", "the command 'shift' no longer exists; write 'sample move FROM TO'"),
      Row("shift --help", "the command 'shift' no longer exists; write 'sample move FROM TO'"),
      Row("help mvoe", "no command or file 'mvoe'; did you mean 'move'?"),
      Row(
        "elephants a.lua",
        "no command or file 'elephants'; run 'mocklua help' for a list of commands"),
      Row("show on", "'show' takes one, not 'on'; did you mean 'one'?"),
      Row("show --loud", "'show' takes one, not '--loud'"),
      Row("show one a", "unexpected argument 'a'; this command takes none"),
      Row(
        "--compact emit a.lua",
        "'emit' is a command, which takes precedence; write './emit' if it is a file"),
      Row("move a b --count", "'--count' needs a value; write '--count N'"),
      Row("move a b --tag --loud", "'--tag' needs a value; write '--tag TEXT'"),
      Row("move a b --tag -l", "'--tag' needs a value; write '--tag TEXT'"),
      Row("move a b --tag --unknown", "'--tag' needs a value; write '--tag TEXT'"),
      Row("move a b --tag=", "'--tag' needs a value; write '--tag TEXT'"),
      Row(words: ["move", "a", "b", "--tag", ""], "'--tag' needs a value; write '--tag TEXT'"),
      Row("move a b --loud=yes", "'--loud' takes no value; remove '=yes'"),
      Row("move a b --loud=", "'--loud' takes no value; remove '='"),
      Row("move a b --count -5", "'--count' takes \(UInt64.expectation), not '-5'"),
      Row("move a b --count 1e3", "'--count' takes \(UInt64.expectation), not '1e3'"),
      Row(
        "move a b --count 18446744073709551616",
        "'--count' takes \(UInt64.expectation), not '18446744073709551616'"),
      Row(
        "move a b --color gren",
        "'--color' takes red, green, or blue, not 'gren'; did you mean 'green'?"),
      Row("move a b --color x", "'--color' takes red, green, or blue, not 'x'"),
      Row("move a", "missing argument TO"),
      Row("--compact", "missing argument FILE"),
      Row("move a b c", "unexpected argument 'c'; this command takes FROM TO"),
      Row("a.lua b.lua", "unexpected argument 'b.lua'; this command takes one FILE"),
      Row(
        "move a b --loud --quiet",
        "'--loud' and '--quiet' can't be used together; remove one of them"),
      Row(
        "move a b --tag x --quiet",
        "'--quiet' and '--tag' can't be used together; remove one of them"),
      Row("move a b --count 1 --count=2", "'--count' appears twice; remove one of them"),
      Row(
        "a.lua --compact --env",
        "'--compact' and '--env' can't be used together; remove one of them"),
      Row("a.lua --list", "'--list' no longer exists; write 'mocklua list FILE'"),
      Row(
        "a.lua --mode ui",
        "'--mode' takes uitest, debug, or developer, not 'ui'"),
    ])
  func saysWhatIsWrong(row: Row) {
    let error = #expect(throws: CommandLineError.self) {
      try SampleCommand.program.invocation(of: row.words) { _ in false }
    }
    #expect(error?.error.description == row.message)
  }

  @Test("The usage of the intended command is shown")
  func showsUsage() {
    let error = #expect(throws: CommandLineError.self) {
      try SampleCommand.program.invocation(of: ["move", "a"]) { _ in false }
    }
    #expect(
      error?.description == """
        sample: missing argument TO
        Usage: sample move FROM TO [options]
        Example: sample move here there --loud
        See 'sample move --help'.
        """)
  }

  @Test("Refers to the help of the program for an unknown command")
  func refersToProgram() {
    for line in ["mvoe a b", "elephants a.lua", "shift"] {
      let error = #expect(throws: CommandLineError.self) {
        try SampleCommand.program.invocation(of: line.split(separator: " ").map(String.init)) { _ in
          false
        }
      }
      #expect(
        error?.description.hasSuffix("\nUsage: sample COMMAND [options]\nSee 'sample --help'.")
          == true)
    }
  }

  @Test("Every former command of mocklua names the one that replaced it")
  func formerCommands() throws {
    let program = MockLuaCommand.program
    for (line, instead) in [
      ("presets a.lua", "mocklua list FILE"),
      ("presets --swift a.lua", "mocklua generate swift FILE"),
      ("definitions", "mocklua generate definitions"),
      ("contracts --session", "mocklua generate contract"),
      ("completion bash", "mocklua generate completion SHELL"),
      ("graph a.lua", "mocklua generate diagram FILE"), ("explore a.lua", "'.exploring()'"),
      ("emit a.lua --list", "mocklua list FILE"),
      ("list a.lua --swift", "mocklua generate swift FILE"),
      ("generate contract --session", "remove it"),
    ] {
      let error = #expect(throws: CommandLineError.self) {
        try program.invocation(of: line.split(separator: " ").map(String.init)) { _ in false }
      }
      let message = error?.error.description ?? ""
      #expect(message.contains("no longer exists; ") && message.contains(instead), "\(line)")
    }
    for name in program.formerCommands.keys { #expect(!program.firstWords.contains(name)) }
  }
}
