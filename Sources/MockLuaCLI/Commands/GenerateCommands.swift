import MockCalls
import MockData
import MockLua
import MockLuaTools
import MockPlatform
import MockSessions

/// `mocklua generate contract`: gets the requirements of an app's mocks from the running app.
struct GenerateContractCommand: Command {
  static let declaration = CommandDeclaration(
    name: "generate contract",
    summary: "Write the contract of an app's mocks, for --contract.",
    examples: ["mocklua generate contract -o contract.json"],
    arguments: [
      ServeCommand.port, ScriptArguments.output, OnlyFormat.option, ScriptArguments.color,
    ],
    formerOptions: ["session": "remove it"],
    notes: """
      The first line on standard error is a variable for the environment of the app:
        MOCK_SERVICE_SESSION=127.0.0.1:PORT/TOKEN
      Start the app with this variable. The command gets the contract of the mocks
      from the first app that joins, with the shapes of all types, and ends. A test
      can write the same file with `MockContracts.write(to:of:)`.

      An app in another language may not know the shapes of its types. The command
      then reports this. Ctrl-C ends the command.
      """)

  /// The reply of an app.
  private typealias SentContract = (contract: ContractDocument, hasShapes: Bool, app: SessionApp)

  let arguments: ParsedArguments

  func run() throws(CommandFailure) {
    let target = arguments.target
    try target.check()
    let session = try session()
    defer { session.close() }
    let sent = try Self.contract(from: session)
    guard !sent.contract.services.isEmpty else { throw .noContract(of: sent.app) }
    try target.write(sent.contract.json)
    let (services, types) = (sent.contract.services.count, sent.contract.types.count)
    SessionServer.note(
      "\(sent.app) sent \(CommandFailure.count(services, of: "contract"))"
        + " and \(CommandFailure.count(types, of: "type"))")
    if !sent.hasShapes {
      SessionServer.note("it sent no shapes of types, so values can't be compared")
    }
  }

  /// Creates a session in which nothing is mocked.
  private func session() throws(CommandFailure) -> LiveSession {
    let scenario = try rethrowing(
      as: CommandFailure.scenarioError, ScenarioRuntime(source: "", name: "contract"))
    let port = arguments[ServeCommand.port]?.number ?? 0
    let handler = MockFailureHandler { SessionServer.note($0.description) }
    return try rethrowing(
      as: CommandFailure.session, LiveSession(scenario, port: port, failureHandler: handler))
  }

