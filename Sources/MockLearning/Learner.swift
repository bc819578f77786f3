internal import MockConfiguration
internal import MockData
package import MockRecording

/// Makes the script of a recording, with the state that its calls show.
///
/// ```
///   rules and sequences  ->  proposals for each service  ->  all calls are replayed  ->  the script with what holds
/// ```
package struct Learner {
  package internal(set) var recording: Recording
  package internal(set) var learned: [LearnedSummary] = []
  /// The time limit (default: 5 s).
  package var timeLimit = LearningBudget.usual

  package init(_ recording: Recording) { self.recording = recording }

  /// Creates a script that returns the recorded response to every call of the recording.
  ///
  /// If the calls show state, functions replace rules and sequences, provided that all calls still get their recorded
  /// responses.
  ///
  /// - Parameters:
  ///   - name: The prefix for the names of files next to the script.
  ///   - begin: Called with the script without state, before the calls are learned.
  /// - Returns: The script.
  package mutating func script(
    name: String, begin: (ImportedScript) -> Void = { _ in }
  ) async -> ImportedScript {
    var (script, wrong, inOrder) = await recording.checkedScript(name: name)
    begin(script)
    let end = ContinuousClock.now + timeLimit
    var keys: Set<String> = []
    (script, wrong, learned, keys) = await LearningBudget.$end.withValue(end) {
      [script, wrong, inOrder] in
      await withState(script, wrong, inOrder: inOrder, name: name)
    }
    if ContinuousClock.now >= end {
      recording.notes.append(
        "learning took longer than \(timeLimit.components.seconds) s: the rest is kept as rules and sequences"
      )
    }
    recording.noteRules(inOrder: inOrder, without: keys)
    recording.notes += learned.flatMap(\.notes)
    recording.note(wrong, in: &script, name: name)
    return script
  }

  /// Replaces rules and sequences with state, service by service.
  ///
  /// A proposal is kept if its script returns the recorded response to every call of every recording. It must also be
  /// shorter, or explain why equal calls got different responses. Calls that can't be learned within the time limit of
  /// ``LearningBudget`` stay as they were recorded.
  ///
  /// - Returns: The script, the calls to which it responds differently, summaries of the learned state, and the keys of
  ///   the recorded methods that functions handle.
  private func withState(
    _ script: ImportedScript, _ wrong: [Recording.Difference], inOrder: Set<String>, name: String
  ) async -> (ImportedScript, [Recording.Difference], [LearnedSummary], Set<String>) {
    let steps = recording.steps
    var trial = LearningTrial(
      recording: recording, steps: steps, inOrder: inOrder, name: name, script: script,
      wrong: wrong)
    for service in Set(recording.entries.map(\.service)).sorted() where !LearningBudget.isSpent {
      let proposals = StateLearning.proposals(of: service, steps)
      var isKept = false
      for proposal in proposals.whole where !isKept { isKept = await trial.keep([proposal]) }
      if !isKept { await trial.keep(parts: proposals.parts) }
    }
    return (trial.script, trial.wrong, trial.kept.map(LearnedSummary.init), trial.learned)
  }
}

extension Recording {
  var steps: [LearningStep] {
    let templates = RouteTemplates(entries)
    return entries.map { entry in
      LearningStep(
        entry: templates.withTemplate(entry),
        answer: ResponseSample(entry.response, isRoute: HTTPHost.isName(entry.service)))
    }
  }
}

/// Tries learned state in a script, and keeps the state that replays correctly.
private struct LearningTrial {
  let recording: Recording
  let steps: [LearningStep]
  let inOrder: Set<String>
  let name: String
  /// The operations for which equal calls got different responses.
  private let changing: Set<String>
  /// The names in the queries of the recorded requests, by the keys of the operations.
  private let queries: [String: Set<String>]
  private(set) var script: ImportedScript
  private(set) var wrong: [Recording.Difference]
  private(set) var kept: [LearnedState] = []

  /// The keys of the recorded methods that functions handle.
  var learned: Set<String> { recorded(Set(kept.flatMap(\.keys))) }

  init(
    recording: Recording, steps: [LearningStep], inOrder: Set<String>, name: String,
    script: ImportedScript, wrong: [Recording.Difference]
  ) {
    (self.recording, self.steps, self.inOrder, self.name) = (recording, steps, inOrder, name)
    (self.script, self.wrong) = (script, wrong)
    changing = Set(steps.changedAnswers.map(\.key))
    queries = steps.queryNames
  }

