import Foundation
import TestSupport

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
  /// - Throws: An error if the process can't start.
  init(
    _ arguments: [String], in folder: TemporaryFolder, input: String = "",
    setup: String = ":", redirection: String = ""
  ) throws {
    let streams = try TemporaryFolder()
    try streams.write(input, to: "input")
    let commands =
      "exec <\"$0/input\" >\"$0/output\"\n\(setup)\nexec \"$@\" \(redirection)"
    let process = try ChildProcess(
      ["sh", "-c", commands, streams.url.path, Self.executable.path] + arguments, in: folder.url)
    // The pipe ends once every process that holds it exits, including those left running by `setup`.
    messages = String(decoding: process.errors.readDataToEndOfFile(), as: UTF8.self)
    exitCode = process.wait()
    output = try streams.read("output")
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
