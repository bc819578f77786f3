import Foundation
import PackagePlugin

/// Runs FileEmbedder if one of the files that a target embeds has changed.
@main
struct EmbeddingPlugin: BuildToolPlugin {
  /// The folder that each target embeds.
  private static let folders = [
    "MockLua": "Language", "MockLuaTools": "Language", "InspectorPage": "Page",
    "LanguageReference": "Articles",
  ]

  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    guard let folder = Self.folders[target.name] else {
      Diagnostics.error("add the folder that \(target.name) embeds to EmbeddingPlugin.swift")
      return []
    }
    let files = try FileManager.default.contentsOfDirectory(
      at: target.directoryURL.appending(path: folder), includingPropertiesForKeys: nil,
      options: .skipsHiddenFiles
    )
    .sorted { $0.lastPathComponent < $1.lastPathComponent }
    let output = context.pluginWorkDirectoryURL.appending(path: "EmbeddedFiles.swift")
    return [
      .buildCommand(
        displayName: "Embedding \(folder)",
        executable: try context.tool(named: "FileEmbedder").url,
        arguments: [output.path(percentEncoded: false)]
          + files.map { $0.path(percentEncoded: false) },
        inputFiles: files, outputFiles: [output])
    ]
  }
}
