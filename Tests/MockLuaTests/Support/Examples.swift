import Foundation
import MockLua
import MockServices
import Testing

/// The scripts under `examples/`, and what is committed beside them.
enum Examples {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../examples").standardizedFileURL

  /// A script and, for what it prints, a scenario of it.
  struct Output: CustomTestStringConvertible, Sendable {
    var script: String
    var scenario: String?

    var testDescription: String { file }

    /// The committed file: `NAME.json` or `NAME.SCENARIO.json`.
    var file: String { ([script] + [scenario].compactMap { $0 } + ["json"]).joined(separator: ".") }

    func committed() throws -> String {
      try String(contentsOf: folder.appending(path: file), encoding: .utf8)
    }

    func load(seed: UInt64 = 0) throws -> LuaScenario {
      var options = ScenarioOptions()
      options.scenario = scenario
      options.seed = seed
      options.print = { _ in }
      return try LuaScenario.load(
        path: folder.appending(path: "\(script).lua").path, options: options)
    }
  }

  /// The names in the folder itself, without their ending; those of other folders are modules.
  static func names(ending: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(ending) }.map { String($0.dropLast(ending.count)) }.sorted()
  }

  /// Every script at its top level and in each of its scenarios.
  static func outputs() throws -> [Output] {
    try names(ending: ".lua").flatMap { script in
      let scenarios = try Output(script: script).load().scenarioNames
      return [Output(script: script)] + scenarios.map { Output(script: script, scenario: $0) }
    }
  }
}
