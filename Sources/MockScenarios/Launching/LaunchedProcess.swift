#if os(macOS) || os(Linux)
  #if canImport(FoundationEssentials)
    internal import FoundationEssentials
  #else
    internal import Foundation
  #endif
  internal import MockServices

  /// An executable that a test launches with mocked services, as it would launch an app.
  ///
  /// ```swift
  /// let app = LaunchedProcess(executable: path)
  /// MockScenario.build().with(LoginPreset.happyPath).apply(to: app)
  /// try app.launch()
  /// try app.writeLine("sign in")
  /// #expect(try await app.nextLine() == "welcome")
  /// #expect(await app.terminate() == .signal(15))
  /// ```
  ///
  /// It keeps all that the process prints. When the last reference to it goes, a process that still runs
  /// is killed. One that has ended can be launched again.
  public final class LaunchedProcess: LaunchEnvironmentCarrying, Sendable {
    /// The path of the executable.
    package let executable: String
    /// The name of the executable, where the build is to have made it.
    let product: String?
    /// The working directory; nil, the default, means that of this process.
    package let workingDirectory: String?
    /// Whether the process also gets the variables of this one; the launch environment wins over them.
    ///
    /// The variables that carry a configuration or name a session are never handed down.
    package let inheritsEnvironment: Bool

    private struct State {
      var arguments: [String]
      var environment: [String: String]
      var running: RunningProcess?
    }

    private let state: Locked<State>

    /// Describes a process that is not launched yet.
    ///
    /// - Parameters:
    ///   - executable: The path of the executable.
    ///   - arguments: The arguments behind its name; none by default.
    ///   - environment: The launch environment; empty by default.
    ///   - workingDirectory: The working directory; nil, the default, means that of this process.
    ///   - inheritsEnvironment: Whether it also gets this process's variables; true by default.
    public convenience init(
      executable: String, arguments: [String] = [], environment: [String: String] = [:],
      workingDirectory: String? = nil, inheritsEnvironment: Bool = true
    ) {
      self.init(
        executable: executable, arguments: arguments, environment: environment, product: nil,
        workingDirectory: workingDirectory, inheritsEnvironment: inheritsEnvironment)
    }

    init(
      executable: String, arguments: [String], environment: [String: String], product: String?,
      workingDirectory: String? = nil, inheritsEnvironment: Bool = true
    ) {
      self.product = product
      self.executable = executable
      self.workingDirectory = workingDirectory
      self.inheritsEnvironment = inheritsEnvironment
      state = Locked(State(arguments: arguments, environment: environment))
    }

    deinit {
      running?.send(Self.killSignal)
      TemporaryConfigurationFiles.removeUnused()
      AppliedSessions.removeUnused()
    }

    /// The arguments of the next launch.
    public var launchArguments: [String] {
      get { state.withLock(\.arguments) }
      set { state.withLock { $0.arguments = newValue } }
    }

    /// The variables of the next launch.
    public var launchEnvironment: [String: String] {
      get { state.withLock(\.environment) }
      set { state.withLock { $0.environment = newValue } }
    }

    /// The system's number of the process; nil where it was never launched.
    public var identifier: Int32? { running?.identifier }

    /// Whether it was launched and has not ended, or left output that is still to be read.
    public var isRunning: Bool { running.map { !$0.state.withLock(\.isOver) } ?? false }

    /// Everything that the last launch has written to standard output so far.
    public var standardOutput: String { text(of: .output) }

    /// Everything that the last launch has written to standard error so far.
    public var standardError: String { text(of: .errors) }

    /// Launches the executable.
    ///
    /// Signals are as a fresh shell would hand them down, and of open files it gets its three streams alone.
    ///
    /// - Throws: ``LaunchedProcessError`` where the system refuses, or it still runs.
    public func launch() throws(LaunchedProcessError) {
      try state.withLock { state throws(LaunchedProcessError) in
        guard state.running.map({ $0.state.withLock(\.isOver) }) ?? true else {
          throw LaunchedProcessError(problem: .stillRunning, executable: executable)
        }
        if let problem = missingProduct() {
          throw LaunchedProcessError(problem: problem, executable: executable)
        }
        let inherited = inheritsEnvironment ? ProcessInfo.processInfo.environment : [:]
        let environment = Self.inheritable(inherited).merging(state.environment) { $1 }
        let command = [executable] + state.arguments
        try check(command, environment)
        do throws(SystemError) {
          state.running = try RunningProcess(
            command: command, environment: environment, directory: workingDirectory)
        } catch {
          throw LaunchedProcessError(
            problem: error.isTooMuch
              ? .tooMuchToHandOver(size: Self.size(command, environment))
              : .cannotLaunch(code: error.code), executable: executable)
        }
      }
    }

    private func check(
      _ command: [String], _ environment: [String: String]
    ) throws(LaunchedProcessError) {
      let names = environment.keys.filter { $0.isEmpty || $0.utf8.contains(UInt8(ascii: "=")) }
      let unusable = (command + environment.keys.sorted() + environment.values)
        .filter { $0.utf8.contains(0) }
      if let text = (names.sorted() + unusable).first {
        throw LaunchedProcessError(problem: .unusableText(text), executable: executable)
      }
    }

    /// What a process gets of the variables of this one.
    static func inheritable(_ environment: [String: String]) -> [String: String] {
      environment.filter {
        $0.key != MockServiceConfiguration.environmentVariable
          && $0.key != MockServiceConfiguration.fileVariable && $0.key != MockSessionVariable.name
          && $0.key != CoverageFolder.launchVariable
      }
    }

    /// The bytes of all texts, each with its end.
    private static func size(_ command: [String], _ environment: [String: String]) -> Int {
      command.reduce(0) { $0 + $1.utf8.count + 1 }
        + environment.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count + 2 }
    }
  }

  extension LaunchedProcess {
    /// The last launch; nil where there was none.
    var running: RunningProcess? { state.withLock(\.running) }

    /// The last launch.
    ///
    /// - Throws: ``LaunchedProcessError`` where there was none.
    func launched() throws(LaunchedProcessError) -> RunningProcess {
      guard let running else {
        throw LaunchedProcessError(problem: .notLaunched, executable: executable)
      }
      return running
    }

    /// An error with all that was printed.
    func failure(
      _ problem: LaunchedProcessError.Problem, of running: RunningProcess
    ) -> LaunchedProcessError {
      let (output, errors) = running.state.withLock { ($0.output.text, $0.errors.text) }
      return LaunchedProcessError(
        problem: problem, executable: executable, standardOutput: output, standardError: errors)
    }

    private func text(of stream: ProcessStream) -> String {
      running.map { $0.state.withLock { $0[stream].text } } ?? ""
    }
  }
#endif
