import MockData
import MockLua
import MockPlatform

/// `mocklua presets`: lists the variants of a script, or writes them as a Swift enum.
struct PresetsCommand: Command {
  private static let swift = Flag("swift", help: "Print a Swift enum with a case for each.")
  private static let name = Option<TypeName>(
    "name", value: "TYPE", help: "Name the enum; after the script otherwise.")
  private static let isPublic = Flag("public", help: "Make the enum public.")

  static let declaration = CommandDeclaration(
    name: "presets",
    summary: "Show the variants of a script, or write them as Swift.",
    arguments: [
      ScriptArguments.scriptFile, ResultFormat.option, swift, name, isPublic,
      ScriptArguments.output,
      ScriptArguments.mode, ScriptArguments.seed,
      ScriptArguments.path, ScriptArguments.color,
    ],
    conflicts: [[swift, ResultFormat.option]],
    notes: """
      The comment right above a variant becomes the documentation of its case, and
      its name becomes one that Swift takes: `signed-in` is `.signedIn`. The enum
      names the script by its path from the folder of --output, or by its file name.

      Examples:
        mocklua presets --swift login.lua --output LoginVariant.swift
        try MockScenario.build().with(LoginVariant.signedIn).apply(to: app)
      """)

  private let input: String
  private let format: ResultFormat
  private let isSwift: Bool
  private let typeName: String?
  private let isPublic: Bool
  private let output: String
  private let script: ScriptArguments

  init(_ arguments: ParsedArguments) throws(UsageError) {
    input = arguments[ScriptArguments.scriptFile]
    format = try arguments.value(of: ResultFormat.option) ?? .text
    isSwift = arguments[Self.swift]
    typeName = try arguments.value(of: Self.name)?.text
    isPublic = arguments[Self.isPublic]
    output = try arguments.value(of: ScriptArguments.output) ?? "-"
    script = try ScriptArguments(arguments)
    let needSwift: [(any Argument, Bool)] = [
      (Self.name, typeName != nil), (Self.isPublic, isPublic),
    ]
    if !isSwift, let (argument, _) = needSwift.first(where: \.1) {
      throw .needsOption(argument.declaration.spelling, Self.swift.declaration.spelling)
    }
    if isSwift, input == "-" { throw .needsFile(option: Self.swift.declaration.spelling) }
  }

  var color: ColorChoice { script.color }

  func run() throws(CommandFailure) {
    try script.checkFolders()
    let source = try ScenarioSource.readScript(input)
    let scenario = try source.scenario(script.options)
    let text: String
    if isSwift {
      guard !scenario.summaries.isEmpty else { throw .noVariants(script: source.name) }
      text =
        SwiftPresets(
          of: scenario.summaries, script: pathOfScript, typeName: typeName, isPublic: isPublic
        ).text
    } else {
      switch format {
      case .text: text = Self.list(scenario.summaries)
      case .json:
        text = try JSONResult.text(["variants": .array(scenario.summaries.map(\.value))])
      }
    }
    try OutputTarget(output).write(text, readFrom: source)
  }

  /// The path of the script in the Swift file.
  private var pathOfScript: String {
    guard case .file(let path) = OutputTarget(output) else { return FilePath.name(of: input) }
    return FilePath.path(of: input, from: FilePath.folder(of: path))
  }

  /// Returns a line for each variant: its name, and the first line of its comment.
  private static func list(_ variants: [VariantSummary]) -> String {
    let names = variants.map(\.name.escapedWhole)
    let width = names.map(\.count).max() ?? 0
    return zip(names, variants).map { name, variant in
      guard let comment = variant.comment.first(where: { !$0.isEmpty }) else { return name + "\n" }
      let gap = String(repeating: " ", count: width - name.count + 2)
      return name + gap + comment.escapedWhole + "\n"
    }.joined()
  }
}

extension VariantSummary {
  /// The variant as data.
  fileprivate var value: AnyCodableValue {
    ["name": .string(name), "comment": .array(comment.map { .string($0) })]
  }
}
