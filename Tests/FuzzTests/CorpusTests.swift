import FuzzChecks
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The inputs that scripts/fuzz has found worth keeping, checked once more.
@Suite("What fuzzing has kept", .serialized)
struct CorpusTests {
  /// The committed inputs of a target, in the order of their names.
  private static func inputs(of target: FuzzTarget) throws -> [(name: String, bytes: [UInt8])] {
    let folder =
      "\(#filePath)".split(separator: "/").dropLast(2).map { "/\($0)" }.joined()
      + "/Fuzz/Corpus/\(target)"
    return try FileManager.default.contentsOfDirectory(atPath: folder).sorted().map { name in
      guard let data = FileManager.default.contents(atPath: "\(folder)/\(name)") else {
        throw UnreadableInput(name: name)
      }
      return (name, Array(data))
    }
  }

  private struct UnreadableInput: Error {
    let name: String
  }

  @Test("It holds for every input of a target", arguments: FuzzTarget.allCases)
  func corpus(target: FuzzTarget) throws {
    let inputs = try Self.inputs(of: target)
    #expect(!inputs.isEmpty)
    for (name, bytes) in inputs {
      #expect(throws: Never.self, "\(target)/\(name)") {
        try bytes.withUnsafeBytes { try target.check($0) }
      }
    }
  }

  @Test("It holds for no bytes at all", arguments: FuzzTarget.allCases)
  func nothing(target: FuzzTarget) throws {
    try target.check(UnsafeRawBufferPointer(start: nil, count: 0))
  }
}
