internal import LuaRuntime
package import MockCalls
internal import MockConfiguration
package import MockData

/// Finds what is wrong and what is odd in scripts and configurations, without playing them.
package enum StaticCheck {
  /// Checks a script: its top level, and each named scenario unless one is chosen.
  ///
  /// - Parameters:
  ///   - source: The text.
  ///   - name: The name in messages.
  ///   - directory: The folder of modules and fixtures; nil for none.
  ///   - options: Scenario, mode, seed and search paths.
  ///   - allowsComputed: Whether answers may be computed at run time; true by default.
  ///   - contract: What the app's mocks require; nil, the default, where nobody has said.
  /// - Returns: What was found, by file and line. The named scenarios have 10 seconds together; what is left then
  ///   is said in a diagnostic.
  package static func findings(
    source: String, name: String, directory: String?, options: ScenarioOptions = ScenarioOptions(),
    allowsComputed: Bool = true, contract: ContractDocument? = nil
  ) -> [MockDiagnostic] {
    var check = ScriptCheck(source: source, name: name, directory: directory)
    check.allowsComputed = allowsComputed
    check.contract = contract
    let names = check.run(options)
    if options.scenario == nil {
      // Only the first run prints: the script's top level is the same in all. All of them have as long as one may
      // take at most, since there may be any number.
      let start = ContinuousClock.now
      for (index, scenario) in names.enumerated() {
        if let deadline = options.limits.deadline, .now - start > deadline {
          check.stop(after: deadline, unchecked: names.count - index)
          break
        }
        var options = options
        options.scenario = scenario
        options.print = { _ in }
        _ = check.run(options)
      }
    }
    return check.findings
  }

  /// Checks a configuration.
  ///
  /// - Parameters:
  ///   - json: The text.
  ///   - file: The name of the file in messages.
  ///   - allowsComputed: Whether answers may be computed at run time; true by default.
  ///   - contract: What the app's mocks require; nil, the default, where nobody has said.
  /// - Returns: What was found, mistakes first, by line.
  package static func findings(
    json: String, file: String, allowsComputed: Bool = true, contract: ContractDocument? = nil
  ) -> [MockDiagnostic] {
    let checked = MockServiceConfiguration.check(
      json: json, file: file, allowsComputed: allowsComputed
    ) { contract?.knows($1, of: $0) == true }
    var found = checked.mistakes.map(\.diagnostic)
    let whole = SourcePlace(file: file)
    if checked.stoppedEarly {
      found.append(
        MockDiagnostic(
          at: whole, problem: "the check stops after \(found.count) errors",
          remedy: "fix the first ones"))
    }
    var odd = checked.warnings.map { $0.diagnostic(at: $0.place ?? whole) }
    if let configuration = checked.configuration, let contract {
      odd += LuaScenario(configuration, named: file).findings(against: contract, json: json)
    }
    found += odd.sorted {
      ($0.place?.line ?? 0, $0.place?.column ?? 0) < ($1.place?.line ?? 0, $1.place?.column ?? 0)
    }
    guard let configuration = checked.configuration else { return found }
    return found + findingsOfScript(in: configuration, file: file, contract)
  }

  /// What is wrong with the script that a configuration carries; its lines are its own.
  private static func findingsOfScript(
    in configuration: MockServiceConfiguration, file: String, _ contract: ContractDocument?
  ) -> [MockDiagnostic] {
    guard configuration.script != nil else { return [] }
    var found: [MockDiagnostic]
    do throws(ScenarioError) {
      let runtime = try ScenarioRuntime(configuration: configuration)
      found = contract.map { runtime.scenario.findingsOfFunctions(against: $0) } ?? []
    } catch {
      found = error.mistakes
    }
    return found.map { finding in
      var moved = finding
      let place = finding.place.map { "\($0): " } ?? ""
      (moved.place, moved.problem) =
        (SourcePlace(file: file), "in its script, \(place)\(finding.problem)")
      return moved
    }
  }
}

extension LuaScenario {
  /// What a configuration says that no script says.
  fileprivate init(_ configuration: MockServiceConfiguration, named name: String) {
    self.init(
      configuration: configuration, scenarioNames: [], dynamicAnswers: [],
      script: MockScript(name: name, source: ""), summaries: [], places: [:])
  }
}
