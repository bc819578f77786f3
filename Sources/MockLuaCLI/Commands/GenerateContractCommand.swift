import MockCalls
import MockLua
import MockPlatform
import MockSessions

/// `mocklua generate contract`: asks a running app what its mocks require.
struct GenerateContractCommand: Command {
  static let declaration = CommandDeclaration(
    name: "generate contract",
    summary: "Write what an app's mocks require, for --contract.",
    examples: ["mocklua generate contract -o contract.json"],
    arguments: [
      ServeCommand.port, ScriptArguments.output, OnlyFormat.option, ScriptArguments.color,
    ],
    formerOptions: ["session": "leave it out"],
    notes: """
      The first line on standard error is a variable for the environment of the app:
        MOCK_SERVICE_SESSION=127.0.0.1:PORT/TOKEN
      Start the app with it. The command asks the first app that joins for the
      contract of its mocks, with the shapes of all their types, and ends. In a test,
      `MockContracts.write(to:of:)` writes the same file.

      An app in another language may know its services and methods without the shapes
      of types, which the command reports. Ctrl-C ends it.
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
    _ = try arguments.value(of: OnlyFormat.option)
    port = try arguments.value(of: ServeCommand.port)?.number ?? 0
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
      "\(told.app) sent \(CommandFailure.count(services, of: "contract"))"
        + " and \(CommandFailure.count(types, of: "type"))")
    if !told.hasShapes {
      SessionServer.note("it sent no shapes of types, so values can't be compared")
    }
  }

  /// Creates a session in which nothing is mocked.
  private func session() throws(CommandFailure) -> LiveSession {
    let scenario: ScenarioRuntime
    do throws(ScenarioError) {
      scenario = try ScenarioRuntime(source: "", name: "contract")
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
