internal import MockConfiguration
internal import MockData
package import MockLua
package import MockRecording
internal import MockRoutes

extension Learner {
  /// Extends a script with the recorded calls that it doesn't handle yet.
  ///
  /// Its existing responses stay unchanged. If the calls show state, a method that isn't in the script becomes a
  /// function that uses the script's collections. Otherwise, it becomes rules and sequences. If the extended script
  /// responds to a call in a different way, the difference is noted.
  ///
  /// The additions come after the script's own text. `name` is the prefix for the names of files next to the script.
  package mutating func script(
    extending scenario: LuaScenario, source: String, directory: String?, name: String
  ) async -> ImportedScript {
    recording.unreplayed = []
    let base = ScriptBase(scenario.configuration, source)
    let (entries, steps) = (recording.entries, recording.steps)
    var rest = Recording(entries: entries.filter { base.call(for: $0) == nil })
    rest.replaceWhatIsRefused(name: name)
    (recording.unreplayed, recording.notes) = (rest.unreplayed, recording.notes + rest.notes)
    var best = extended(base, by: rest.plainScript(inOrder: [], name: name))
    var wrong = await recording.differences(
      of: best, replayed(base, steps, []), directory: directory)
    guard !rest.isEmpty else {
      recording.note(wrong, in: &best, name: name)
      return best
    }
    var handled: Set<String> = []
    let end = ContinuousClock.now + timeLimit
    for service in Set(rest.entries.map(\.service)).sorted() {
      let proposals = LearningBudget.$end.withValue(end) {
        StateLearning.proposals(of: service, steps)
      }
      for proposal in proposals.whole + proposals.parts {
        guard ContinuousClock.now < end, let missing = base.missing(of: proposal) else { continue }
        let keys = missing.keys
        let own = zip(entries, steps).filter { keys.contains($1.key) }.map(\.0.key)
        var script = rest.plainScript(inOrder: [], without: Set(own), name: name)
        missing.add(to: &script, queries: steps.queryNames)
        let candidate = extended(base, by: script)
        let new = await recording.differences(
          of: candidate, replayed(base, steps, keys), directory: directory)
        guard new.count <= wrong.count, new.allSatisfy({ !keys.contains(steps[$0.index].key) })
        else {
          continue
        }
        (best, wrong) = (candidate, new)
        handled = Set(own)
        learned.append(LearnedSummary(missing))
        break
      }
    }
    rest.notes = []
    rest.noteRules(inOrder: [], without: handled)
    recording.notes += rest.notes + learned.flatMap(\.notes)
    recording.note(wrong, in: &best, name: name)
    return best
  }

  private func extended(_ base: ScriptBase, by addition: ImportedScript) -> ImportedScript {
    var script = addition
    let isEmpty = addition.services.isEmpty && addition.collections.isEmpty
    script.source =
      isEmpty
      ? base.source
      : base.source + (base.source.hasSuffix("\n") ? "\n" : "\n\n")
        + ScriptWriter.text(of: addition)
    return script
  }

  /// Returns the calls with the names that they have in the extended script.
  private func replayed(
    _ base: ScriptBase, _ steps: [LearningStep], _ learned: Set<String>
  ) -> [Recording.Entry] {
    zip(recording.entries, steps).map { entry, step in
      base.call(for: entry) ?? (learned.contains(step.key) ? step.entry : entry)
    }
  }
}

/// A script to extend.
private struct ScriptBase {
  let configuration: MockServiceConfiguration
  let source: String
  private let routes: RouteTable

  init(_ configuration: MockServiceConfiguration, _ source: String) {
    (self.configuration, self.source) = (configuration, source)
    routes = RouteTable(configuration.services)
  }

  /// Returns the call as the script handles it, or nil if the script doesn't have the method or the route.
  func call(for entry: Recording.Entry) -> Recording.Entry? {
    guard HTTPHost.isName(entry.service) else {
      let isKnown = configuration.services[entry.service]?.methods[entry.method] != nil
      return isKnown ? entry : nil
    }
    let parts = entry.method.split(separator: " ", maxSplits: 1).map(String.init)
    guard parts.count == 2, case .dictionary(var members) = entry.arguments,
      let request = RoutedRequest(parts[0], url: entry.service + parts[1]),
      let match = routes.match(
        parts[0], request.target.path, operation: request.operation, at: request.origin)
    else { return nil }
    members["path"] = .dictionary(match.parameters.mapValues { .string($0) })
    var entry = entry
    (entry.service, entry.method) = (match.service, match.method)
    entry.arguments = .dictionary(members)
    return entry
  }

  /// Returns the part of a proposal that isn't in the script yet, or nil if all of it is.
  func missing(of proposal: LearnedState) -> LearnedState? {
    var rest = proposal
    let known = configuration.services[proposal.service]?.methods ?? [:]
    let routes = Set(known.keys.compactMap { try? RouteTemplate($0) })
    rest.operations.removeAll { operation in
      known[operation.name] != nil
        || (try? RouteTemplate(operation.name)).map(routes.contains) ?? false
    }
    guard !rest.operations.isEmpty else { return nil }
    rest.shared = proposal.shared.filter { configuration.sharedState?[$0.key] == nil }
    rest.declared = proposal.collections.filter { !source.contains($0.declaration) }.map(\.name)
    return rest
  }
}