  /// Waits for the reply of an app.
  private static func contract(from session: LiveSession) throws(CommandFailure) -> SentContract {
    let (sent, news) = (Locked<SentContract?>(nil), Latch())
    session.requestContracts { contract, hasShapes, app in
      sent.withLock { $0 = $0 ?? (contract, hasShapes, app) }
      news.open()
    }
    // All apps that have joined, including one that left immediately.
    let seen = Locked<[SessionApp]>([])
    session.whenAppsChange { [weak session] in
      let now = session?.apps ?? []
      seen.withLock { seen in seen += now.filter { !seen.contains($0) } }
      news.open()
    }
    for (name, address) in session.environment {
      Descriptor.standardError.report("\(name)=\(address)")
    }
    var noted = 0
    while true {
      news.wait()
      let (apps, now) = (seen.withLock(\.self), session.apps)
      for app in apps.dropFirst(noted) { SessionServer.note("\(app) has joined") }
      noted = apps.count
      if let sent = sent.withLock(\.self) { return sent }
      if let app = apps.first(where: { !now.contains($0) }) { throw .sentNoContract(app) }
    }
  }
}

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
      A test or an app then selects a variant by a name that the compiler checks:
        try MockScenario.build().with(LoginVariant.signedIn).apply(to: app)

      The comment directly above a variant becomes the documentation of its case. The
      case of `signed-in` is `.signedIn`. The enum has the path of the script,
      relative to the output file. Without --output, it has only the file name.
      """)

  let arguments: ParsedArguments

  init(arguments: ParsedArguments) throws(UsageError) {
    self.arguments = arguments
    if arguments[Self.file] == "-" { throw .needsFile("the enum names the script") }
  }

  func run() throws(CommandFailure) {
    try script.checkFolders()
    let source = try ScriptSource.readScript(arguments[Self.file], readsStandardInput: false)
    let scenario = try source.scenario(script.options)
    guard !scenario.summaries.isEmpty else { throw .noVariants(script: source.name) }
    let presets = SwiftPresets(
      of: scenario.summaries, script: pathOfScript, typeName: arguments[Self.name]?.text,
      isPublic: arguments[Self.isPublic])
    try arguments.target.write(presets.text, readFrom: source)
  }

  /// The path of the script, as the Swift file contains it.
  private var pathOfScript: String {
    let input = arguments[Self.file]
    guard case .file(let path) = arguments.target else { return FilePath.name(of: input) }
    return FilePath.path(of: input, from: FilePath.folder(of: path))
  }
}

/// `mocklua generate diagram`: draws a scenario as the text of a Mermaid diagram.
struct GenerateDiagramCommand: Command {
  static let declaration = CommandDeclaration(
    name: "generate diagram",
    summary: "Draw a scenario as a Mermaid diagram.",
    examples: ["mocklua generate diagram login.lua -o login.mmd"],
    arguments: [ScriptArguments.file, ResultFormat.option, ScriptArguments.output]
      + ScriptArguments.declarations,
    notes: """
      Each service is a box with its methods. An arrow leads from a method to each key
      of the shared state that its responses set, with the values. A dotted arrow
      leads from a key to each service that binds it, with the properties. A method
      shows its gates, and whether functions compute its responses. State that a
      function sets isn't drawn.

      The same scenario gives the same text, sorted by name, so that you can commit
      it. GitHub draws it in a ```mermaid block of Markdown.
      """)

  let arguments: ParsedArguments

  func run() throws(CommandFailure) {
    let source = try ScenarioSource.read(arguments[ScriptArguments.file])
    let graph = ScenarioGraph(configuration: try source.configuration(script))
    let text =
      switch arguments.resultFormat {
      case .text: graph.mermaid
      case .json: try JSONResult.text(graph.members)
      }
    try arguments.target.write(text, readFrom: source.source)
  }
}

/// `mocklua generate definitions`: writes definitions of the script language for editors.
struct GenerateDefinitionsCommand: Command {
  private static let contract = Option<String>(
    "contract", value: "FILE", completion: .files("json"),
    help: "Add the services of an app's contract.")

  static let declaration = CommandDeclaration(
    name: "generate definitions",
    summary: "Write definitions of the script language for editors.",
    examples: ["mocklua generate definitions -o Scenarios/Definitions/mocklua.lua"],
    arguments: [contract, ScriptArguments.output, ScriptArguments.color],
    notes: """
      Language servers for Lua read this LuaCATS file: functions, builders, matchers,
      and options, with types and documentation. Put it in a separate folder below the
      scripts, so that `mocklua check Scenarios/*.lua` doesn't read it.

      --contract adds the services of the app, with the `args` of their functions, and
      the types of their values below `mocklua.type.`.
      """)

  let arguments: ParsedArguments

  func run() throws(CommandFailure) {
    let contract = try ContractFile.read(arguments[Self.contract])
    try arguments.target.write(LanguageDefinitions.text(of: contract))
  }
}

/// `mocklua generate completion`: writes a script that completes command lines in a shell.
struct GenerateCompletionCommand: Command {
  private static let shell = Positional(
    "SHELL", completion: .words(CompletionShell.choices),
    help: "The shell: \(CompletionShell.expectation).",
    check: { CompletionShell.check($0, of: "SHELL") })

  static let declaration = CommandDeclaration(
    name: "generate completion",
    summary: "Write shell completion for \(CompletionShell.expectation).",
    examples: [
      "mocklua generate completion zsh -o ~/.zfunc/_mocklua"
    ],
    arguments: [shell, ScriptArguments.output],
    notes: """
      The script completes commands, options, their values, and files. Write it again
      when you update mocklua.

      bash, with the package bash-completion:
        d=~/.local/share/bash-completion/completions
        mocklua generate completion bash -o $d/mocklua
      zsh, with a folder of $fpath, before compinit:
        mocklua generate completion zsh -o ~/.zfunc/_mocklua
      fish:
        mocklua generate completion fish -o ~/.config/fish/completions/mocklua.fish
      """)

  let arguments: ParsedArguments

  func run() throws(CommandFailure) {
    // The parser has checked the name.
    guard let shell = CompletionShell(argument: arguments[Self.shell]) else { return }
    try arguments.target.write(shell.script(for: MockLuaCommand.program))
  }
}

enum CompletionShell: String, CaseIterable, ArgumentValue {
  case bash, zsh, fish

  func script(for program: Program) -> String {
    let completed = CompletedProgram(program)
    return switch self {
    case .bash: completed.bashScript
    case .zsh: completed.zshScript
    case .fish: completed.fishScript
    }
  }
}
