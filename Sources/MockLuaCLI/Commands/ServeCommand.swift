import CLibrary
import MockHTTPServer
import MockInspector
import MockLua
import MockPlatform

/// `mocklua serve`: responds to apps in their own processes, without a test.
struct ServeCommand: Command {
  private static let file = Positional(
    "FILE", isOptional: true, completion: .scenarios, help: "A script or a .json configuration.")
  private static let trace = Option<String>(
    "trace", value: "FILE", completion: .files("jsonl"),
    help: "Show the trace of a test, instead of a script.")
  private static let showSecrets = Flag(
    "show-secrets", help: "Show values under names such as `token`.")
  static let port = Option<PortNumber>(
    "port", value: "PORT", help: "Listen for the app here (default: any free port).")
  private static let once = Flag("once", help: "End when the first app ends.")
  private static let format = Option<ResultFormat>(
    "format", value: "FORMAT", help: "Print calls as \(ResultFormat.expectation) (default: text).")
  private static let quiet = Flag("quiet", letter: "q", help: "Don't print calls.")
  private static let noInspector = Flag("no-inspector", help: "Don't start the inspector.")
  private static let inspectorPort = Option<PortNumber>(
    "inspector-port", value: "PORT",
    help: "Serve the inspector here (default: any free port).")
  private static let http = Option<PortNumber>(
    "http", value: "PORT",
    help: "Respond to HTTP requests here; 0 is any free port.")
  private static let bind = Option<String>(
    "bind", value: "ADDRESS",
    help: "Accept HTTP at this address (default: 127.0.0.1).")
  private static let tls = Flag("tls", help: "Use HTTPS, with a certificate for this run.")
  private static let certificate = Option<String>(
    "certificate", value: "CERT", completion: .files("pem"),
    help: "Write the certificate of --tls here.")
  private static let cors = Flag("cors", help: "Let web pages from other origins read responses.")
  private static let record = Option<String>(
    "record", value: "OUT", completion: .files("lua"),
    help: "Record live responses to calls not in the script.")
  private static let recordErrors = Flag(
    "record-errors", help: "Record errors of live services, too.")
  private static let redactUnknown = Flag(
    "redact-unknown", help: "Redact random text in a recording, too.")
  private static let noLearn = Flag(
    "no-learn", help: "Record without learned state, for `mocklua learn`.")
  private static let opensBrowser = Flag("open", help: "Open the inspector in a browser.")
  private static let onlyForScripts: [any Argument] = [
    port, once, format, quiet, noInspector, showSecrets, http, bind, tls, certificate, cors, record,
    recordErrors, redactUnknown, noLearn, ContractFile.option, ScriptArguments.variant,
    ScriptArguments.mode, ScriptArguments.seed, ScriptArguments.path,
  ]

