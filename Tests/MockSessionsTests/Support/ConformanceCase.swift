import Foundation
import MockData
import Testing

/// A case from `Tests/SessionConformance`: a conversation that one side of the protocol must handle.
struct ConformanceCase: Sendable, CustomTestStringConvertible {
  /// The side under test.
  enum Side: String, Sendable { case test, app }

  /// A line with its number in the file.
  struct Line: Sendable {
    let number: Int
    let members: [String: AnyCodableValue]
  }

  let file: String
  let title: String
  let side: Side
  let script: String?
  /// Whether the test's side asks for the contracts of the app's mocks.
  let asks: Bool
  var lines: [Line] = []

  var testDescription: String { "\(file): \(title)" }

  /// The folder with the files.
  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "SessionConformance")

  /// Returns all cases of a side, in file order.
  static func all(_ side: Side) throws -> [ConformanceCase] {
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".jsonl") }.sorted()
    return try files.flatMap { try cases(in: $0) }.filter { $0.side == side }
  }

  private static func cases(in file: String) throws -> [ConformanceCase] {
    let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
    var cases: [ConformanceCase] = []
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    where !line.isEmpty {
      guard case .dictionary(let members) = try JSONParser().parse(String(line)) else {
        throw ConformanceFailure("\(file):\(index + 1): a line is an object")
      }
      if let next = ConformanceCase(file, header: members) {
        cases.append(next)
      } else if cases.isEmpty {
        throw ConformanceFailure("\(file):\(index + 1): a file begins with the header of a case")
      } else {
        cases[cases.count - 1].lines.append(Line(number: index + 1, members: members))
      }
    }
    return cases
  }

  private init?(_ file: String, header: [String: AnyCodableValue]) {
    guard case .string(let title) = header["case"],
      case .string(let tested) = header["tests"], let side = Side(rawValue: tested)
    else { return nil }
    (self.file, self.title, self.side) = (file, title, side)
    if case .string(let script) = header["script"] { self.script = script } else { script = nil }
    asks = header["asks"] == true
  }
}

/// The reason a case fails.
struct ConformanceFailure: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
