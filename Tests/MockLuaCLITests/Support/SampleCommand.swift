@testable import MockLuaCLI

/// A command with one argument of every kind, which stores its values.
struct SampleCommand: Command {
  enum Color: String, CaseIterable, ArgumentValue {
    case red
    case green
    case blue
  }

  static let from = Positional("FROM", help: "Where from.")
  static let to = Positional("TO", help: "Where to.")
  static let loud = Flag("loud", letter: "l", help: "Make noise.")
  static let quiet = Flag("quiet", help: "Make none.")
  static let count = Option<UInt64>("count", value: "N", help: "How often.")
  static let tag = Option<String>("tag", value: "TEXT", isRepeatable: true, help: "Add a tag.")
  static let color = Option<Color>("color", value: "COLOR", help: "Which color.")

  static let declaration = CommandDeclaration(
    name: "move", summary: "Move things.",
    examples: ["sample move here there --loud"],
    arguments: [from, to, loud, quiet, count, tag, color],
    conflicts: [[loud, quiet], [quiet, tag]], formerOptions: ["silent": "write '--quiet'"])

  static let program = Program(
    name: "sample", version: "1.2.3", summary: "Move and show things.",
    examples: ["sample move here there", "sample show this   # and more"],
    groups: [
      CommandGroup(title: "Write", commands: [EmitCommand.self]),
      CommandGroup(title: "Move", commands: [SampleCommand.self, ShowOneCommand.self]),
    ],
    families: [CommandFamily(name: "show", summary: "Show things.")],
    defaultCommand: EmitCommand.self,
    formerCommands: ["shift": "write 'sample move FROM TO'"])

  let arguments: ParsedArguments

  var text: String {
    [
      arguments[Self.from], arguments[Self.to], arguments[Self.loud] ? "loud" : "",
      arguments[Self.quiet] ? "quiet" : "", arguments[Self.count].map { "\($0)" } ?? "",
      arguments[Self.color]?.rawValue ?? "",
      arguments.values(of: Self.tag).joined(separator: "+"),
    ].joined(separator: ",")
  }

  func run() throws(CommandFailure) {}
}

/// A command whose name has two words.
struct ShowOneCommand: Command {
  static let declaration = CommandDeclaration(
    name: "show one", summary: "Show one thing.", examples: ["sample show one"], arguments: [])

  let arguments: ParsedArguments

  func run() throws(CommandFailure) {}
}
