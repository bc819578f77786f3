import Foundation
import Testing

/// A script with errors that can be enabled one at a time: `«right¦wrong¦message»`.
struct SeededScript: Sendable, CustomTestStringConvertible {
  struct Seed: Sendable {
    var number: Int
    var line: Int
    var text: String
    var expected: String
  }

  let number: Int
  /// The script without errors.
  let right: String
  /// The scripts with one error each.
  let seeds: [Seed]

  var testDescription: String { "script \(number)" }

  init(_ number: Int, _ template: String) {
    self.number = number
    var parts: [(right: String, wrong: String, expected: String)] = []
    var plain: [String] = []
    for (index, piece) in template.components(separatedBy: "«").enumerated() {
      guard index > 0 else {
        plain.append(piece)
        continue
      }
      let halves = piece.components(separatedBy: "»")
      let choices = halves[0].components(separatedBy: "¦")
      parts.append((choices[0], choices[1], choices[2]))
      plain.append(halves[1])
    }
    func text(_ wrong: Int?) -> String {
      plain[0]
        + parts.indices.map { (wrong == $0 ? parts[$0].wrong : parts[$0].right) + plain[$0 + 1] }
        .joined()
    }
    right = text(nil)
    seeds = parts.indices.map { index in
      let before = plain[0] + (0..<index).map { parts[$0].right + plain[$0 + 1] }.joined()
      let line = before.filter { $0 == "\n" }.count + 1
      return Seed(
        number: index + 1, line: line, text: text(index), expected: parts[index].expected)
    }
  }
}
