import Foundation
import MockLua
import MockLuaTesting
import MockLuaTools
import MockScenarios
import MockServices
import Testing

/// A folder with a script and its project, and the coverage recorded by tests.
final class CoverageSuite: Sendable {
  let folder: URL
  var data: URL { folder.appending(path: "coverage") }

  private let name: String

  init(_ source: String, name: String = "shop.lua") throws {
    self.name = name
    folder = URL(filePath: NSTemporaryDirectory()).appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: data, withIntermediateDirectories: true)
    try write("", to: "Package.swift")
    try write(source, to: name)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: folder.appending(path: name))
  }

  /// The files left by processes.
  var files: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: data.path).filter {
        $0.hasSuffix(".coverage.jsonl")
      }.sorted()
    }
  }

  /// Creates a session of the script, as in a test.
  func session(_ variant: String? = nil) throws -> ScenarioSession {
    try ScenarioSession(
      path: folder.appending(path: name).path, variant: variant, coverage: data.path)
  }

  /// Makes calls in a separate session.
  func call(_ names: String..., variant: String? = nil) async throws {
    let session = try session(variant)
    for name in names {
      let (service, method) = try #require(MockCallRequest.split(name))
      let sequencer = session.runtime.sequencer(for: service, declared: false)
      _ = try? await sequencer.answer(for: method, arguments: ["size": .string("large")])
    }
    _ = session.finish()
  }

  /// Runs `mocklua coverage` and returns its output.
  func report(_ options: String...) async throws -> TraceCommandRun {
    // Flush instead of waiting a tenth of a second.
    CoverageRecorder.in(data.path).flush()
    return try await TraceCommandRun(["coverage", data.path] + options, in: folder.path)
  }
}
