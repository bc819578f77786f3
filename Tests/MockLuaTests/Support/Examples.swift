import Foundation
import MockLua
import MockServices
import Testing

/// The scripts in `examples/`, and their committed output.
enum Examples {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../examples").standardizedFileURL

  /// A script and the scenario whose output is compared.
  struct Output: CustomTestStringConvertible, Sendable {
    var script: String
    var variant: String?

    var testDescription: String { file }

    /// The committed file: `NAME.json` or `NAME.SCENARIO.json`.
    var file: String { ([script] + [variant].compactMap { $0 } + ["json"]).joined(separator: ".") }

    func committed() throws -> String {
      try String(contentsOf: folder.appending(path: file), encoding: .utf8)
    }

    func load(seed: UInt64 = 0) throws -> LuaScenario {
      var options = ScenarioOptions()
      options.variant = variant
      options.seed = seed
      options.print = { _ in }
      return try LuaScenario.load(
        path: folder.appending(path: "\(script).lua").path, options: options)
    }
  }

  /// Returns the names in the folder itself, without their extension.
  ///
  /// Scripts in subfolders are modules.
  static func names(ending: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(ending) }.map { String($0.dropLast(ending.count)) }.sorted()
  }

  /// Returns every script at its top level and in each of its scenarios.
  static func outputs() throws -> [Output] {
    try names(ending: ".lua").flatMap { script in
      let variants = try Output(script: script).load().variantNames
      return [Output(script: script)] + variants.map { Output(script: script, variant: $0) }
    }
  }
}
