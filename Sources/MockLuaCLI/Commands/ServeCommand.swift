import CLibrary
import MockHTTPServer
import MockInspector
import MockLua
import MockPlatform

/// `mocklua serve`: responds to apps in their own processes, without a test.
struct ServeCommand: Command {
  private static let file = Positional(
    "FILE", completion: .scenarios, help: "A script or a .json configuration.", isOptional: true)
  private static let trace = Option<String>(
    "trace", value: "FILE", completion: .files("jsonl"),
    help: "Show the trace of a test in the inspector, read only.")
  private static let showSecrets = Flag(
    "show-secrets", help: "Show values under names such as `token`.")
  static let port = Option<UInt64>(
    "port", value: "N", help: "Listen on this port; the system chooses one otherwise.")
  private static let once = Flag("once", help: "End when the first app has ended.")
  private static let format = Option<ResultFormat>(
    "format", value: "FORMAT", help: "Show calls as \(ResultFormat.expectation); text by default.")
  private static let quiet = Flag("quiet", help: "Show no calls.")
  private static let noInspector = Flag("no-inspector", help: "Open no inspector.")
  private static let inspectorPort = Option<UInt64>(
    "inspector-port", value: "N", help: "Its port; the system chooses one otherwise.")
  private static let http = Option<UInt64>(
    "http", value: "PORT", help: "Answer any client of HTTP by the script's routes, 0 for any port."
  )
  private static let bind = Option<String>(
    "bind", value: "ADDRESS", help: "Listen for HTTP there, such as 0.0.0.0, for other machines.")
  private static let cors = Flag("cors", help: "Let pages of other origins read answers of HTTP.")
  private static let record = Option<String>(
    "record", value: "OUT", completion: .files("lua"),
    help: "Let the app's live services answer what the script does not, and write that.")
  private static let recordErrors = Flag(
    "record-errors", help: "Record errors of live services as well.")
  private static let redactUnknown = Flag(
    "redact-unknown", help: "Replace random text in a recording as well, which may be a secret.")
  private static let opensBrowser = Flag("open", help: "Show the inspector in a browser.")

  static let declaration = CommandDeclaration(
    name: "serve",
    summary: "Answer an app that runs in its own process, and show its calls.",
    arguments: [
      file, trace, port, once, format, quiet, showSecrets, noInspector, inspectorPort, opensBrowser,
      http, bind, cors, record, recordErrors, redactUnknown, ContractFile.option,
    ] + ScriptArguments.declarations,
    conflicts: [
      [noInspector, inspectorPort], [noInspector, opensBrowser], [format, quiet], [trace, port],
      [trace, once], [trace, format], [trace, quiet], [trace, noInspector], [trace, showSecrets],
      [trace, http], [trace, bind], [trace, cors], [trace, record], [trace, recordErrors],
      [trace, redactUnknown],
      [trace, ContractFile.option],
      [trace, ScriptArguments.variant], [trace, ScriptArguments.mode],
      [trace, ScriptArguments.seed], [trace, ScriptArguments.path],
    ],
    notes: """
      The first line says what an app has to find in its environment:
        MOCK_SERVICE_SESSION=127.0.0.1:PORT/TOKEN
      The app dials while it bootstraps. From then on each call is one line. All else
      stands on standard error.

      There stands also the address of the inspector, a page that shows the calls, the
      state and the script, and changes them. It is for this machine alone, and for
      whoever has the address: what stands behind # in it is a secret. The same token
      lets a program of any language call a service:
        curl -H "Authorization: Bearer TOKEN" -H "Content-Type: application/json" \\
          -d '{"code":"1"}' http://127.0.0.1:PORT/services/OTP/verify

      With --http, routes of `http` are answered at this port: by the header Host, or
      behind /__host/api.example.com/ for a client that knows a base URL alone:
        curl http://127.0.0.1:8080/__host/api.example.com/users/7
      It is plain HTTP, and for this machine alone unless --bind says else.

      With --record, calls that the script says nothing of go to the app's own live
      services, and its requests to the network. At the end OUT is written: rules by the
      arguments that tell the answers apart, sequences, placeholders for secrets. Where
      OUT is FILE itself it is added behind what is there.

      The script is loaded again when it changes, or a module or fixture that it reads;
      calls in flight are cancelled then. A file that was emptied counts when something
      is in it again. Errors are shown, and the script goes on as it was.

      With --contract, what the app's mocks require is compared with the script whenever
      it is loaded.

      Type `r` to begin again, `n` for the next scenario, `g NAME` to open a gate, `s`
      for the state. Ctrl-C ends; a second one does not wait for a script that is
      being loaded.

      Values under names such as `password` or `token` are shown as <redacted 1>, unless
      --show-secrets is given; MOCKLUA_SECRETS=name,name adds names.

      Example:
        mocklua serve login.lua --port 7000
        mocklua serve login.lua --record recorded.lua
      """)

