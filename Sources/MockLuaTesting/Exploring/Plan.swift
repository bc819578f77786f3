internal import MockCalls

/// What a run of an explored test does in another way than the plain one.
struct Plan: Sendable, Hashable, CustomStringConvertible {
  /// What is chosen at each point at which there is a choice; where they end, what comes first is.
  var choices: [String] = []
  /// The calls that fail, by their numbers in the log.
  var faults: [Int: Exploration.Fault] = [:]
  /// Where all choices are left to chance, the start of its numbers.
  var seed: UInt64?

  /// The run that goes as an ordinary test does.
  static let plain = Plan()

  var isPlain: Bool { self == .plain }

  /// As `2-1,3!offline`: the answer of call 2 comes before that of call 1, and call 3 fails.
  var description: String {
    var parts = choices.isEmpty ? [] : [choices.joined(separator: "-")]
    parts += faults.sorted { $0.key < $1.key }.map { "\($0.key)\($0.value.name)" }
    return parts.isEmpty ? "plain" : parts.joined(separator: ",")
  }

  /// Reads a plan.
  ///
  /// - Throws: ``PlanError`` for a text that is none.
  init(_ text: String) throws(PlanError) {
    guard text != "plain", !text.isEmpty else { return }
    for part in text.split(separator: ",") {
      let number = part.prefix { $0.isNumber }
      let rest = part.dropFirst(number.count)
      if let order = Int(number), let fault = Exploration.Fault(name: rest) {
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

  init(choices: [String] = [], faults: [Int: Exploration.Fault] = [:], seed: UInt64? = nil) {
    (self.choices, self.faults, self.seed) = (choices, faults, seed)
  }
}

/// The error of a `replay:` that is no plan.
struct PlanError: Error, CustomStringConvertible {
  let text: String
  var description: String {
    "`\(text)` is no plan; write one as an issue has said it, such as `2-1,3!offline`"
  }
}

/// What can be next when nothing of a test can run.
enum Choice: Sendable {
  /// The test goes on behind `Explored.turn()`.
  case resume
  /// The answer of a call comes.
  case answer(DirectedCall)
  /// Time passes, until somebody wakes who sleeps.
  case time

  var label: String {
    switch self {
    case .resume: "g"
    case .answer(let call): "\(call.order)"
    case .time: "t"
    }
  }

  static func isLabel(_ text: String) -> Bool { text == "g" || text == "t" || Int(text) != nil }
}

/// A place in a run at which there was a choice.
struct ChoicePoint: Sendable {
  var options: [Choice]
  var chosen: Int

  var label: String { options[chosen].label }

  /// All that could be chosen, the chosen one marked.
  var summary: String {
    options.enumerated().map { $0 == chosen ? "[\($1.label)]" : $1.label }.joined(separator: " ")
  }

  /// What was done in another way than in the plain run; nil where nothing was.
  var words: String? {
    guard chosen > 0 else { return nil }
    switch (options[chosen], options[0]) {
    case (.answer(let call), .answer(let other)):
      let same = call.name == other.name
      return "the answer of \(call.words) before that of \(same ? other.number : other.words)"
    case (.answer(let call), .time): return "the answer of \(call.words) before time passes"
    case (.answer(let call), .resume): return "the answer of \(call.words) before the test goes on"
    case (.time, .answer(let call)): return "time passing before the answer of \(call.words)"
    case (.time, _): return "time passing before the test goes on"
    case (.resume, _): return "the test going on first"
    }
  }
}

extension DirectedCall {
  /// As `SearchService.find #2 (search.lua:12)`.
  var words: String { "\(name) \(number)" }

  var number: String { "#\(count)" + (place.map { " (\($0))" } ?? "") }
}
