import MockCalls
import MockData
import MockLua
import MockLuaTools
import MockPlatform

/// `mocklua check`: finds errors and questionable code in scripts and configurations.
struct CheckCommand: ResultCommand {
  private static let files = Positional(
    "FILE", form: "FILE...", completion: .scenarios,
    help: "Scripts and .json configurations; - reads standard input.")
  private static let format = Option<IssuesFormat>(
    "format", value: "FORMAT", help: "Print \(IssuesFormat.expectation) (default: text).")
  private static let isStrict = Flag("strict", help: "Exit with 1 for warnings, too.")

  static let declaration = CommandDeclaration(
    name: "check",
    summary: "Find errors, unused rules, and unused state.",
    examples: [
      "mocklua check Scenarios/*.lua",
      "mocklua check login.lua --contract contract.json --format github",
    ],
    arguments: [files, ContractFile.option, format, ScriptArguments.isStatic, isStrict]
      + ScriptArguments.declarations,
    notes: """
      A script is checked with and without its variants, or only with the one that you
      select. Errors are problems that `mocklua emit` refuses, unknown names in
      functions, and responses that functions don't return. Warnings are unused
      shared state, bindings and initial values without effect, rules and responses
      that no call reaches, values that change their type between calls, bodies that
      contain a status, headers without their hyphens, configurations that are too
      large for an environment variable, and deprecated or ignored keys.

      --contract reports services, methods, arguments, error codes, and keys, types,
      and cases of values that the app's mocks don't have. Tests write the contract
      with `MockContracts.write(to:of:)`, and `mocklua generate contract` asks a
      running app for it.

      The exit code is 1 if there are errors or, with --strict, warnings.
      """)

  let arguments: ParsedArguments

  func run(_ output: CommandOutput) throws(CommandFailure) {
    let script = script.printing(to: output)
    try script.checkFolders()
    let contract = try ContractFile.read(arguments[ContractFile.option])
    var found: [MockDiagnostic] = []
    var known = Set<MockDiagnostic>()
    for input in arguments.texts(of: Self.files) {
      // A module that several scripts require is checked with each of them.
      found += try issues(in: input, script, contract, output).filter {
        known.insert($0).inserted
      }
    }
    let format = arguments[Self.format] ?? .text
    try output.write(format.text(of: found, output.style(script.color)))
    let errors = found.count { $0.severity == .error }
    let warnings = found.count - errors
    if errors > 0 || arguments[Self.isStrict] && warnings > 0 {
      throw .issues(errors: errors, warnings: warnings)
    }
  }

  /// A file that can't be read is an issue too, so that the other files are still checked.
  private func issues(
    in input: String, _ script: ScriptArguments, _ contract: ContractDocument?,
    _ output: CommandOutput
  ) throws(CommandFailure) -> [MockDiagnostic] {
    let allowsComputed = !arguments[ScriptArguments.isStatic]
    do throws(CommandFailure) {
      switch try ScenarioSource.read(
        input, readsStandardInput: output.readsStandardInput)
      {
      case .script(let source):
        return StaticCheck.issues(
          source: source.text, name: source.name, directory: source.directory,
          options: script.options, allowsComputed: allowsComputed, contract: contract)
      case .configuration(let source):
        return StaticCheck.issues(
          json: source.text, file: source.name, allowsComputed: allowsComputed, contract: contract)
      }
    } catch .unreadable(let path, let problem) {
      let failure = CommandFailure.unreadable(path: path, problem)
      return failure.diagnostics
        ?? [
          MockDiagnostic(
            code: "unreadable", at: ScriptLocation(file: path), sentence: "\(problem)")
        ]
    }
  }
}
