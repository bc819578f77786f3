#if os(macOS) || os(Linux)
  #if canImport(FoundationEssentials)
    internal import FoundationEssentials
  #else
    internal import Foundation
  #endif

  internal import MockServices

  /// An executable that a test launches as a separate process, with mocked services like an app.
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
  /// The object keeps all output of the process. When the last reference to the object is released, it kills the
  /// process if the process is still running. A process that has ended can be launched again.
  public final class LaunchedProcess: LaunchEnvironmentCarrying, Sendable {
    /// The path of the executable.
    package let executable: String
    /// The name of the executable if the same build creates it; otherwise nil.
    let product: String?
    /// The working directory of the process, or nil (the default) for the current process's directory.
    package let workingDirectory: String?
    /// Whether the process inherits the current process's environment variables.
    ///
    /// The variables in ``launchEnvironment`` take precedence. Variables that contain a configuration or the address of
    /// a session are never inherited.
    package let inheritsEnvironment: Bool

    private struct State {
      var arguments: [String]
      var environment: [String: String]
      var running: RunningProcess?
    }

    private let state: Locked<State>

    /// Creates a process without launching it.
    ///
    /// - Parameters:
    ///   - executable: The path of the executable.
    ///   - arguments: The arguments that follow the executable's name. The default is an empty list.
    ///   - environment: The environment variables of the process. The default is empty.
    ///   - workingDirectory: The working directory of the process. The default, nil, means the current process's
    ///     directory.
    ///   - inheritsEnvironment: Whether the process inherits the current process's variables. The default is true.
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

    /// The process identifier, or nil if the process was never launched.
    public var identifier: Int32? { running?.identifier }

    /// Whether the process is still running, or some of its output hasn't arrived yet.
    public var isRunning: Bool { running.map { !$0.state.withLock(\.isOver) } ?? false }

    /// The standard output since the last launch.
    public var standardOutput: String { text(of: .output) }

    /// The standard error since the last launch.
    public var standardError: String { text(of: .errors) }

    /// Launches the executable as a new process.
    ///
    /// No signal is blocked or ignored in the new process. The process inherits no open files except its three standard streams.
    ///
    /// - Throws: ``LaunchedProcessError`` if the system can't launch the process, or if the process is already running.
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
              ? .argumentsTooLarge(size: Self.size(command, environment))
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

    static func inheritable(_ environment: [String: String]) -> [String: String] {
      environment.filter {
        $0.key != MockServiceConfiguration.environmentVariable
          && $0.key != MockServiceConfiguration.fileVariable && $0.key != MockSessionVariable.name
          && $0.key != CoverageFolder.launchVariable
      }
    }

    /// Returns the total size of all arguments and variables in bytes, including terminators.
    private static func size(_ command: [String], _ environment: [String: String]) -> Int {
      command.reduce(0) { $0 + $1.utf8.count + 1 }
        + environment.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count + 2 }
    }
  }

  extension LaunchedProcess {
    /// The latest launch, if any.
    var running: RunningProcess? { state.withLock(\.running) }

    func launched() throws(LaunchedProcessError) -> RunningProcess {
      guard let running else {
        throw LaunchedProcessError(problem: .notLaunched, executable: executable)
      }
      return running
    }

    /// Returns an error that includes the process's output.
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

  extension LaunchedProcess {
    /// Creates a process for an executable that is built together with the running tests.
    ///
    /// SwiftPM builds both into the same folder. To have the executable built, add it to the dependencies of the test
    /// target.
    ///
    /// - Parameters:
    ///   - product: The name of the executable.
    ///   - arguments: The arguments that follow the executable's name. The default is an empty list.
    ///   - environment: The environment variables of the process. The default is empty.
    public convenience init(
      product: String, arguments: [String] = [], environment: [String: String] = [:]
    ) {
      self.init(
        executable: Self.folderOfProducts + "/" + product, arguments: arguments,
        environment: environment, product: product)
    }

    /// Returns a problem if the build hasn't created the executable; otherwise nil.
    func missingProduct() -> LaunchedProcessError.Problem? {
      let files = FileManager.default
      guard let product, !files.fileExists(atPath: executable) else { return nil }
      let folder = Self.folderOfProducts
      let names = (try? files.contentsOfDirectory(atPath: folder)) ?? []
      let known = names.filter { name in
        let path = "\(folder)/\(name)"
        return !name.contains(".") && !name.hasSuffix("-tool")
          && files.isExecutableFile(atPath: path)
          && (try? files.contentsOfDirectory(atPath: path)) == nil
      }
      return .noProduct(product, known: known.sorted())
    }

    /// The folder of the running program, or of the loaded test bundle.
    private static let folderOfProducts: String = {
      #if canImport(Darwin)
        let bundle =
          Bundle.allBundles.first { $0.bundleURL.pathExtension == "xctest" } ?? Bundle.main
        let program = bundle.bundleURL.resolvingSymlinksInPath()
        return program.pathExtension == "xctest"
          ? program.deletingLastPathComponent().path : program.path
      #else
        let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return program.map { String($0[..<($0.lastIndex(of: "/") ?? $0.endIndex)]) } ?? "."
      #endif
    }()
  }
#endif
