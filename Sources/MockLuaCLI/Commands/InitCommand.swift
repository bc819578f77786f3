import CLibrary
import MockData
import MockPlatform

/// `mocklua init`: writes a first script and a passing test, or a skill for coding agents.
struct InitCommand: ResultCommand {
  private static let folder = Positional(
    "DIR", isOptional: true, completion: .folders,
    help: "The folder of a test target (default: the current one).")

  private static let skill = Flag(
    "skill", help: "Write instructions for coding agents instead.")

  static let declaration = CommandDeclaration(
    name: "init",
    summary: "Write a first script, and a test that passes.",
    examples: ["mocklua init Tests/AppTests", "mocklua init --skill"],
    arguments: [folder, skill, ResultFormat.option, ScriptArguments.color],
    notes: """
      The files are Scenarios/greeting.lua, a first script; GreetingTests.swift, its
      test; and for editors Scenarios/.luarc.json and
      Scenarios/Definitions/mocklua.lua. With --skill, they are
      .agents/skills/mocklua/SKILL.md and the articles to which it refers. Existing
      files stay unchanged, and are listed.
      """)

  let arguments: ParsedArguments

  private var isSkill: Bool { arguments[Self.skill] }

  func run(_ output: CommandOutput) throws(CommandFailure) {
    let folder = arguments[Self.folder]
    let start = ["", "."].contains(folder) ? "" : folder.hasSuffix("/") ? folder : folder + "/"
    var files: [(path: String, isNew: Bool)] = []
    do throws(CommandFailure) {
      for file in isSkill ? SkillFiles.all : FirstFiles.all {
        let path = start + file.path
        Folder.make(FilePath.folder(of: path))
        files.append((path, try OutputTarget.create(path, file.text)))
      }
      try output.write(text(of: files))
    } catch {
      // Undo the changes, so that the next attempt starts from the same state.
      for file in files where file.isNew { remove(file.path) }
      throw error
    }
  }

  private func text(of files: [(path: String, isNew: Bool)]) throws(CommandFailure) -> String {
    switch arguments.resultFormat {
    case .text:
      let lines = files.map { path, isNew in
        "\(path.escapedPath): \(isNew ? "written" : "exists, and stays unchanged")\n"
      }
      return lines.joined() + (isSkill ? SkillFiles.next : FirstFiles.next)
    case .json:
      return try JSONResult.text([
        "written": .array(files.filter(\.isNew).map { .string($0.path) }),
        "kept": .array(files.filter { !$0.isNew }.map { .string($0.path) }),
      ])
    }
  }
}
