import MockCalls
import MockConfiguration
import MockData
import MockHTTPServer
import MockInspector
import MockLua
import MockLuaTools
import MockPlatform
import MockSessions

/// A session without a test: responds to apps, prints their calls, and reloads the script when it changes.
final class SessionServer {
  struct Options {
    var path: String
    var script: ScriptArguments
    var port: Int
    var endsWithApp: Bool
    var form: CallPrinter.Form
    /// Whether values under the names of secrets are shown.
    var showsSecrets = false
    /// The port of the inspector, 0 for any; nil for no inspector.
    var inspectorPort: Int?
    /// Whether the command line requests the inspector, so that the command fails without one.
    var needsInspector = false
    /// The server for routes, if any.
    var http: HTTPOptions?
    var recording: SessionRecording?
    var contractPath: String?
  }

  struct HTTPOptions {
    var port: Int
    /// The address; nil for the loopback address.
    var address: String?
    /// The certificate for HTTPS; nil for HTTP.
    var tls: RouteServer.TLS?
    var certificatePath: String?
    var crossOrigin: RouteServer.CrossOrigin
  }

  private let options: Options
  private let events: ServerEvents
  /// Reports the problems of apps and of the scenario, without secrets.
  private let handler: MockFailureHandler
  private let session: LiveSession
  private let printed: PrintedCalls
  private var scenarioOptions: ScenarioOptions
  private var files: WatchedFiles
  private var apps: [SessionApp] = []
  private var hasHadApp = false
  /// The warnings that were shown for the current script.
  private var warned: Set<MockDiagnostic> = []
  /// The calls whose responses were compared with the contract.
  private var ended = EndedCalls()
  /// The text of the active configuration; nil for a script.
  private var json: String?
  private var clockMode = MockClock.Mode.real
  private let served: ServedSession
  private let inspector: Inspector?
  private let routes: RouteServer?
  private var recording: SessionRecording?
  /// Whether a message has reported that a changed script can't be read because the process has no descriptors left.
  private var saysShortage = false
  private let contract: ContractDocument?

  /// The number of calls that the log keeps for the inspector.
  private static let logLimit = 100_000

  init(_ options: Options, _ events: ServerEvents) throws(CommandFailure) {
    self.options = options
    self.events = events
    recording = options.recording
    contract = try ContractFile.read(options.contractPath)
    scenarioOptions = options.script.options
    printed = PrintedCalls(options.form, showsSecrets: options.showsSecrets)
    let before = WatchedFiles([options.path])
    let source = try ScenarioSource.read(
      options.path, readsStandardInput: false, isWatched: true)
    json = source.json
    let handler = MockFailureHandler { events.add(.issue($0.description)) }
    self.handler = handler
    let scenario = try events.loading { [scenarioOptions] () throws(CommandFailure) in
      try Self.load(source, scenarioOptions, .real(), options, handler)
    }
    session = try rethrowing(
      as: CommandFailure.session,
      LiveSession(scenario, port: options.port, failureHandler: handler))
    let served = ServedSession(
      session, events, showing: InspectedScript(source.source, variant: scenarioOptions.variant),
      at: source.json == nil ? options.path : nil, contract: contract)
    do throws(HTTPServerProblem) {
      inspector = try options.inspectorPort.map { port throws(HTTPServerProblem) in
        try Inspector(served, port: port, showsSecrets: options.showsSecrets)
      }
    } catch {
      let failure = CommandFailure.inspector(error, port: options.inspectorPort ?? 0)
      guard case .notBuilt = error, !options.needsInspector else { throw failure }
      Descriptor.standardError.report("\(failure)")
      inspector = nil
    }
    do throws(HTTPServerProblem) {
      routes = try options.http.map { [session] http throws(HTTPServerProblem) in
        try RouteServer(
          { session.scenario }, port: http.port, at: http.address, tls: http.tls,
          crossOrigin: http.crossOrigin, live: PassedRequests.send)
      }
    } catch {
      throw .routes(
        RouteServerError(
          error, port: options.http?.port ?? 0, at: options.http?.address))
    }
    if let path = options.http?.certificatePath, let certificate = routes?.certificate {
      try OutputTarget.file(path: path).write(certificate, readFrom: source.source)
    }
    self.served = served
    files = WatchedFiles(Self.paths(of: scenario, options), readAfter: before)
    session.whenAppsChange { events.add(.apps) }
    watchCalls(of: scenario)
  }

  /// Adds an event for each call, if the server does anything with calls.
  private func watchCalls(of scenario: ScenarioRuntime) {
    if options.form == .none, contract == nil { return }
    scenario.log.subscribe { [events] in events.add(.call) }
  }

  /// The line with the variable that an app needs to join the session.
  var address: String {
    session.environment.map { "\($0.key)=\($0.value)" }.joined(separator: "\n")
  }

