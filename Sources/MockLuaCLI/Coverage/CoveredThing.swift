import MockConfiguration
import MockData

/// A thing of a script, and how often all processes together have used it.
struct CoveredThing {
  let kind: CoverageUnit.Kind
  var line: Int
  let service: String
  let name: String
  let step: Int
  /// The first response of its rule; nil for one without a rule.
  var rule: CoverageUnit.Place?
  let isComputed: Bool
  let isOptional: Bool
  let isRoute: Bool
  var uses: Int
  /// The uses by the named scenario that was loaded; none has an empty name.
  var scenarios: [String: Int]

  init(_ unit: CoverageUnit.Identity, line: Int, uses: Int) {
    kind = unit.kind
    self.line = line
    (service, name, step) = (unit.service, unit.name, unit.step)
    rule = unit.rule.map { CoverageUnit.Place(line: $0.line + line - unit.line, step: $0.step) }
    (isComputed, isOptional, isRoute) = (unit.isComputed, unit.isOptional, unit.isRoute)
    self.uses = uses
    scenarios = uses > 0 ? [unit.scenario: uses] : [:]
  }

  /// What it is, and nothing of how it was used: the same in all versions of a file.
  var key: Key { Key(kind: kind, line: line, service: service, name: name, step: step) }

  struct Key: Hashable {
    var kind: CoverageUnit.Kind
    var line: Int
    var service: String
    var name: String
    var step: Int
  }

  /// Whether somebody should use it, and nobody does.
  var isMissed: Bool { uses == 0 && !isOptional }

  /// The name in messages: `OTP.verify`, or that of the scenario.
  var fullName: String { service.isEmpty ? name : "\(service).\(name)" }

  /// It in words, such as ``step 2 of `OTP.verify` ``, for the second response of a method on its line.
  var words: String {
    switch kind {
    case .response: "\(step == 1 ? "" : "step \(step) of ")`\(fullName.escaped)`"
    case .scenario: "scenario `\(name.escaped)`"
    case .line: "a line"
    }
  }

  /// What is wrong with one that is missed, and what to do.
  var problem: String {
    switch kind {
    case .response: "\(words) was never used; call it, or mark it `:optional()`"
    case .scenario: "\(words) was never loaded; load it, or remove it"
    case .line: "this line never ran; make a call that comes here, or remove it"
    }
  }

  static func isBefore(_ first: CoveredThing, _ second: CoveredThing) -> Bool {
    (first.line, first.kind.rawValue, first.fullName, first.step)
      < (second.line, second.kind.rawValue, second.fullName, second.step)
  }
}