  private let options: SessionServer.Options
  private let tracePath: String?
  private let opensBrowser: Bool

  init(_ arguments: ParsedArguments) throws(UsageError) {
    tracePath = try arguments.value(of: Self.trace)
    let files = arguments.texts(of: Self.file)
    if let file = files.first, tracePath != nil { throw .exclusiveOptions(file, "--trace") }
    guard let path = tracePath ?? files.first else { throw .missingArgument(name: "FILE") }
    if path == "-" {
      throw .invalidValue(
        option: "FILE", value: "-", expectation: "a file, because standard input has the keys",
        nearest: nil)
    }
    let port = try Self.port(arguments.value(of: Self.port), "--port")
    let inspectorNumber = try arguments.value(of: Self.inspectorPort)
    let inspectorPort = try Self.port(inspectorNumber, "--inspector-port")
    let http = try arguments.value(of: Self.http)
    let httpPort = try http.map { number throws(UsageError) in try Self.port(number, "--http") }
    let address = try arguments.value(of: Self.bind)
    if httpPort == nil {
      if address != nil { throw .needsOption("--bind", "--http PORT") }
      if arguments[Self.cors] { throw .needsOption("--cors", "--http PORT") }
    }
    let recorded = try arguments.value(of: Self.record)
    if recorded == nil, arguments[Self.recordErrors] {
      throw .needsOption("--record-errors", "--record OUT")
    }
    if recorded == nil, arguments[Self.redactUnknown] {
      throw .needsOption("--redact-unknown", "--record OUT")
    }
    let script = try ScriptArguments(arguments)
    let style = MessageStyle(of: .standardOutput, script.color)
    let isJSON = try arguments.value(of: Self.format) == .json
    let form: CallPrinter.Form =
      arguments[Self.quiet]
      ? .none : isJSON ? .json : style.isColoured ? .colour : .plain
    opensBrowser = arguments[Self.opensBrowser]
    options = SessionServer.Options(
      path: path, script: script, port: port,
      endsWithApp: arguments[Self.once], form: form,
      showsSecrets: arguments[Self.showSecrets],
      inspectorPort: arguments[Self.noInspector] ? nil : inspectorPort,
      needsInspector: opensBrowser || inspectorNumber != nil,
      http: httpPort.map {
        SessionServer.HTTPOptions(
          port: $0, address: address, crossOrigin: arguments[Self.cors] ? .allowed : .refused)
      },
      recording: recorded.map {
        SessionRecording(
          to: $0, script: path, keepsErrors: arguments[Self.recordErrors],
          redactsUnknown: arguments[Self.redactUnknown])
      }, contractPath: try arguments.value(of: ContractFile.option))
  }

  static func port(_ number: UInt64?, _ option: String) throws(UsageError) -> Int {
    guard let number else { return 0 }
    guard number <= 65535 else {
      throw .invalidValue(
        option: option, value: "\(number)", expectation: "a port, from 0 to 65535", nearest: nil)
    }
    return Int(number)
  }

  var color: ColorChoice { options.script.color }

  func run() throws(CommandFailure) {
    if let tracePath { return try show(tracePath) }
    try options.script.checkFolders()
    try options.recording?.check()
    let events = ServerEvents()
    Self.takeSignals(events, longestEnd: options.recording == nil ? 5 : 30)
    let server = try SessionServer(options, events)
    do throws(SystemError) {
      try Descriptor.standardOutput.write(server.address + "\n")
    } catch {
      throw .unwritable(target: "standard output", error)
    }
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
  private func open(_ url: String) -> BrowserPage? {
    SessionServer.note("the inspector is at \(url)")
    return opensBrowser ? BrowserPage.open(url) : nil
  }

  /// Shows a trace until the user ends the command.
  private func show(_ path: String) throws(CommandFailure) {
    let session = try TraceSession(try TraceFile.read(path, readsStandardInput: false))
    let events = ServerEvents()
    Self.takeSignals(events, longestEnd: 5)
    let inspector: Inspector
    do throws(InspectorProblem) {
      // The trace doesn't contain the values that it hides.
      inspector = try Inspector(session, port: options.inspectorPort ?? 0, showsSecrets: true)
    } catch {
      throw .inspector(error)
    }
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
  /// process exits without waiting for it.
  ///
  /// - Parameters:
  ///   - events: The queue that receives the stop event.
  ///   - longestEnd: The number of seconds that the shutdown may take, including writing a recording.
  private static func takeSignals(_ events: ServerEvents, longestEnd: UInt32) {
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
        while !events.isStopping, .now - first < (events.isLoading ? longestLoad : patience) {
          usleep(10_000)
        }
        if events.isStopping { sleep(longestEnd) }
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
  private static let longestLoad = Duration.seconds(11)

  private static func readLines(_ events: ServerEvents) {
    IOThread.start {
      // The end of standard input doesn't end the server, which may not have a standard input.
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
