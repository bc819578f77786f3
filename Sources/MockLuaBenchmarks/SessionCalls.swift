import CLibrary
import CMockPlatform
import MockLua
import MockScenarios
import MockServices

/// Calls of an app to a test in another process, compared with sending the same bytes back and forth in C.
enum SessionCalls {
  private static let count = 20_000
  private static let arguments: MockArguments = ["id": "42"]

  /// The sizes of the frames of a call and its response.
  ///
  /// The benchmark in C sends frames of the same sizes.
  private static let (callBytes, answerBytes) = (104, 117)

  // MARK: - The test process

  /// Serves a session, or the benchmark in C, until the process is killed.
  static func serve(_ what: String) async throws {
    if what == "peer" { return try servePeer() }
    let scenario = try ScenarioRuntime(
      source: """
        for number = 1, \(Int(what) ?? 1) do
          service("Bench" .. number) {
            fetch = reply { status = 3, message = "ok" },
            compute = function(args) return { status = 3, message = args.id } end,
          }
        end
        """, name: "bench.lua", clock: .virtual())
    let session = try LiveSession(scenario)
    print(session.environment["MOCK_SERVICE_SESSION"] ?? "")
    flush()
    try await Task.sleep(for: .seconds(600))
    session.close()
  }

  private static func servePeer() throws {
    var port: UInt16 = 0
    let listener = mockplatform_listen(0, &port)
    print(port)
    flush()
    var wait = mockplatform_Wait(descriptor: listener, writes: false, isReady: false)
    _ = mockplatform_wait(&wait, 1, -1)
    let socket = mockplatform_accept(listener)
    var bytes = [UInt8](repeating: 0, count: 4096)
    while true {
      guard mockplatform_receive(socket, &bytes, bytes.count) > 0 else { return }
      _ = mockplatform_send(socket, bytes, answerBytes)
    }
  }

  /// Flushes the output, because output to a pipe is buffered.
  private static func flush() { fflush(nil) }

  // MARK: - The app process

  private static func launch(_ what: String) async throws -> (LaunchedProcess, String) {
    let process = LaunchedProcess(
      executable: CommandLine.arguments[0], arguments: ["session-serve", what])
    try process.launch()
    return (process, try await process.nextLine())
  }

  private nonisolated(nonsending) static func withSession(
    _ body: nonisolated(nonsending) (MockCallSequencer) async throws -> Double
  ) async throws -> Double {
    try await withSession(services: 1) { sequencers, _ in try await body(sequencers[0]) }
  }

  private nonisolated(nonsending) static func withSession(
    services: Int,
    _ body: nonisolated(nonsending) ([MockCallSequencer], LaunchedProcess) async throws -> Double
  ) async throws -> Double {
    let (process, address) = try await launch("\(services)")
    let registry = MockServiceRegistry()
    let names = (1...services).map { "Bench\($0)" }
    for name in names { registry.register(MockServiceRegistration(name, as: Int.self) { _, _ in }) }
    let joined = await MockServiceBootstrap.configureIfNeeded(
      container: DependencyContainer(), registry: registry,
      environment: ["MOCK_SERVICE_SESSION": address], log: { _ in })
    guard let joined else { fatalError("no session") }
    let result = try await body(names.map { joined.sequencers.sequencer(for: $0) }, process)
    await process.terminate()
    return result
  }

  private struct Response: Decodable, Sendable {
    let status: Int
    let message: String
  }

  static func synchronous() async throws -> Double {
    try await withSession { sequencer in
      try nanoseconds(count) {
        let response: Response = try sequencer.nextDecodedValue(for: "fetch", arguments: arguments)
        precondition(response.status == 3)
      }
    }
  }

  static func task() async throws -> Double {
    try await withSession { sequencer in try await measure(sequencer, "fetch") }
  }

  @MainActor static func mainActor() async throws -> Double {
    try await withSession { sequencer in try await measure(sequencer, "fetch") }
  }

  /// Calls of a script function.
  static func function() async throws -> Double {
    try await withSession { sequencer in try await measure(sequencer, "compute") }
  }

  /// Calls of a thousand services, one after the other, from a task.
  static func thousandServices() async throws -> Double {
    try await withSession(services: 1000) { sequencers, _ in
      var number = 0
      return try await nanoseconds(count) {
        number = (number + 1) % sequencers.count
        let response: Response = try await sequencers[number].nextDecodedValue(
          for: "fetch", arguments: arguments)
        precondition(response.status == 3)
      }
    }
  }

  /// A million calls, of which 64 are pending at any time.
  ///
  /// They must not become slower or use more memory over time.
  static func million() async throws -> Double {
    try await withSession(services: 1) { sequencers, process in
      let clock = ContinuousClock()
      var lots: [Double] = []
      var memory = 0
      for number in 0..<10 {
        let start = clock.now
        try await run(sequencers[0], calls: 100_032)
        lots.append((clock.now - start) / .nanoseconds(1) / 100_032)
        // After the first calls, the log is full.
        if number == 0 { memory = residentBytes(of: process.identifier) }
      }
      let growth = residentBytes(of: process.identifier) - memory
      guard growth < 16 << 20 else { fatalError("the test grew by \(growth) bytes") }
      let (first, second) = (lots.prefix(5).sorted()[2], lots.suffix(5).sorted()[2])
      guard second < first * 1.25 else { fatalError("from \(first) to \(second) ns a call") }
      return lots.reduce(0, +) / 10
    }
  }

  /// Many calls, of which 64 are pending at any time.
  static func throughput() async throws -> Double {
    try await withSession { sequencer in
      let calls = 64 * 1000
      let clock = ContinuousClock()
      _ = try await run(sequencer, calls: 64 * 50)
      let start = clock.now
      _ = try await run(sequencer, calls: calls)
      return (clock.now - start) / .nanoseconds(1) / Double(calls)
    }
  }

  private static func run(_ sequencer: MockCallSequencer, calls: Int) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<64 {
        group.addTask {
          for _ in 0..<calls / 64 {
            let _: Response = try await sequencer.nextDecodedValue(
              for: "fetch", arguments: arguments)
          }
        }
      }
      try await group.waitForAll()
    }
  }

  private nonisolated(nonsending) static func measure(
    _ sequencer: MockCallSequencer, _ method: String
  ) async throws -> Double {
    try await nanoseconds(count) {
      let response: Response = try await sequencer.nextDecodedValue(
        for: method, arguments: arguments)
      precondition(response.status == 3)
    }
  }

  /// The same number of bytes back and forth, without anything else.
  static func peer() async throws -> Double {
    let (process, port) = try await launch("peer")
    let socket = mockplatform_connect(UInt16(port) ?? 0, 5000)
    var bytes = [UInt8](repeating: 0, count: 4096)
    let result = nanoseconds(count) {
      _ = mockplatform_send(socket, bytes, callBytes)
      _ = mockplatform_receive(socket, &bytes, bytes.count)
    }
    mockplatform_close(socket)
    await process.terminate()
    return result
  }
}
