import Foundation
import FuzzChecks
import TestSupport
import Testing

/// Reruns the inputs that scripts/fuzz has kept.
@Suite("The fuzzing corpus", .serialized)
struct CorpusTests {
  /// Returns the committed inputs of a target, sorted by name.
  private static func inputs(of target: FuzzTarget) throws -> [(name: String, bytes: [UInt8])] {
    let archive = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../Fuzz/Corpus/\(target).tar.gz").standardizedFileURL
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let tar = try ChildProcess(["tar", "-xzf", archive.path, "-C", folder.path])
    guard tar.wait() == 0 else { throw Unreadable(path: archive.path) }
    return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().map {
      (name: $0, bytes: Array(try Data(contentsOf: folder.appending(path: $0))))
    }
  }

  private struct Unreadable: Error {
    let path: String
  }

  @Test("Every input of a target passes", arguments: FuzzTarget.allCases)
  func corpus(target: FuzzTarget) throws {
    let inputs = try Self.inputs(of: target)
    #expect(!inputs.isEmpty)
    for (name, bytes) in inputs {
      #expect(throws: Never.self, "\(target)/\(name)") {
        try bytes.withUnsafeBytes { try target.check($0) }
      }
    }
  }

  @Test("An empty input passes", arguments: FuzzTarget.allCases)
  func nothing(target: FuzzTarget) throws {
    try target.check(UnsafeRawBufferPointer(start: nil, count: 0))
  }
}
