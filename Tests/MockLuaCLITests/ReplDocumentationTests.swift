import Foundation
import Testing

/// Compares the article about the REPL with its real output.
struct ReplDocumentationTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../..").standardizedFileURL

  /// A transcript: input after prompts, and the output.
  struct Transcript: Sendable, CustomTestStringConvertible {
    var inputs: [String] = []
    var output: [String] = []
    /// The prompts as displayed, except for the second bracket of continued input.
    var prompts: [String] = []

    var testDescription: String { inputs.first ?? "" }

    init?(_ block: String) {
      guard block.hasPrefix("repl:1> ") else { return nil }
      for line in block.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
        if let match = line.firstMatch(of: /^(repl:\d+)>>? ?/) {
          prompts.append(String(match.1))
          inputs.append(String(line[match.range.upperBound...]))
        } else {
          output.append(line)
        }
      }
    }
  }

  static let transcripts: [Transcript] = {
    let path = root.appending(path: "Sources/MockLua/MockLua.docc/Repl.md")
    let text = (try? String(contentsOf: path, encoding: .utf8)) ?? ""
    return text.components(separatedBy: "\n```").enumerated().compactMap { index, block in
      index % 2 == 1 && block.hasPrefix("text\n")
        ? Transcript(String(block.dropFirst("text\n".count))) : nil
    }
  }()

  @Test("There are transcripts")
  func isThere() { #expect(Self.transcripts.count == 3) }

  @Test("A transcript is the real output of the REPL", arguments: transcripts)
  func isTrue(transcript: Transcript) throws {
    let script = try String(
      contentsOf: Self.root.appending(path: "examples/mfa-otp.lua"), encoding: .utf8)
    let folder = try TemporaryFolder(["mfa-otp.lua": script])
    let process = try MockLuaProcess(
      ["repl", "mfa-otp.lua"], in: folder, input: transcript.inputs.joined(separator: "\n") + "\n",
      redirection: "2>&1")
    let lines = process.output.split(separator: "\n").map(String.init)
    #expect(lines.filter { !$0.hasPrefix("mocklua: ") } == transcript.output)
    #expect(transcript.prompts == (1...transcript.prompts.count).map { "repl:\($0)" })
  }
}
