internal import MockPlatform

/// A text that a process has read, and what stands in it.
///
/// However often a script is loaded, its things are looked up here by little more than their lines.
package final class CoverageText: Sendable {
  private let source: CoverageSource
  private let text: String
  private let recorder: CoverageRecorder
  private let known = Locked(Known())

  private struct Known {
    /// The hashes of the lines; nil until one is asked for.
    var hashes: [String]?
    var units: [Thing: CoverageUnit] = [:]
    /// How often the lines of functions ran; nil until somebody runs them.
    var lines: CoverageLines?
    /// The lines that the recorder knows as things.
    var lineUnits: [Int: CoverageUnit] = [:]
    /// Of which functions the lines are marked, by what chose them.
    var marked: Set<String> = []
  }

  /// What tells the things of one text apart.
  package struct Thing: Hashable {
    package var kind: CoverageUnit.Kind
    package var line: Int
    package var service = ""
    package var name: String
    package var step = 1
    package var rule: CoverageUnit.Place?
    package var isComputed = false
    package var isOptional = false
    package var scenario = ""

    package init(_ kind: CoverageUnit.Kind, line: Int, name: String) {
      (self.kind, self.line, self.name) = (kind, line, name)
    }

    /// What nearly always differs: each scenario that is loaded looks its things up.
    package func hash(into hasher: inout Hasher) {
      hasher.combine(line)
      hasher.combine(step)
    }
  }

  init(_ text: String, source: CoverageSource, recorder: CoverageRecorder) {
    (self.text, self.source, self.recorder) = (text, source, recorder)
  }

  /// The counter of a thing; nil for one on a line that is not there.
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
          isComputed: thing.isComputed, isOptional: thing.isOptional, scenario: thing.scenario))
      known.units[thing] = unit
      return unit
    }
  }

  /// How often the lines of its functions ran, for who runs them to add to.
  package var lines: CoverageLines {
    known.withLock { known in
      let lines =
        known.lines ?? CoverageLines(text.split(separator: "\n", omittingEmptySubsequences: false))
      known.lines = lines
      return lines
    }
  }

  /// Whether the lines of the functions that something chooses, such as a named scenario, are still to be marked; true
  /// once for each.
  package func claimsMarking(for choice: String) -> Bool {
    known.withLock { $0.marked.insert(choice).inserted }
  }

  /// The lines that have code and are not things of the recorder yet.
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
