internal import CMockPlatform
internal import MockPlatform

/// How often the lines of a text's functions have run, which whoever runs the text adds to.
///
/// `@unchecked Sendable`: what stands in the memory is read and written atomically, and never freed, as the texts of a
/// recorder never are.
package final class CoverageLines: @unchecked Sendable {
  /// A number for each line: 0 without code, else one more than the times that it ran.
  package let numbers: UnsafeMutableBufferPointer<Int64>
  /// Lines on which nothing stands that could be used by itself, such as `end`.
  private let isIdle: [Bool]

  init(_ lines: [Substring]) {
    numbers = .allocate(capacity: lines.count)
    numbers.initialize(repeating: 0)
    isIdle = lines.map(Self.isIdle)
  }

  /// How often the line at an index ran; nil for one without code, or of which nothing is known.
  func uses(at index: Int) -> Int? {
    guard let start = numbers.baseAddress, !isIdle[index] else { return nil }
    let number = Int(mockplatform_load(start + index))
    return number == 0 ? nil : number - 1
  }

  /// Lua jumps and returns on such lines.
  static func isIdle(_ line: some StringProtocol) -> Bool {
    let words = line.split { !($0.isLetter || $0.isNumber || $0 == "_") }
    let marks = line.filter { !($0.isLetter || $0.isWhitespace) }
    return words.allSatisfy { $0 == "end" || $0 == "else" }
      && marks.allSatisfy { ")},;".contains($0) }
  }
}
