import Foundation
import PackagePlugin

/// Runs `mocklua` in a package that depends on this one: `swift package mocklua login.lua`.
///
/// The plugin doesn't request permissions. SwiftPM lets it read files, and write them only if the user allows it:
/// `swift package --allow-writing-to-directory . mocklua --output login.json login.lua`.
@main
struct MockLuaPlugin: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    let tool = try mocklua()
    if arguments.first == "repl" {
      // SwiftPM uses a plugin's standard input itself.
      let rest = arguments.dropFirst().map { " \($0)" }.joined()
      throw Failure(
        "`repl` needs a terminal, which a plugin doesn't have; run \(tool.path) repl\(rest)")
    }
    let process = Process()
    process.executableURL = tool
    process.arguments = arguments
    process.currentDirectoryURL = context.package.directoryURL
    process.standardInput = FileHandle.nullDevice
    // Without the pipe, SwiftPM would mix errors into the output, which must only contain the result.
    let errors = Pipe()
    process.standardError = errors
    try process.run()
    let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      .trimmingCharacters(in: .newlines)
    process.waitUntilExit()
    guard process.terminationReason == .exit else {
      throw Failure("mocklua was terminated by a signal")
    }
    if process.terminationStatus != 0 {
      let problem = text.isEmpty ? "" : "\n\(text)"
      throw Failure("mocklua ended with exit code \(process.terminationStatus)\(problem)")
    }
    if !text.isEmpty { Diagnostics.warning(text) }
  }

  /// The command isn't a dependency of the plugin, because SwiftPM would take the name of the product for the name of a
  /// target.
  private func mocklua() throws -> URL {
    let build = try packageManager.build(.product("mocklua"), parameters: .init())
    guard build.succeeded,
      let program = build.builtArtifacts.first(where: { $0.kind == .executable })
    else { throw Failure("mocklua does not build:\n\(build.logText)") }
    return program.url
  }

  /// The error that SwiftPM shows for the command.
  struct Failure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
  }
}
