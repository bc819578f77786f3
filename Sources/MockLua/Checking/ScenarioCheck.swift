internal import LuaRuntime
internal import MockServices

/// Finds what is wrong and what is odd in scripts and configurations, without playing them.
public enum ScenarioCheck {
  /// Checks a script: its top level, and each named scenario unless one is chosen.
  ///
  /// - Parameters:
  ///   - source: The text.
  ///   - name: The name in messages.
  ///   - directory: The folder of modules and fixtures; nil for none.
  ///   - options: Scenario, mode, seed and search paths.
  ///   - allowsComputed: Whether answers may be computed at run time; true by default.
  /// - Returns: The findings by file and line.
  public static func findings(
    source: String, name: String, directory: String?, options: ScenarioOptions = ScenarioOptions(),
    allowsComputed: Bool = true
  ) -> [ScenarioFinding] {
    var check = ScriptCheck(source: source, name: name, directory: directory)
    check.allowsComputed = allowsComputed
    let names = check.run(options)
    if options.scenario == nil {
      // Only the first run prints: the script's top level is the same in all.
      for scenario in names {
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
  ) -> [ScenarioFinding] {
    do throws(MockConfigurationError) {
      let (configuration, warnings) = try MockServiceConfiguration.checked(
        json: json, file: file, allowsComputed: allowsComputed)
      let found = warnings.map { warning in
        ScenarioFinding(warning, file: file, line: warning.line, column: warning.column)
      }.sorted { ($0.line ?? 0, $0.column ?? 0) < ($1.line ?? 0, $1.column ?? 0) }
      return found + mistakesOfScript(in: configuration, file: file)
    } catch {
      let text = [error.path, "\(error.problem)"].filter { !$0.isEmpty }.joined(separator: ": ")
      return [
        ScenarioFinding(
          severity: .error, code: "mistake", file: file, line: error.line, column: error.column,
          text: text)
      ]
    }
  }

  /// What is wrong with the script that a configuration carries; its lines are its own.
  private static func mistakesOfScript(
    in configuration: MockServiceConfiguration, file: String
  ) -> [ScenarioFinding] {
    guard configuration.script != nil else { return [] }
    do throws(ScenarioError) {
      _ = try ScenarioRuntime(configuration: configuration)
      return []
    } catch {
      return error.mistakes.map { mistake in
        ScenarioFinding(
          severity: .error, code: "mistake", file: file, text: "in its script, \(mistake)")
      }
    }
  }
}

extension ScenarioFinding {
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