  /// Keeps proposals if they work together.
  ///
  /// First, functions that only read and return wrong responses are removed.
  ///
  /// - Returns: Whether the proposals are kept.
  mutating func keep(_ proposals: [LearnedState]) async -> Bool {
    var proposals = proposals
    for _ in 0..<3 where !proposals.isEmpty && !LearningBudget.isSpent {
      let (script, keys) = composed(kept + proposals)
      let wrong = await recording.differences(
        of: script, replayed(keys), isCancelled: { LearningBudget.isSpent })
      // A replay that ran out of time doesn't prove anything.
      if LearningBudget.isSpent { return false }
      let known = Set(self.wrong.map(\.index))
      let new = wrong.filter { !known.contains($0.index) }
      if new.isEmpty, wrong.allSatisfy({ !keys.contains(steps[$0.index].key) }) {
        let learned = Set(proposals.flatMap(\.keys))
        // If only one method is involved, a sequence is just as clear as a variable.
        let isExplained = learned.count > 1 && !learned.isDisjoint(with: changing)
        guard isExplained || Self.size(of: script) < Self.size(of: self.script) else {
          return false
        }
        kept += proposals
        (self.script, self.wrong) = (script, wrong)
        return true
      }
      guard let smaller = proposals.without(Set(wrong.map { steps[$0.index].operation })) else {
        return false
      }
      proposals = smaller
    }
    return false
  }

  /// Keeps each proposal that replays its own calls, or all of them together if that works.
  mutating func keep(parts: [LearnedState]) async {
    var own: [LearnedState] = []
    // Only combine parts that explain a change. If rows never change, no collection is needed.
    for part in parts where !LearningBudget.isSpent && !part.keys.isDisjoint(with: changing) {
      let taken = Set(own.flatMap(\.keys))
      guard taken.isDisjoint(with: part.keys), await holds(part) else { continue }
      own.append(part)
    }
    if await keep(own) { return }
    for part in own where !LearningBudget.isSpent { _ = await keep([part]) }
  }

  /// Whether a proposal returns the recorded responses to its own calls without the other proposals.
  private func holds(_ proposal: LearnedState) async -> Bool {
    var script = ImportedScript()
    proposal.add(to: &script, queries: queries)
    let keys = proposal.keys
    let entries = zip(replayed(keys), steps).filter { keys.contains($1.key) }.map(\.0)
    let wrong = await recording.differences(
      of: script, entries, isCancelled: { LearningBudget.isSpent })
    return wrong.isEmpty && !LearningBudget.isSpent
  }

  private static func size(of script: ImportedScript) -> Int {
    script.files.reduce(ScriptWriter.text(of: script).utf8.count) { $0 + $1.bytes.count }
  }

  /// Returns the script with the learned state, and the keys of the operations that were learned.
  private func composed(_ states: [LearnedState]) -> (ImportedScript, Set<String>) {
    let keys = Set(states.flatMap(\.keys))
    var script = recording.plainScript(inOrder: inOrder, without: recorded(keys), name: name)
    for state in states { state.add(to: &script, queries: queries) }
    return (script, keys)
  }

  /// Returns the keys of the recorded methods that belong to operations.
  private func recorded(_ operations: Set<String>) -> Set<String> {
    Set(zip(recording.entries, steps).filter { operations.contains($1.key) }.map(\.0.key))
  }

  /// Returns the calls as the script receives them.
  ///
  /// A call to a route that became a template has the template's name.
  private func replayed(_ keys: Set<String>) -> [Recording.Entry] {
    zip(recording.entries, steps).map { keys.contains($1.key) ? $1.entry : $0 }
  }
}

extension [LearnedState] {
  /// Returns the proposals without the given operations, or nil if one of these operations changes state, or if no
  /// proposal contains any of them.
  fileprivate func without(_ names: Set<String>) -> [LearnedState]? {
    var smaller: [LearnedState] = []
    for state in self {
      let isTouched = state.operations.contains { names.contains($0.name) }
      guard isTouched else {
        smaller.append(state)
        continue
      }
      guard let rest = state.without(names) else { return nil }
      smaller.append(rest)
    }
    let count = { (states: [LearnedState]) in states.reduce(0) { $0 + $1.operations.count } }
    return count(smaller) < count(self) ? smaller : nil
  }
}
