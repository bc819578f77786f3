import MockLua
import MockPlatform

/// `mocklua generate swift`: writes the variants of a script as a Swift enum.
struct GenerateSwiftCommand: Command {
  private static let file = Positional("FILE", completion: .files("lua"), help: "A script.")
  private static let name = Option<TypeName>(
    "name", value: "TYPE", help: "Name the enum (default: the name of the script).")
  private static let isPublic = Flag("public", help: "Make the enum public.")

  static let declaration = CommandDeclaration(
    name: "generate swift",
    summary: "Write the variants of a script as a Swift enum.",
    examples: ["mocklua generate swift login.lua -o LoginVariant.swift"],
    arguments: [
      file, name, isPublic, ScriptArguments.output, ScriptArguments.mode, ScriptArguments.seed,
      ScriptArguments.path, ScriptArguments.color,
    ],
    notes: """
      A test or an app then selects a scenario that the compiler knows:
        try MockScenario.build().with(LoginVariant.signedIn).apply(to: app)

      The comment directly above a scenario becomes the documentation of its case. The
      case of `signed-in` is `.signedIn`. The enum names the script by its path from
      the folder of the output file, or by its file name.
      """)

  private let input: String
  private let typeName: String?
  private let isPublic: Bool
  private let output: String
  private let script: ScriptArguments

  init(_ arguments: ParsedArguments) throws(UsageError) {
    input = arguments[Self.file]
    typeName = try arguments.value(of: Self.name)?.text
    isPublic = arguments[Self.isPublic]
    output = try arguments.value(of: ScriptArguments.output) ?? "-"
    script = try ScriptArguments(arguments)
    if input == "-" { throw .needsFile("the enum names the script") }
  }

  var color: ColorChoice { script.color }

  func run() throws(CommandFailure) {
    try script.checkFolders()
    let source = try ScenarioSource.readScript(input, readsStandardInput: false)
    let scenario = try source.scenario(script.options)
    guard !scenario.summaries.isEmpty else { throw .noVariants(script: source.name) }
    let presets = SwiftPresets(
      of: scenario.summaries, script: pathOfScript, typeName: typeName, isPublic: isPublic)
    try OutputTarget(output).write(presets.text, readFrom: source)
  }

  /// The path of the script as the Swift file names it.
  private var pathOfScript: String {
    guard case .file(let path) = OutputTarget(output) else { return FilePath.name(of: input) }
    return FilePath.path(of: input, from: FilePath.folder(of: path))
  }
}
