internal import CMockPlatform
internal import MockPlatform

/// The text of a script or a module that a process has read, with its units.
///
/// The units are kept, so that loading the script again is fast.
package final class CoverageText: Sendable {
  private let source: CoverageSource
  private let text: String
  private let recorder: CoverageRecorder
  private let known = Locked(Known())

  private struct Known {
    /// The hashes of the lines; nil until they are needed.
    var hashes: [String]?
    var units: [Thing: CoverageUnit] = [:]
    /// The number of times that each line of a function ran; nil until a function is about to run.
    var lines: CoverageLines?
    /// The lines that are already units of the recorder.
    var lineUnits: [Int: CoverageUnit] = [:]
    /// The choices of variant and mode for which the lines of functions have been marked.
    var marked: Set<String> = []
  }

  /// The properties that identify a unit within a source text.
  package struct Thing: Hashable {
    package var kind: CoverageUnit.Kind
    package var line: Int
    package var service = ""
    package var name: String
    package var step = 1
    package var rule: CoverageUnit.Place?
    package var isComputed = false
    package var isOptional = false
    package var variant = ""

    package init(_ kind: CoverageUnit.Kind, line: Int, name: String) {
      (self.kind, self.line, self.name) = (kind, line, name)
    }

    /// Hashes only the properties that usually differ, because every scenario looks up its units when it is loaded.
    package func hash(into hasher: inout Hasher) {
      hasher.combine(line)
      hasher.combine(step)
    }
  }

  init(_ text: String, source: CoverageSource, recorder: CoverageRecorder) {
    (self.text, self.source, self.recorder) = (text, source, recorder)
  }

  /// Returns the counter of a unit, or nil if its line doesn't exist.
  package func unit(_ thing: Thing) -> CoverageUnit? {
    known.withLock { known in
      if let unit = known.units[thing] { return unit }
      let hashes = known.hashes ?? hashesOfLines
      known.hashes = hashes
      guard hashes.indices.contains(thing.line - 1) else { return nil }
      let unit = recorder.unit(
        CoverageUnit.Identity(
          thing.kind, of: source, line: thing.line, text: hashes[thing.line - 1],
          service: thing.service, name: thing.name, step: thing.step, rule: thing.rule,
          isComputed: thing.isComputed, isOptional: thing.isOptional, variant: thing.variant))
      known.units[thing] = unit
      return unit
    }
  }

  /// The code that runs the functions updates the numbers.
  package var lines: CoverageLines {
    known.withLock { known in
      let lines =
        known.lines ?? CoverageLines(text.split(separator: "\n", omittingEmptySubsequences: false))
      known.lines = lines
      return lines
    }
  }

  /// Returns true only once for each choice of variant and mode.
  package func claimsMarking(for choice: String) -> Bool {
    known.withLock { $0.marked.insert(choice).inserted }
  }

  /// Returns the lines with code that are not yet units of the recorder.
  func takeNewLines() -> [CoverageUnit] {
    known.withLock { known in
      guard let lines = known.lines else { return [] }
      var units: [CoverageUnit] = []
      for index in lines.numbers.indices {
        guard known.lineUnits[index] == nil, lines.uses(at: index) != nil else { continue }
        let hashes = known.hashes ?? hashesOfLines
        known.hashes = hashes
        let unit = CoverageUnit(
          CoverageUnit.Identity(.line, of: source, line: index + 1, text: hashes[index], name: ""),
          recorder: recorder, lines: lines)
        known.lineUnits[index] = unit
        units.append(unit)
      }
      return units
    }
  }

  private var hashesOfLines: [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map {
      CoverageSource.hash(ofLine: $0)
    }
  }
}

/// The number of times that each line of a script's functions has run.
///
/// The code that runs the script updates the numbers.
///
/// `@unchecked Sendable`: The memory is read and written atomically. Neither the memory nor the texts of a recorder are
/// ever freed.
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
  /// On a line that ends a block, Lua also counts jumps and returns.
  static func isIdle(_ line: some StringProtocol) -> Bool {
    let words = line.split { !($0.isLetter || $0.isNumber || $0 == "_") }
    let marks = line.filter { !($0.isLetter || $0.isWhitespace) }
    return words.allSatisfy { $0 == "end" || $0 == "else" }
      && marks.allSatisfy { ")},;".contains($0) }
  }
}
