import Foundation
import PackagePlugin

/// Runs `mocklua` in a package that depends on this one: `swift package mocklua login.lua`.
///
/// It asks for no permission. SwiftPM lets it read, and write only where the user allows it:
/// `swift package --allow-writing-to-directory . mocklua --output login.json login.lua`.
@main
struct MockLuaPlugin: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    let tool = try context.tool(named: "mocklua")
    if arguments.first == "repl" {
      // Standard input of a plugin is SwiftPM's own.
      let rest = arguments.dropFirst().map { " \($0)" }.joined()
      throw Failure(
        "`repl` needs a terminal, which a plugin has not; run \(tool.url.path) repl\(rest)")
    }
    let process = Process()
    process.executableURL = tool.url
    process.arguments = arguments
    process.currentDirectoryURL = context.package.directoryURL
    process.standardInput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationReason == .exit else { throw Failure("mocklua was ended by a signal") }
    if process.terminationStatus != 0 {
      throw Failure("mocklua ended with exit code \(process.terminationStatus)")
    }
  }

  /// What SwiftPM shows as the error of the command.
  struct Failure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
  }
}
