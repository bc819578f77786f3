internal import MockCalls

/// A schedule, which consists of a run's deviations from the baseline run.
package struct Plan: Sendable, Hashable, CustomStringConvertible {
  /// The choice at each decision point.
  ///
  /// After the last choice, the first option is always used.
  package var choices: [String] = []
  /// The faults to inject into calls, by the number of the call.
  package var faults: [Int: PlannedFault] = [:]
  /// The seed for random choices; nil if choices aren't random.
  package var seed: UInt64?

  /// The baseline run, with no reordering or injected failures.
  package static let plain = Plan()

  package var isPlain: Bool { self == .plain }

  /// The schedule as text.
  ///
  /// For example, `2-1,3!offline` means that the response to call 2 arrives before the response to call 1, and that
  /// call 3 fails.
  package var description: String {
    var parts = choices.isEmpty ? [] : [choices.joined(separator: "-")]
    parts += faults.sorted { $0.key < $1.key }.map { "\($0.key)\($0.value.name)" }
    return parts.isEmpty ? "plain" : parts.joined(separator: ",")
  }

  /// Parses a schedule.
  ///
  /// - Throws: ``PlanError`` if the text isn't a schedule.
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

/// The error for text that isn't a schedule.
package struct PlanError: Error, CustomStringConvertible {
  package let text: String
  package var description: String {
    "`\(text)` isn't a schedule; copy one from an issue, such as `2-1,3!offline`"
  }
}
