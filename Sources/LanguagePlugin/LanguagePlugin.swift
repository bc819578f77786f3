import Foundation
import PackagePlugin

/// Has the Lua side of the language compiled whenever one of its files has changed.
@main
struct LanguagePlugin: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let folder = target.directoryURL.appending(path: "Language")
    let files = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil
    )
    .filter { $0.pathExtension == "lua" }
    .sorted { $0.lastPathComponent < $1.lastPathComponent }
    let output = context.pluginWorkDirectoryURL.appending(path: "LanguageBytecode.swift")
    return [
      .buildCommand(
        displayName: "Compiling the language",
        executable: try context.tool(named: "LanguageCompiler").url,
        arguments: [output.path(percentEncoded: false)]
          + files.map { $0.path(percentEncoded: false) },
        inputFiles: files, outputFiles: [output])
    ]
  }
}
