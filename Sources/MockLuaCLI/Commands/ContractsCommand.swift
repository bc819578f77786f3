import MockCalls
import MockLua
import MockPlatform
import MockSessions

/// `mocklua contracts`: prints the requirements of a running app's mocks.
struct ContractsCommand: Command {
  private static let session = Flag("session", help: "Ask an app that runs in its own process.")

  static let declaration = CommandDeclaration(
    name: "contracts",
    summary: "Write what the mocks of an app require, for --contract.",
    arguments: [
      session, ServeCommand.port, ScriptArguments.output, OnlyFormat.option, ScriptArguments.color,
    ],
    notes: """
      It takes the place of a test: the first line on standard error says what an app has
      to find in its environment:
        MOCK_SERVICE_SESSION=127.0.0.1:PORT/TOKEN
      The first app that joins is asked for the contracts of its mocks, with the shapes
      of all types that they name, as `MockContracts.write(to:of:)` writes them in a
      test. Then the command ends, and the app is answered no more.

      An app in another language may know less: its services and methods without shapes,
      which is told. Ctrl-C ends the command where no app comes.

      Example:
        mocklua contracts --session --output contract.json
      """)

  /// The reply of an app.
  private struct Told: Sendable {
    var contract: ContractDocument
    var hasShapes: Bool
    var app: SessionApp
  }

  private let port: Int
  private let target: OutputTarget
  let color: ColorChoice

  init(_ arguments: ParsedArguments) throws(UsageError) {
    guard arguments[Self.session] else {
      throw .missingArgument(name: Self.session.declaration.spelling)
    }
    _ = try arguments.value(of: OnlyFormat.option)
    port = try ServeCommand.port(arguments.value(of: ServeCommand.port), "--port")
    target = OutputTarget(try arguments.value(of: ScriptArguments.output) ?? "-")
    color = try arguments.value(of: ScriptArguments.color) ?? .auto
  }

  func run() throws(CommandFailure) {
    try target.check()
    let session = try session()
    defer { session.close() }
    let told = try Self.told(by: session)
    guard !told.contract.services.isEmpty else { throw .noContract(of: told.app) }
    try target.write(told.contract.json)
    let (services, types) = (told.contract.services.count, told.contract.types.count)
    SessionServer.note(
      "\(told.app) has told \(CommandFailure.count(services, of: "contract"))"
        + " and \(CommandFailure.count(types, of: "type"))")
    if !told.hasShapes {
      SessionServer.note("it knows no shapes, so that values are compared with nothing")
    }
  }

  /// Creates a session in which nothing is mocked.
  private func session() throws(CommandFailure) -> LiveSession {
    let scenario: ScenarioRuntime
    do throws(ScenarioError) {
      scenario = try ScenarioRuntime(source: "", name: "contracts")
    } catch {
      throw .scenarioError(error)
    }
    let handler = MockFailureHandler { SessionServer.note($0.description) }
    do throws(SessionProblem) {
      return try LiveSession(scenario, port: port, failureHandler: handler)
    } catch {
      throw .session(error)
    }
  }

  /// Waits for the reply of an app.
  private static func told(by session: LiveSession) throws(CommandFailure) -> Told {
    let (told, news) = (Locked<Told?>(nil), Latch())
    session.askContracts { contract, hasShapes, app in
      told.withLock { $0 = $0 ?? Told(contract: contract, hasShapes: hasShapes, app: app) }
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
      if let told = told.withLock(\.self) { return told }
      if let app = apps.first(where: { !now.contains($0) }) { throw .toldNothing(app) }
    }
  }
}
