import Foundation
import MockScenarios
import Testing

/// A recording whose process is killed while writing.
@Suite(.serialized) struct KilledWriteTests {
  private static let writer = URL(fileURLWithPath: CommandLine.arguments[0])
    .resolvingSymlinksInPath().deletingLastPathComponent().appending(path: "RecordingWriter").path
  private static let tracer = "/usr/bin/strace"
  private let folder = FileManager.default.temporaryDirectory.appending(path: "killed-\(UUID())")
  private var path: String { folder.appending(path: "api.lua").path }

  /// Runs a program, and returns whether it finished.
  private func run(_ program: String, _ arguments: [String], for delay: Duration? = nil)
    async throws -> Bool
  {
    let process = LaunchedProcess(executable: program, arguments: arguments)
    try process.launch()
    if let delay {
      try await Task.sleep(for: delay)
      try process.send(signal: SIGKILL)
    }
    return try await process.exit() == .code(0)
  }

  /// Returns the existing version with its picture, and records an issue if they don't match.
  private func version(_ versions: [String], _ comment: Comment) throws -> String? {
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let version = versions.first { text.contains("reply \"\($0)\"") || text.contains("\"\($0)\"") }
    #expect(text.hasSuffix("}\n") && text.contains("GET /picture"), comment)
    let name = try #require(
      text.firstMatch(of: #/bytes "([^"]+)"/#)?.output.1, "\(comment): \(text)")
    let picture = try Data(contentsOf: folder.appending(path: String(name)))
    #expect(
      picture.count == 200_000 + (version?.utf8.count ?? 0)
        && String(decoding: picture.suffix(version?.utf8.count ?? 0), as: UTF8.self) == version,
      comment)
    return version
  }

  @Test(
    "Killed at any system call that writes, either the old or the new recording is left",
    .enabled(if: FileManager.default.isExecutableFile(atPath: tracer), "strace isn't available"))
  func calls() async throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(try await run(Self.writer, [path, "old"]))
    #expect(try version(["old", "new"], "before") == "old")
    let calls = "write,rename,renameat,renameat2,fsync,fchmod,fchown,unlink,mkdir,close"
    var (killed, seen) = (0, Set<String>())
    for number in 1..<200 {
      let isDone = try await run(
        Self.tracer,
        [
          "-f", "-o", "/dev/null", "-e", "trace=\(calls)", "-e",
          "inject=\(calls):signal=KILL:when=\(number)", Self.writer, path, "new",
        ])
      let there = try version(["old", "new"], "killed at \(number)")
      seen.insert(there ?? "")
      if isDone { break }
      killed += 1
      if there == "new" { #expect(try await run(Self.writer, [path, "old"])) }
    }
    #expect(killed > 10, "\(killed)")
    #expect(seen == ["old", "new"])
    #expect(try version(["old", "new"], "at last") == "new")
    let pictures = try FileManager.default.contentsOfDirectory(
      atPath: folder.appending(path: "fixtures").path
    ).filter { $0.hasSuffix(".png") }
    #expect(pictures.count <= 2, "\(pictures)")
  }

  @Test("Killed at forty different times, either the old or the new recording is left")
  func moments() async throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(try await run(Self.writer, [path, "version 0"]))
    let versions = (0...40).map { "version \($0)" }
    for number in 1...40 {
      _ = try await run(
        Self.writer, [path, "version \(number)"], for: .microseconds(number * 700))
      #expect(try version(versions.reversed(), "moment \(number)") != nil)
    }
  }
}
