import MockLua
import MockPlatform

/// The options for loading a script.
struct ScriptArguments: Sendable {
  static let variant = Option<String>(
    "variant", value: "NAME", help: "Select a variant (default: none).")
  static let mode = Option<ScenarioMode>(
    "mode", value: "MODE", help: "Set `mode` to \(ScenarioMode.expectation).")
  static let seed = Option<UInt64>(
    "seed", value: "N", help: "Seed random numbers (default: 0).")
  static let path = Option<String>(
    "path", value: "DIR", isRepeatable: true, completion: .folders,
    help: "Search this folder for modules, too.")

  static let color = Option<ColorChoice>(
    "color", value: "WHEN",
    help: "Color messages auto (default), always, or never.")

  // Arguments that only some of the commands have.
  static let file = Positional(
    "FILE", completion: .scenarios,
    help: "A script or a .json configuration; - reads standard input.")
  static let scriptFile = Positional(
    "FILE", completion: .files("lua"), help: "A script; - reads standard input.")
  static let output = Option<String>(
    "output", letter: "o", value: "FILE", completion: .files(),
    help: "Write to a file instead of standard output.")
  static let quiet = Flag("quiet", letter: "q", help: "Don't print notes on standard error.")
  static let isStatic = Flag("static", help: "Refuse functions, which need Lua at run time.")
  static let realTime = Flag("real-time", help: "Wait for delays instead of skipping them.")

  /// The declarations, in the order of the help.
  static let declarations: [any Argument] = [variant, mode, seed, path, color]

  private(set) var options: ScenarioOptions

  let color: ColorChoice

  init(options: ScenarioOptions) { (self.options, color) = (options, .auto) }

  init(_ arguments: ParsedArguments) {
    var options = ScenarioOptions()
    options.variant = arguments[Self.variant]
    options.mode = arguments[Self.mode]
    options.seed = arguments[Self.seed] ?? 0
    options.searchPaths = arguments.values(of: Self.path)
    self.options = options
    color = arguments[Self.color] ?? .auto
  }

  /// Returns the arguments with the script's output on standard error, or in the transcript, if any.
  func printing(to output: CommandOutput) -> ScriptArguments {
    guard case .transcript = output else { return self }
    var arguments = self
    arguments.options.print = { output.tell($0) }
    return arguments
  }

  /// Checks that the folders of `--path` exist.
  func checkFolders() throws(CommandFailure) {
    for path in options.searchPaths { try FileStatus.checkFolder(at: path) }
  }

  /// Throws if there are options for scripts only.
  ///
  /// A seed is allowed, because it also applies to random delays.
  func checkForConfiguration(_ file: String) throws(CommandFailure) {
    let given: [(any Argument, Bool)] = [
      (Self.variant, options.variant != nil), (Self.mode, options.mode != nil),
      (Self.path, !options.searchPaths.isEmpty),
    ]
    if let (argument, _) = given.first(where: \.1) {
      throw .optionOfScripts(argument.declaration.spelling, file: file)
    }
  }
}
