import Foundation

/// Runs the built `mocklua` and keeps what it said.
struct MockLuaProcess {
  /// What the process wrote to standard output.
  let output: String

  /// What the process wrote to standard error.
  let messages: String

  /// The exit code; a death by signal is reported as 128 and its number, as a shell does.
  let exitCode: Int32

  /// Runs `mocklua` to its end.
  ///
  /// - Parameters:
  ///   - arguments: The words of the command line.
  ///   - folder: The working directory.
  ///   - input: The text on standard input; empty by default.
  ///   - setup: Shell commands before it, such as `umask 027`; none by default.
  ///   - redirection: Shell redirections behind it, such as `>/dev/full`; none by default.
  ///   - standardOutput: Where standard output goes, instead of into `output`.
  /// - Throws: Whatever keeps the process from starting.
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
    // The pipe ends when all who hold it have, what `setup` left running included.
    messages = String(
      decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    output = standardOutput == nil ? try streams.read("output") : ""
    exitCode =
      process.terminationReason == .exit
      ? process.terminationStatus : 128 + process.terminationStatus
  }

  /// Runs the body as a shell would: a child inherits the thread's blocked signals, and the threads that
  /// tests run on block nearly all, so that a death by signal would never show.
  private static func withoutBlockedSignals(_ body: () throws -> Void) rethrows {
    var none = sigset_t()
    var previous = sigset_t()
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &previous)
    defer { pthread_sigmask(SIG_SETMASK, &previous, nil) }
    try body()
  }

  /// The executable lies beside the test bundle, which on Linux is the running program.
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
