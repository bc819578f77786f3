import Foundation
import MockLua
import MockServices
import Testing

/// The articles of the documentation and their code blocks.
enum Documentation {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../Sources/MockLua/MockLua.docc").standardizedFileURL

  /// A fenced block of an article.
  struct Block: CustomTestStringConvertible, Sendable {
    /// The heading above the block.
    var heading: String
    /// The fence's info string, such as `lua` or `json error`.
    var info: String
    var text: String

    var testDescription: String { "\(heading): \(text.prefix(40))" }
  }

  /// Returns the blocks of an article, in order.
  static func blocks(of article: String) throws -> [Block] {
    let text = try String(contentsOf: folder.appending(path: article), encoding: .utf8)
    var (blocks, heading, open): ([Block], String, Block?) = ([], "", nil)
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        if let block = open { blocks.append(block) }
        open =
          open == nil ? Block(heading: heading, info: String(line.dropFirst(3)), text: "") : nil
      } else if open != nil {
        open?.text += line + "\n"
      } else if line.hasPrefix("#") {
        heading = String(line.drop { $0 == "#" }.dropFirst())
      }
    }
    return blocks
  }

  /// Returns the rows, without the header, of the table whose first column has this title.
  static func table(in article: String, under title: String) throws -> [[String]] {
    let text = try String(contentsOf: folder.appending(path: article), encoding: .utf8)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      .drop { !$0.hasPrefix("| \(title) |") }.prefix { $0.hasPrefix("|") }
    return lines.dropFirst(2).map { line in
      line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast()
        .map { $0.trimmingCharacters(in: .whitespaces) }
    }
  }

  /// Returns a script under a heading, by default the first.
  static func script(_ article: String, _ heading: String, _ index: Int = 0) throws -> String {
    let scripts = try blocks(of: article).filter { $0.heading == heading && $0.info == "lua" }
    try #require(scripts.indices.contains(index), "\(article) has no script under \(heading)")
    return scripts[index].text
  }

  /// Returns the script as a running scenario, on a clock at full speed.
  static func runtime(
    _ article: String, _ heading: String, _ index: Int = 0, variant: String? = nil,
    clock: MockClock = .virtual()
  ) throws -> ScenarioRuntime {
    var options = ScenarioOptions()
    options.variant = variant
    return try ScenarioRuntime(
      source: script(article, heading, index), name: "script.lua", options: options, clock: clock)
  }
}