  var inspectorURL: String? { inspector?.url }

  /// Prints the URL of the routes.
  func noteRoutes() {
    guard let routes else { return }
    let hosts = session.scenario.routes.services
    if hosts.isEmpty {
      Self.note(
        "the script has no routes; write `http \"https://api.example.com\" { [\"GET /path\"] = ... }`"
      )
    }
    guard let address = options.http?.address, !["127.0.0.1", "::1"].contains(address) else {
      return Self.note("routes are served at \(routes.baseURL)")
    }
    Self.note(
      "routes are served at \(routes.certificate == nil ? "" : "https://")\(address):\(routes.port); anyone who can reach this address gets the script's "
        + "responses, and can call its functions")
  }

  /// Handles an event, and returns false if the session should end.
  func handle(_ event: ServerEvent) -> Bool {
    switch event {
    case .call: showCalls(of: session.scenario)
    case .issue(let text):
      Self.note(options.showsSecrets ? text : session.scenario.redacted(text))
    case .apps: return noteApps()
    case .tick: reloadIfChanged()
    case .line(let line): perform(line)
    case .restart(let change, let finish): finish(restart(change))
    case .stop: return false
    }
    return true
  }

  /// Ends the session and notifies the apps.
  func close() {
    if recording != nil { waitForCalls() }
    inspector?.close()
    routes?.close()
    session.close()
    for note in recording?.write(session.scenario) ?? [] { Self.note(note) }
    // Closing doesn't wait for problems and calls that haven't been shown yet.
    let end = ContinuousClock.now + Self.printTimeLimit
    while .now < end, let event = events.take() {
      if case .issue = event { _ = handle(event) }
    }
    showCalls(of: session.scenario)
    printed.finish(within: Self.printTimeLimit)
  }

  /// The time that the end waits for the last lines to be printed.
  private static let printTimeLimit = Duration.seconds(3)

  /// Waits a moment for calls that have responded but haven't ended yet, so that their responses are recorded.
  private func waitForCalls() {
    let end = ContinuousClock.now + .milliseconds(300)
    while .now < end, session.scenario.log.calls().contains(where: { $0.outcome == .running }) {
      IOThread.sleep(for: .milliseconds(10))
    }
  }

  private static func load(
    _ source: ScenarioSource, _ options: ScenarioOptions, _ clock: MockClock, _ command: Options,
    _ handler: MockFailureHandler
  ) throws(CommandFailure) -> ScenarioRuntime {
    let passing: MockPassing = command.recording == nil ? .asConfigured : .missing
    return try passing.applied { () throws(CommandFailure) in
      try source.runtime(
        options, clock: clock, log: MockCallLog(limit: logLimit), failureHandler: handler)
    }
  }

  // MARK: - Apps

  private func noteApps() -> Bool {
    let now = session.apps
    for app in now where !apps.contains(app) { Self.note("\(app) has joined") }
    if now.contains(where: { !apps.contains($0) }) { warnOfContracts() }
    for app in apps where !now.contains(app) { Self.note("\(app) has left") }
    hasHadApp = hasHadApp || !now.isEmpty
    apps = now
    return !(options.endsWithApp && hasHadApp && now.isEmpty)
  }

  /// Shows, once each, the parts of the script that the apps' protocols don't have.
  func warnOfContracts() {
    let scenario = session.scenario
    let document = served.contract
    let issues =
      contract == nil
      ? scenario.scenario.problems(against: document).map { found in
        MockDiagnostic(.warning, code: "contracts", at: found.place, sentence: found.problem.text)
      } : scenario.scenario.issues(against: document, json: json)
    warn(of: issues)
  }

  /// Prints the completed calls, and, once each, the computed values that the contract's types don't accept.
  private func showCalls(of scenario: ScenarioRuntime) {
    printed.print(scenario.log)
    guard let contract else { return }
    warn(of: scenario.scenario.issues(of: ended.take(from: scenario.log), against: contract))
  }

  private func warn(of issues: [MockDiagnostic]) {
    let renderer = DiagnosticRenderer(
      style: MessageStyle(of: .standardError, options.script.color))
    for issue in issues {
      var warning = issue
      warning.severity = .warning
      if warned.insert(warning).inserted { Self.note(renderer.text(of: warning)) }
    }
  }

  // MARK: - The script

  private func reloadIfChanged() {
    guard files.shouldBeRead() else { return }
    _ = take(scenarioOptions, because: "the script has changed", ifLeftAlone: true)
  }

  /// The time that a restart waits for a script that is being written, in seconds.
  private static let patience = 1

  /// Loads the current script once it is written, and returns the problem, or nil if the scenario has restarted.
  ///
  /// If the script has errors, the previous one stays active.
  @discardableResult
  private func take(_ options: ScenarioOptions, because reason: String) -> String? {
    let deadline = ContinuousClock.now + .seconds(Self.patience)
    while true {
      files.waitUntilWritten(by: deadline)
      switch take(options, because: reason, ifLeftAlone: .now < deadline) {
      case .begun: return nil
      case .refused(let problem): return problem
      case .changed: break
      }
    }
  }

