internal import LuaRuntime
internal import MockCalls
internal import MockConfiguration
internal import MockData
internal import MockLua

/// Checks a script in several runs, each with a different variant, and collects the diagnostics.
struct ScriptCheck {
  let source: String
  let name: String
  let directory: String?
  var allowsComputed = true
  /// The contracts of the app's mocks; nil if they aren't known.
  var contract: ContractDocument?

  private var found: [MockDiagnostic] = []
  private var known: Set<MockDiagnostic> = []
  /// A warning is only reported if all runs produce it.
  private var unused: [MockDiagnostic: Int] = [:]
  /// The number of runs that were started, and the number of runs in which the script loaded.
  private var starts = 0
  private var runs = 0
  /// The names that functions use and that declarations define, collected from all runs.
  private var names = FunctionNames()

  init(source: String, name: String, directory: String?) {
    self.source = source
    self.name = name
    self.directory = directory
  }

  /// All diagnostics, sorted by file, line, and text.
  var issues: [MockDiagnostic] {
    let common = unused.filter { $0.value == runs }.map(\.key)
    let named = names.diagnostics(script: name).filter { diagnostic in
      !found.contains { $0.place == diagnostic.place && $0.message.hasPrefix(diagnostic.message) }
    }
    return (found + common + named).sorted { key(of: $0) < key(of: $1) }
  }

  /// Returns a sort key that puts the script before its modules.
  private func key(of issue: MockDiagnostic) -> (String, Int, String) {
    let file = issue.place?.file ?? ""
    return (file == name ? "" : file, issue.place?.line ?? 0, issue.message)
  }

  /// Checks the script with one variant or none, and returns the names of all variants.
  mutating func run(_ options: ScenarioOptions) -> [String] {
    starts += 1
    let scenario: LuaScenario
    do throws(ScenarioError) {
      let files = ScriptFiles(directory: directory, searchPaths: options.searchPaths)
      var options = options
      options.keepsCoverage = false
      let loaded = try LoadedScript(source: source, name: name, files: files, options: options)
      names.add(loaded)
      scenario = loaded.scenario
    } catch {
      for diagnostic in error.diagnostics { add(diagnostic, in: options.variant) }
      names.isIncomplete = true
      return []
    }
    runs += 1
    let words = TokenIndex(scenario.sources(named: name))
    let warnings = scenario.configuration.warnings(
      keysOfFunctions: keysOfFunctions(of: scenario, words), allowsComputed: allowsComputed
    ) { contract?.knows($1, of: $0) == true }
    for warning in warnings {
      let places = warning.method.flatMap { scenario.places[$0.service]?[$0.method] } ?? []
      var issue = warning.diagnostic(
        at: place(of: warning, in: scenario, words) ?? ScriptLocation(file: name)
      ) { places.indices.contains($0) ? places[$0] : nil }
      // In a script, the line identifies the problem, so the path in the generated configuration is omitted.
      issue.path = ""
      switch warning.problem {
      case .unusedSharedKey, .emptyBinding: unused[issue, default: 0] += 1
      default: add(issue, in: options.variant)
      }
    }
    for (problem, place) in scenario.requestProblems {
      add(MockDiagnostic(error: problem.description, at: place, script: name), in: options.variant)
    }
    if let contract {
      for issue in scenario.issues(against: contract) { add(issue, in: options.variant) }
    }
    return scenario.variantNames
  }

  /// Adds an error, because there wasn't enough time to check all variants.
  mutating func stop(after deadline: Duration, unchecked: Int) {
    found.append(
      MockDiagnostic(
        at: ScriptLocation(file: name),
        problem:
          "the check took longer than \(deadline), so \(unchecked) variants were not checked",
        suggestion: "make the variants faster, or check one with `--variant NAME`"))
  }

  /// If a run with a variant finds the diagnostic first, the message names the variant.
  private mutating func add(_ issue: MockDiagnostic, in variant: String?) {
    guard !known.contains(issue) else { return }
    var issue = issue
    if let variant, starts > 1 { issue.append(" (in the variant `\(variant.escaped)`)") }
    if known.insert(issue).inserted { found.append(issue) }
  }

  /// Returns the keys that functions may read or set: the keys that the source mentions outside of declarations.
  private func keysOfFunctions(of scenario: LuaScenario, _ words: TokenIndex) -> Set<String> {
    guard !scenario.dynamicAnswers.isEmpty else { return [] }
    let configuration = scenario.configuration
    let keys = (configuration.sharedState ?? [:]).keys
    return Set(
      keys.filter { key in
        let bindings = configuration.services.values.reduce(0) { sum, entry in
          sum + (entry.bindings ?? [:]).values.count { $0 == key }
        }
        return words.count(of: key) > 1 + bindings
      })
  }

  /// Returns the line that a warning concerns, or nil if it concerns the whole script.
  private func place(
    of warning: MockConfigurationWarning, in scenario: LuaScenario, _ words: TokenIndex
  ) -> ScriptLocation? {
    switch warning.problem {
    case .unusedSharedKey(let key): return words.place(of: key, behind: "shared")
    case .emptyBinding(_, let key): return words.place(of: key, behind: "bind")
    case .overriddenInitialValue(let property, _):
      return words.place(of: property, behind: "initial")
    case .computed(let callback):
      return scenario.dynamicAnswers.first { $0.name == callback }?.place
    default: break
    }
    guard let method = warning.method, let index = method.index,
      let places = scenario.places[method.service]?[method.method], places.indices.contains(index)
    else { return nil }
    return places[index]
  }
}

extension MockDiagnostic {
  fileprivate mutating func append(_ text: String) {
    if let suggestion { self.suggestion = suggestion + text } else { problem += text }
  }
}

extension ContractDocument {
  /// Returns whether the contract has a method with a name, or a property that can have responses.
  func knows(_ method: String, of service: String) -> Bool {
    guard let contract = services[service] else { return false }
    return contract.methods.contains { $0.key == method }
      || contract.properties.contains { $0.name == method }
  }
}

extension MockConfigurationWarning {
  fileprivate var method: (service: String, method: String, index: Int?)? {
    let path = steps.steps
    guard path.count >= 6, case .key(let service) = path[1], case .key("methods") = path[2],
      case .key(let method) = path[3], case .index(let index) = path[5]
    else { return nil }
    return (service, method, index)
  }
}
