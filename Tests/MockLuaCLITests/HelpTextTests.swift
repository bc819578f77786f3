import Testing

@testable import MockLuaCLI

struct HelpTextTests {
  @Test(
    "Shows a command's help, whatever else is wrong",
    arguments: [
      "move --help", "move -h", "move a b c --help", "move --zzz --help", "move --count --help",
    ])
  func showsCommandHelp(line: String) throws {
    #expect(
      try text(for: line) == """
        Move things.

        Usage: sample move FROM TO [--loud | --quiet] [--count N] [--tag TEXT]...
                      [--color COLOR]

        Arguments:
          FROM              Where from.
          TO                Where to.

        Options:
          -l, --loud        Make noise.
          --quiet           Make none.
          --count N         How often.
          --tag TEXT        Add a tag.
          --color COLOR     Which color.
          -h, --help        Show this help.

        """)
  }

  @Test("Shows the commands, and the arguments of the one that needs no name")
  func showsOverview() throws {
    let overview = try text(for: "--help")
    #expect(overview.hasPrefix("A program.\n\nUsage: sample [emit] FILE [--variant NAME]\n"))
    #expect(overview.contains("\n       sample COMMAND --help\n"))
    #expect(
      overview.contains(
        """

        Commands:
          emit              Print the configuration that a script describes. (default)
          move              Move things.

        Arguments:
          FILE              The script; - reads standard input.
        """))
    #expect(overview.hasSuffix("  --version         Show the version.\n"))
  }

  @Test(
    "Takes `help` for `--help`", arguments: [("help", "--help"), ("help move", "move --help")])
  func takesHelp(line: String, option: String) throws {
    #expect(try text(for: line) == text(for: option))
  }

  @Test("Shows the version", arguments: ["--version", "emit --version", "a.lua --version"])
  func showsVersion(line: String) throws {
    #expect(try text(for: line) == "sample 1.2.3\n")
  }

  @Test("Fits a terminal of 80 columns", arguments: ["--help", "emit --help", "move --help"])
  func fitsTerminal(line: String) throws {
    for row in try text(for: line).split(separator: "\n") {
      #expect(row.count <= 80)
    }
  }

  private func text(for line: String) throws -> String {
    let words = line.split(separator: " ").map(String.init)
    let invocation = try SampleCommand.program.invocation(of: words) { _ in false }
    guard case .print(let text) = invocation else { return "" }
    return text
  }
}
