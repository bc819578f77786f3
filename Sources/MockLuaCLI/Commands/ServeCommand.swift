import MockLua
import MockServices

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// `mocklua serve`: answers apps in their own processes, without a test.
struct ServeCommand: Command {
  private static let file = Positional("FILE", help: "A script or a .json configuration.")
  private static let port = Option<UInt64>(
    "port", value: "N", help: "Listen on this port; the system chooses one otherwise.")
  private static let once = Flag("once", help: "End when the first app has ended.")
  private static let json = Flag("json", help: "Show each call as a line of JSON.")

  static let declaration = CommandDeclaration(
    name: "serve",
    summary: "Answer an app that runs in its own process, and show its calls.",
    arguments: [file, port, once, json] + ScriptArguments.declarations,
    notes: """
      The first line says what an app has to find in its environment:
        MOCK_SERVICE_SESSION=127.0.0.1:PORT/TOKEN
      The app dials while it bootstraps. From then on each call is one line. All else
      stands on standard error.

      The script is loaded again when it changes, or a module or fixture that it reads;
      calls in flight are cancelled then. Mistakes are shown, and the script goes on as
      it was.

      Type `r` to begin again, `n` for the next scenario, `g NAME` to open a gate, `s`
      for the state. Ctrl-C ends.

      Example:
        mocklua serve login.lua --port 7000
      """)

  private let options: SessionServer.Options

  init(_ arguments: ParsedArguments) throws(UsageError) {
    let path = arguments[Self.file]
    if path == "-" {
      throw .invalidValue(
        option: "FILE", value: "-", expectation: "a file, because standard input has the keys",
        nearest: nil)
    }
    let port = try arguments.value(of: Self.port) ?? 0
    guard port <= 65535 else {
      throw .invalidValue(
        option: "--port", value: "\(port)", expectation: "a port, from 0 to 65535", nearest: nil)
    }
    let script = try ScriptArguments(arguments)
    let style = MessageStyle(of: .standardOutput, script.color)
    let form: CallPrinter.Form =
      arguments[Self.json] ? .json : style.isColoured ? .colour : .plain
    options = SessionServer.Options(
      path: path, script: script, port: Int(port),
      endsWithApp: arguments[Self.once], form: form)
  }

  var color: ColorChoice { options.script.color }

  func run() throws(CommandFailure) {
    try options.script.checkFolders()
    let events = ServerEvents()
    Self.takeSignals(events)
    let server = try SessionServer(options, events)
    do throws(SystemError) {
      try Descriptor.standardOutput.write(server.address + "\n")
    } catch {
      throw .unwritable(target: "standard output", error)
    }
    Self.readLines(events)
    Self.tick(events)
    while server.handle(events.next()) {}
    server.close()
  }

  /// Makes Ctrl-C, and a request to end, an event; it has to come before other threads.
  private static func takeSignals(_ events: ServerEvents) {
    var signals = sigset_t()
    sigemptyset(&signals)
    for signal in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&signals, signal) }
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    let awaited = signals
    IOThread.start {
      var awaited = awaited
      var number: Int32 = 0
      while sigwait(&awaited, &number) != 0 {}
      events.add(.stop)
    }
  }

  private static func readLines(_ events: ServerEvents) {
    IOThread.start {
      // The end of standard input ends nothing: a server may have none.
      while let line = readLine() { events.add(.line(line)) }
    }
  }

  private static func tick(_ events: ServerEvents) {
    IOThread.start {
      while true {
        usleep(200_000)
        events.add(.tick)
      }
    }
  }
}
