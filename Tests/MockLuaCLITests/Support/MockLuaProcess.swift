import Foundation

/// A finished run of the built `mocklua`, with its output.
struct MockLuaProcess {
  /// The process's standard output.
  let output: String

  /// The process's standard error.
  let messages: String

  /// The exit code.
  ///
  /// As in a shell, a signal is reported as 128 plus its number.
  let exitCode: Int32

  /// Runs `mocklua` until it exits.
  ///
  /// - Parameters:
  ///   - arguments: The command-line arguments.
  ///   - folder: The working directory.
  ///   - input: The text on standard input. Empty by default.
  ///   - setup: Shell commands to run first, such as `umask 027`. None by default.
  ///   - redirection: Shell redirections to append, such as `>/dev/full`. None by default.
  ///   - standardOutput: A destination for standard output other than `output`.
  /// - Throws: An error if the process can't start.
  init(
    _ arguments: [String], in folder: TemporaryFolder, input: String = "",
    setup: String = ":", redirection: String = "", standardOutput: FileHandle? = nil
  ) throws {
    let streams = try TemporaryFolder()
    try streams.write(input, to: "input")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments =
      ["-c", "\(setup)\nexec \"$0\" \"$@\" \(redirection)", Self.executable.path] + arguments
    process.currentDirectoryURL = folder.url
    process.standardInput = try FileHandle(forReadingFrom: streams.url(of: "input"))
    process.standardOutput = try standardOutput ?? streams.handle(creating: "output")
    let errors = Pipe()
    process.standardError = errors
    try Self.withoutBlockedSignals { try process.run() }
    // The pipe ends once every process that holds it exits, including those left running by `setup`.
    messages = String(
      decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    output = standardOutput == nil ? try streams.read("output") : ""
    exitCode =
      process.terminationReason == .exit
      ? process.terminationStatus : 128 + process.terminationStatus
  }

  /// Runs the body with all signals unblocked.
  ///
  /// A child process inherits the thread's blocked signals, and test threads block nearly all of them, so that a death
  /// by signal would never occur.
  private static func withoutBlockedSignals(_ body: () throws -> Void) rethrows {
    var none = sigset_t()
    var previous = sigset_t()
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &previous)
    defer { pthread_sigmask(SIG_SETMASK, &previous, nil) }
    try body()
  }

  /// The executable is next to the test bundle, which on Linux is the running program.
  private static let executable: URL = {
    #if canImport(Darwin)
      let bundle = Bundle.allBundles.first { $0.bundleURL.pathExtension == "xctest" }?.bundleURL
    #else
      let bundle: URL? = nil
    #endif
    let program = bundle ?? URL(fileURLWithPath: CommandLine.arguments[0])
    return program.resolvingSymlinksInPath().deletingLastPathComponent()
      .appendingPathComponent("mocklua")
  }()
}
