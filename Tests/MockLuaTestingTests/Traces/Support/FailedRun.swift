import Foundation
import MockLua
import MockLuaTools
import MockScenarios
import MockServices
import Testing

/// A run of ``FailsOnPurpose`` and ``FailsOnPurposeXCTests`` in a separate process, with the traces it left.
struct FailedRun: Sendable {
  let folder: URL
  let attachments: URL
  let output: String

  private static let root = URL(filePath: NSTemporaryDirectory())
    .appending(path: "mocklua-traces-\(UUID().uuidString)")

  /// Runs the suite.
  ///
  /// It can't run on a system whose tests aren't a separate program.
  static func run() async throws -> FailedRun {
    // All tests share the run.
    atexit { try? FileManager.default.removeItem(at: FailedRun.root) }
    let (folder, attachments) = (
      root.appending(path: "a/b/traces"), root.appending(path: "attachments")
    )
    try FileManager.default.createDirectory(at: attachments, withIntermediateDirectories: true)
    let outputs = try await [
      fail(
        [
          "--testing-library", "swift-testing", "--filter", "FailsOnPurpose|CheckoutTests",
          "--attachments-path", attachments.path,
        ], folder),
      fail(["MockLuaTestingTests.FailsOnPurposeXCTests"], folder),
    ]
    return FailedRun(
      folder: folder, attachments: attachments, output: outputs.joined(separator: "\n"))
  }

  private static func fail(_ arguments: [String], _ folder: URL) async throws -> String {
    let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let process = LaunchedProcess(
      executable: program, arguments: arguments,
      environment: ["MOCKLUA_FAILS_ON_PURPOSE": "1", "MOCKLUA_TRACES": folder.path])
    try process.launch()
    #expect(try await process.exit(within: .seconds(1200)) != .code(0))
    return process.standardOutput + process.standardError
  }

  /// The sorted names of the traces, without their extension.
  var names: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: folder.path)
        .map { String($0.dropLast(".trace.jsonl".count)) }.sorted()
    }
  }

  func path(_ name: String) -> String { folder.appending(path: name + ".trace.jsonl").path }

  func text(_ name: String) throws -> String {
    try String(contentsOfFile: path(name), encoding: .utf8)
  }

  func trace(_ name: String) throws -> MockTrace { try readTrace(text(name), file: name) }

  /// Every file with its text.
  var files: [(path: String, text: String)] {
    get throws {
      try [folder, attachments].flatMap { folder in
        try FileManager.default.contentsOfDirectory(atPath: folder.path).map { name in
          let url = folder.appending(path: name)
          return (url.path, String(decoding: try Data(contentsOf: url), as: UTF8.self))
        }
      }
    }
  }
}

func readTrace(_ text: String, file: String = "test.trace.jsonl") throws -> MockTrace {
  var reader = MockTraceReader(file: file)
  for line in text.split(separator: "\n") { try reader.add(Array(line.utf8)) }
  return try reader.finish()
}

/// A run of the built `mocklua` with its output.
struct TraceCommandRun {
  let output: String
  let messages: String
  let exit: ProcessExit

  init(
    _ arguments: [String], in folder: String? = nil, input: [Substring] = []
  ) async throws {
    // The product is next to the tests. Only an executable knows its folder.
    let product = LaunchedProcess(product: "mocklua")
    let process = LaunchedProcess(
      executable: product.executable, arguments: arguments, workingDirectory: folder)
    try process.launch()
    for line in input { try process.writeLine(String(line)) }
    try process.closeInput()
    exit = try await process.exit()
    (output, messages) = (process.standardOutput, process.standardError)
  }
}
