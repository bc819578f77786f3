internal import MockCalls
internal import MockConfiguration
internal import MockData
package import MockLua

extension ScenarioRuntime {
  /// The number of latest calls whose secrets are redacted in text about the scenario.
  private static var latest: Int { 1000 }

  /// Redacts the secrets of the script, the state, and the latest calls in text about the scenario.
  package nonisolated func redacted(_ text: String) -> String {
    rememberSecrets()
    return log.redaction.redacted(text)
  }

  /// Line numbers stay the same.
  package nonisolated func redacted(source: String, name: String) -> String {
    guard MockSecrets.isOn else { return source }
    rememberSecrets()
    if name.lowercased().hasSuffix(".json") || source.first(where: { !$0.isWhitespace }) == "{" {
      log.redaction.remember(.string(source))
      return log.redaction.redacted(inPlace: source)
    }
    return log.redaction.redacted(MockScript(name: name, source: source)).source
  }

  private nonisolated func rememberSecrets() {
    guard MockSecrets.isOn else { return }
    log.redaction.remember(secretsOf: scenario.script)
    log.redaction.remember(.dictionary(sharedState.snapshot))
    for call in log.calls(from: max(1, log.count - Self.latest)) {
      call.remember(in: log.redaction)
    }
  }
}