  static let declaration = CommandDeclaration(
    name: "serve",
    summary: "Respond to a running app, and show its calls.",
    examples: [
      "mocklua serve login.lua --open", "mocklua serve api.lua --http 8080",
      "mocklua serve api.lua --http 8443 --tls --certificate cert.pem",
      "mocklua serve login.lua --record recorded.lua",
    ],
    arguments: [
      file, trace, port, once, format, quiet, showSecrets, noInspector, inspectorPort, opensBrowser,
      http, bind, tls, certificate, cors, record, recordErrors, redactUnknown, noLearn,
      ContractFile.option,
    ] + ScriptArguments.declarations,
    conflicts: [[noInspector, inspectorPort], [noInspector, opensBrowser], [format, quiet]]
      + onlyForScripts.map { [trace, $0] },
    formerOptions: ["json": "write '--format json'"],
    notes: """
      The first line is a variable for the environment of the app:
        MOCK_SERVICE_SESSION=127.0.0.1:PORT/TOKEN
      The app connects while it bootstraps. Standard output then has a line for each
      call; everything else is on standard error.

      The inspector is a page that shows and changes calls, state, and the script.
      Only this machine can reach it, at the printed address. The part after # is a
      secret, and lets programs make calls:
        curl -H "Authorization: Bearer TOKEN" -H "Content-Type: application/json" \\
          -d '{"code":"1"}' http://127.0.0.1:PORT/services/OTP/verify

      --http responds to requests for the script's hosts: by their Host header, or
      below /__host/ for a client that only knows a base URL:
        curl http://127.0.0.1:8080/__host/api.example.com/users/7
      Only this machine can reach the port, unless you pass --bind 0.0.0.0.

      --tls uses HTTPS, with a certificate for localhost and 127.0.0.1 that no
      client trusts yet. Write it to a file, and pass the file to the client:
        curl --cacert cert.pem https://127.0.0.1:8443/__host/api.example.com/users/7

      --record sends calls without a response in the script to the app's live
      services. Requests without a route go to the network. At the end, the file
      gets rules, sequences, and placeholders for secrets. If the calls show state,
      functions replace some of them, as with `mocklua learn`. If it is FILE, rules
      and sequences are added after its text.
      --no-learn records only rules and sequences, with all arguments, so that
      `mocklua learn` can combine them with other recordings.
      --redact-unknown also replaces random text, which may be a secret.

      When the script, a module, or a fixture changes, the script is loaded again and
      checked against --contract. This cancels calls in progress. If the new script
      has an error, the previous one stays active.

      Type `r` to restart, `n` for the next variant, `g NAME` to open a gate, `s` for
      the state. Ctrl-C ends.

      Values under names such as `password` or `token` appear as <redacted 1>, unless
      you pass --show-secrets. MOCKLUA_SECRETS=name,name adds names.
      """)

  let arguments: ParsedArguments
  private let options: SessionServer.Options

  init(arguments: ParsedArguments) throws(UsageError) {
    self.arguments = arguments
    let tracePath = arguments[Self.trace]
    let files = arguments.texts(of: Self.file)
    if let file = files.first, tracePath != nil { throw .exclusiveOptions(file, "--trace") }
    guard let path = tracePath ?? files.first else { throw .missingArgument(name: "FILE") }
    if path == "-" { throw .needsFile("standard input provides the keys that you type") }
    try arguments.check([Self.bind, Self.tls, Self.cors], need: Self.http)
    try arguments.check([Self.certificate], need: Self.tls)
    try arguments.check([Self.recordErrors, Self.redactUnknown, Self.noLearn], need: Self.record)
    let inspectorPort = arguments[Self.inspectorPort]?.number
    let script = ScriptArguments(arguments)
    let style = MessageStyle(of: .standardOutput, script.color)
    let isJSON = arguments[Self.format] == .json
    let form: CallPrinter.Form =
      arguments[Self.quiet]
      ? .none : isJSON ? .json : style.isColored ? .colored : .plain
    options = SessionServer.Options(
      path: path, script: script, port: arguments[Self.port]?.number ?? 0,
      endsWithApp: arguments[Self.once], form: form,
      showsSecrets: arguments[Self.showSecrets],
      inspectorPort: arguments[Self.noInspector] ? nil : inspectorPort ?? 0,
      needsInspector: arguments[Self.opensBrowser] || inspectorPort != nil,
      http: arguments[Self.http].map {
        SessionServer.HTTPOptions(
          port: $0.number, address: arguments[Self.bind],
          tls: arguments[Self.tls] ? .selfSigned : nil,
          certificatePath: arguments[Self.certificate],
          crossOrigin: arguments[Self.cors] ? .allowed : .refused)
      },
      recording: arguments[Self.record].map {
        SessionRecording(
          to: $0, script: path, keepsErrors: arguments[Self.recordErrors],
          redactsUnknown: arguments[Self.redactUnknown], learns: !arguments[Self.noLearn])
      }, contractPath: arguments[ContractFile.option])
  }

