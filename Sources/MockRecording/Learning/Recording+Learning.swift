internal import MockConfiguration
internal import MockData

extension Recording {
  /// Puts state in the place of rules and sequences, service by service.
  ///
  /// What is learned is a proposal. It stays where the scenario that has it answers all calls of all recordings as they
  /// were answered, and is shorter.
  ///
  /// - Returns: The script, the numbers of the calls that it answers in another way, and what was learned.
  func withState(
    _ script: ImportedScript, _ wrong: [Int], inOrder: Set<String>, name: String
  ) async -> (ImportedScript, [Int], [LearnedSummary]) {
    let templates = RouteTemplates(entries)
    let steps = entries.map { entry in
      let (operation, arguments) = templates.template(of: entry)
      return LearningStep(
        flow: entry.flow, service: entry.service, operation: operation, arguments: arguments,
        answer: LearningAnswer(entry.response, isRoute: HTTPHost.isName(entry.service)),
        delay: entry.response.delayMs)
    }
    var trial = LearningTrial(
      recording: self, steps: steps, inOrder: inOrder, name: name, script: script, wrong: wrong)
    for service in Set(entries.map(\.service)).sorted() {
      for proposal in StateLearning.proposals(of: service, steps) where await trial.keep(proposal) {
        break
      }
    }
    return (trial.script, trial.wrong, trial.kept.map(LearnedSummary.init))
  }
}

/// Tries what was learned, and keeps what holds.
private struct LearningTrial {
  let recording: Recording
  let steps: [LearningStep]
  let inOrder: Set<String>
  let name: String
  var script: ImportedScript
  var wrong: [Int]
  private(set) var kept: [LearnedState] = []

  init(
    recording: Recording, steps: [LearningStep], inOrder: Set<String>, name: String,
    script: ImportedScript, wrong: [Int]
  ) {
    (self.recording, self.steps, self.inOrder, self.name) = (recording, steps, inOrder, name)
    (self.script, self.wrong) = (script, wrong)
  }

  /// Keeps a proposal, without those of its functions that only read and are wrong, where it holds.
  ///
  /// - Returns: Whether it is kept.
  mutating func keep(_ proposal: LearnedState) async -> Bool {
    var proposal = proposal
    for _ in 0..<3 {
      let (script, keys) = composed(kept + [proposal])
      let entries = replayed(keys)
      let wrong = await recording.differences(of: script, entries)
      let new = wrong.filter { !self.wrong.contains($0) }
      if new.isEmpty, wrong.allSatisfy({ !keys.contains(Self.key(steps[$0])) }) {
        guard Self.size(of: script) < Self.size(of: self.script) else { return false }
        kept.append(proposal)
        (self.script, self.wrong) = (script, wrong)
        return true
      }
      guard let smaller = proposal.without(Set(wrong.map { steps[$0].operation })) else {
        return false
      }
      guard smaller.operations.count < proposal.operations.count else { return false }
      proposal = smaller
    }
    return false
  }

  private static func key(_ step: LearningStep) -> String {
    "\(step.service)\u{0}\(step.operation)"
  }

  private static func size(of script: ImportedScript) -> Int {
    script.files.reduce(ScriptWriter.text(of: script).utf8.count) { $0 + $1.bytes.count }
  }

  /// The script with what was learned, and the keys of the operations that are.
  private func composed(_ states: [LearnedState]) -> (ImportedScript, Set<String>) {
    let keys = states.reduce(into: Set<String>()) { $0.formUnion($1.keys) }
    var own: Set<String> = []
    for (entry, step) in zip(recording.entries, steps) where keys.contains(Self.key(step)) {
      own.insert(entry.key)
    }
    let rest = recording.configuration(inOrder: inOrder, without: own)
    var script = ConfigurationImport.script(of: rest, name: name, storesLongData: true)
    for state in states { state.add(to: &script) }
    return (script, keys)
  }

  /// The calls as the script knows them: those of routes that are templates now have the template's name.
  private func replayed(_ keys: Set<String>) -> [Recording.Entry] {
    zip(recording.entries, steps).map { entry, step in
      guard keys.contains(Self.key(step)) else { return entry }
      var entry = entry
      (entry.method, entry.arguments) = (step.operation, step.arguments)
      return entry
    }
  }
}
