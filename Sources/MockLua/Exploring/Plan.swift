internal import MockCalls

/// What a run does in another way than the plain one.
package struct Plan: Sendable, Hashable, CustomStringConvertible {
  /// What is chosen at each point at which there is a choice; where they end, what comes first is.
  package var choices: [String] = []
  /// The calls that fail, by their numbers.
  package var faults: [Int: PlannedFault] = [:]
  /// Where all choices are left to chance, the start of its numbers.
  package var seed: UInt64?

  /// The run that goes as an ordinary test does.
  package static let plain = Plan()

  package var isPlain: Bool { self == .plain }

  /// As `2-1,3!offline`: the answer of call 2 comes before that of call 1, and call 3 fails.
  package var description: String {
    var parts = choices.isEmpty ? [] : [choices.joined(separator: "-")]
    parts += faults.sorted { $0.key < $1.key }.map { "\($0.key)\($0.value.name)" }
    return parts.isEmpty ? "plain" : parts.joined(separator: ",")
  }

  /// Reads a plan.
  ///
  /// - Throws: ``PlanError`` for a text that is none.
  package init(_ text: String) throws(PlanError) {
    guard text != "plain", !text.isEmpty else { return }
    for part in text.split(separator: ",") {
      let number = part.prefix { $0.isNumber }
      let rest = part.dropFirst(number.count)
      if let order = Int(number), let fault = PlannedFault(name: rest) {
        faults[order] = fault
        continue
      }
      let labels = part.split(separator: "-").map(String.init)
      guard choices.isEmpty, labels.allSatisfy({ Choice.isLabel($0) }) else {
        throw PlanError(text: text)
      }
      choices = labels
    }
  }

  package init(
    choices: [String] = [], faults: [Int: PlannedFault] = [:], seed: UInt64? = nil
  ) {
    (self.choices, self.faults, self.seed) = (choices, faults, seed)
  }
}

/// The error of a text that is no plan.
package struct PlanError: Error, CustomStringConvertible {
  package let text: String
  package var description: String {
    "`\(text)` isn't a schedule; copy one from an issue, such as `2-1,3!offline`"
  }
}