  func run() throws(CommandFailure) {
    if let tracePath = arguments[Self.trace] { return try show(tracePath) }
    try options.script.checkFolders()
    try options.recording?.check()
    let events = ServerEvents()
    Self.takeSignals(events, isRecording: options.recording != nil)
    let server = try SessionServer(options, events)
    try rethrowing(
      as: CommandFailure.unwritableOutput,
      Descriptor.standardOutput.write(server.address + "\n"))
    server.noteRoutes()
    server.warnOfContracts()
    let page = server.inspectorURL.flatMap(open)
    defer { page?.remove() }
    Self.readLines(events)
    Self.tick(events)
    while server.handle(events.next()) {}
    server.close()
  }

  /// Prints the URL of the inspector.
  private func open(_ url: String) -> TemporaryFile? {
    SessionServer.note("the inspector is at \(url)")
    return arguments[Self.opensBrowser] ? BrowserPage.open(url) : nil
  }

  /// Shows a trace until the user ends the command.
  private func show(_ path: String) throws(CommandFailure) {
    let session = try TraceSession(try TraceFile.read(path, readsStandardInput: false))
    let events = ServerEvents()
    Self.takeSignals(events, isRecording: false)
    // The trace doesn't contain the values that it hides.
    let port = options.inspectorPort ?? 0
    let inspector = try rethrowing(
      as: { CommandFailure.inspector($0, port: port) },
      Inspector(session, port: port, showsSecrets: true))
    let page = open(inspector.url)
    defer { page?.remove() }
    while true {
      if case .stop = events.next() { break }
    }
    inspector.close()
  }

  /// Turns SIGINT, SIGTERM, and SIGHUP into a stop event.
  ///
  /// Call this method before you start other threads, so that they inherit the signal mask.
  ///
  /// The first signal always ends the process. If the main thread is blocked, or if it doesn't finish in time, the
  /// process exits without waiting for it. A recording may take any time, so that it isn't lost.
  ///
  /// - Parameters:
  ///   - events: The queue that receives the stop event.
  ///   - isRecording: Whether a recording is written at the end.
  private static func takeSignals(_ events: ServerEvents, isRecording: Bool) {
    // A shell ignores the signals for a background program, and `sigwait` doesn't receive ignored signals.
    for signal in [SIGINT, SIGTERM] { CLibrary.signal(signal, SIG_DFL) }
    var signals = sigset_t()
    sigemptyset(&signals)
    for signal in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&signals, signal) }
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    let awaited = signals
    IOThread.start {
      var awaited = awaited
      var number: Int32 = 0
      while sigwait(&awaited, &number) != 0 {}
      let (first, code) = (ContinuousClock.now, 128 + number)
      events.add(.stop)
      IOThread.start {
        while !events.isStopping, .now - first < (events.isLoading ? loadTimeLimit : patience) {
          usleep(10_000)
        }
        if events.isStopping {
          sleep(5)
          if isRecording {
            SessionServer.note("still writing the recording; press Ctrl-C again to stop")
            while true { sleep(60) }
          }
        }
        _exit(code)
      }
      // While a script is loading, a second signal exits immediately. Otherwise the shutdown has begun, and a signal
      // within the first second counts as a duplicate, because the process group and the parent process may both send
      // one. Ignoring it leaves time to write a recording.
      repeat {
        while sigwait(&awaited, &number) != 0 {}
      } while !events.isLoading && first.duration(to: .now) < .seconds(1)
      _exit(128 + number)
    }
  }

  /// The time that the main thread has to notice the stop event.
  ///
  /// It may be blocked because nothing reads its output.
  private static let patience = Duration.seconds(3)
  /// The time that the main thread has while it loads a script.
  ///
  /// The script's own limits end the loading earlier.
  private static let loadTimeLimit = Duration.seconds(11)

  private static func readLines(_ events: ServerEvents) {
    IOThread.start {
      // The end of standard input doesn't end the server, which may have been started without standard input.
      while let line = readLine() { events.add(.line(line)) }
    }
  }

  private static func tick(_ events: ServerEvents) {
    IOThread.start {
      while true {
        // A change is handled the second time that it is seen.
        usleep(100_000)
        events.add(.tick)
      }
    }
  }
}
