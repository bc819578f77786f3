internal import LuaRuntime
internal import MockServices
internal import ValueForms

/// Finds what is wrong and what is odd in scripts and configurations, without playing them.
public enum StaticCheck {
  /// Checks a script: its top level, and each named scenario unless one is chosen.
  ///
  /// - Parameters:
  ///   - source: The text.
  ///   - name: The name in messages.
  ///   - directory: The folder of modules and fixtures; nil for none.
  ///   - options: Scenario, mode, seed and search paths.
  ///   - allowsComputed: Whether answers may be computed at run time; true by default.
  /// - Returns: The findings by file and line. The named scenarios have 10 seconds together; what is left then is
  ///   said in a finding.
  public static func findings(
    source: String, name: String, directory: String?, options: ScenarioOptions = ScenarioOptions(),
    allowsComputed: Bool = true
  ) -> [StaticFinding] {
    var check = ScriptCheck(source: source, name: name, directory: directory)
    check.allowsComputed = allowsComputed
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
  /// - Returns: The findings by line.
  public static func findings(
    json: String, file: String, allowsComputed: Bool = true
  ) -> [StaticFinding] {
    let checked = MockServiceConfiguration.check(
      json: json, file: file, allowsComputed: allowsComputed)
    let warnings = checked.warnings.map { warning in
      StaticFinding(warning, file: file, line: warning.line, column: warning.column)
    }.sorted { ($0.line ?? 0, $0.column ?? 0) < ($1.line ?? 0, $1.column ?? 0) }
    var found = checked.mistakes.map { error in
      StaticFinding(
        severity: .error, code: "mistake", file: file, line: error.line, column: error.column,
        text: [error.path.shownPath, "\(error.problem)"].filter { !$0.isEmpty }.joined(
          separator: ": "))
    }
    if checked.stoppedEarly {
      found.append(
        StaticFinding(
          severity: .error, code: "mistake", file: file,
          text: "the check stops after \(found.count) mistakes; correct the first ones"))
    }
    found += warnings
    guard let configuration = checked.configuration else { return found }
    return found + mistakesOfScript(in: configuration, file: file)
  }

  /// What is wrong with the script that a configuration carries; its lines are its own.
  private static func mistakesOfScript(
    in configuration: MockServiceConfiguration, file: String
  ) -> [StaticFinding] {
    guard configuration.script != nil else { return [] }
    do throws(ScenarioError) {
      _ = try ScenarioRuntime(configuration: configuration)
      return []
    } catch {
      return error.mistakes.map { mistake in
        StaticFinding(
          severity: .error, code: "mistake", file: file, text: "in its script, \(mistake)")
      }
    }
  }
}

extension StaticFinding {
  /// Takes over what is odd in a configuration; an answer that must not be computed is a mistake.
  init(
    _ warning: MockConfigurationWarning, file: String, line: Int?, column: Int? = nil,
    text: String? = nil
  ) {
    let severity: Severity
    if case .computed = warning.problem { severity = .error } else { severity = .warning }
    self.init(
      severity: severity, code: warning.problem.code, file: file, line: line, column: column,
      text: text ?? "\(warning.problem)")
  }
}
