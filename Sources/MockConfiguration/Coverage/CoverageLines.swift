internal import CMockPlatform
internal import MockPlatform

/// The number of times that each line of a script's functions has run.
///
/// The code that runs the script updates it.
///
/// `@unchecked Sendable`: The memory is read and written atomically. It is never freed, and neither are the texts of a
/// recorder.
package final class CoverageLines: @unchecked Sendable {
  /// A number for each line: 0 for a line without code, and otherwise the number of runs plus one.
  package let numbers: UnsafeMutableBufferPointer<Int64>
  /// Whether each line has nothing to run, such as a line with only `end`.
  private let isIdle: [Bool]

  init(_ lines: [Substring]) {
    numbers = .allocate(capacity: lines.count)
    numbers.initialize(repeating: 0)
    isIdle = lines.map(Self.isIdle)
  }

  /// Returns the number of times that the line at an index ran, or nil if the line has no code or the number isn't
  /// known.
  func uses(at index: Int) -> Int? {
    guard let start = numbers.baseAddress, !isIdle[index] else { return nil }
    let number = Int(mockplatform_load(start + index))
    return number == 0 ? nil : number - 1
  }

  /// Returns whether a line only ends blocks.
  ///
  /// Lua also counts jumps and returns on such a line.
  static func isIdle(_ line: some StringProtocol) -> Bool {
    let words = line.split { !($0.isLetter || $0.isNumber || $0 == "_") }
    let marks = line.filter { !($0.isLetter || $0.isWhitespace) }
    return words.allSatisfy { $0 == "end" || $0 == "else" }
      && marks.allSatisfy { ")},;".contains($0) }
  }
}