  /// The result of reloading a script.
  private enum Taking {
    case begun
    case refused(String)
    /// The script changed while it was being read.
    case changed
  }

  /// Loads the current script.
  ///
  /// If it has errors, the previous one stays active.
  ///
  /// If `isLeftAlone` is true and the files change while they are being read, nothing happens.
  private func take(
    _ options: ScenarioOptions, because reason: String, ifLeftAlone isLeftAlone: Bool
  ) -> Taking {
    var read: ScriptSource?
    let before = files
    do throws(CommandFailure) {
      let source = try ScenarioSource.read(
        self.options.path, readsStandardInput: false, isWatched: true)
      read = source.source
      let next = try events.loading { () throws(CommandFailure) in
        try Self.load(source, options, clock(), self.options, handler)
      }
      if isLeftAlone, files.haveChangedSinceLook() { return .changed }
      saysShortage = false
      watchCalls(of: next)
      let last = session.replaceScenario(with: next)
      recording?.keep(last)
      showCalls(of: last)
      json = source.json
      scenarioOptions = options
      files = WatchedFiles(Self.paths(of: next, self.options), readAfter: before)
      served.show(source.source, variant: options.variant)
      Self.note("\(reason): the scenario restarts")
      (warned, ended) = ([], EndedCalls())
      warnOfContracts()
      return .begun
    } catch {
      if isLeftAlone, files.haveChangedSinceLook() { return .changed }
      // Without a descriptor, nothing was read. Try again later, and report the problem only once.
      if isLeftAlone, error.isShortage {
        if !saysShortage { Self.note("\(error)") }
        saysShortage = true
        return .changed
      }
      files.takeAsRead()
      served.show(read, failing: error)
      let style = MessageStyle(of: .standardError, self.options.script.color)
      Self.note(DiagnosticRenderer(style: style).text(of: error))
      Self.note("\(reason): the script has errors; the previous script stays in use")
      return .refused("\(error)")
    }
  }

  private func clock() -> MockClock {
    clockMode == .real ? .real() : .virtual(manual: clockMode == .manual)
  }

  private func restart(_ change: SessionRestart) -> String? {
    switch change {
    case .nothing: return take(scenarioOptions, because: "at the inspector's request")
    case .variant(let name): return choose(name)
    case .clock(let mode):
      let last = clockMode
      clockMode = mode
      let problem = take(scenarioOptions, because: "on another clock")
      if problem != nil { clockMode = last }
      return problem
    }
  }

  private func choose(_ name: String?) -> String? {
    var next = scenarioOptions
    next.variant = name
    return take(next, because: name.map { "variant `\($0.escaped)`" } ?? "without a variant")
  }

  private static func paths(of scenario: ScenarioRuntime, _ options: Options) -> [String] {
    WatchedFiles.paths(
      of: scenario.scenario.script, at: options.path,
      searchPaths: options.script.options.searchPaths)
  }

  // MARK: - Lines

  private static let help =
    "r restarts, n takes the next variant, g NAME opens a gate, s shows the state"

  private func perform(_ line: String) {
    let words = line.split(separator: " ").map(String.init)
    switch (words.first, words.count) {
    case (nil, _): break
    case ("r", 1): take(scenarioOptions, because: "on request")
    case ("n", 1): takeNext()
    case ("g", 2): open(words[1])
    case ("s", 1):
      let scenario = session.scenario
      let state = scenario.sharedState.snapshot
      let shown = options.showsSecrets ? state : scenario.log.redaction.redacted(state)
      Self.note("state: \(AnyCodableValue.dictionary(shown).shortText)")
    default: Self.note("unknown key `\(line.escaped)`; \(Self.help)")
    }
  }

  private func takeNext() {
    let names: [String?] = [nil] + session.scenario.scenario.variantNames
    let index = names.firstIndex(of: scenarioOptions.variant) ?? 0
    _ = choose(names[(index + 1) % names.count])
  }

  private func open(_ gate: String) {
    do throws(MockServiceError) {
      try session.scenario.gates.open(gate)
      Self.note("the gate `\(gate.escaped)` is open")
    } catch {
      Self.note("\(error.message)")
    }
  }

  /// Prints a line about a call to standard output.
  ///
  /// Everything else goes to standard error.
  static func note(_ text: String) { Descriptor.standardError.report("mocklua: \(text)") }
}

extension CommandFailure {
  /// Whether a file couldn't be read because the process has no descriptor left.
  fileprivate var isShortage: Bool {
    if case .unreadable(_, .system(let error, _)) = self { error.isShortage } else { false }
  }
}
