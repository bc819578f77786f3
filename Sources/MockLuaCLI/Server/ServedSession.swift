import MockCalls
import MockConfiguration
import MockData
import MockInspector
import MockLua
import MockPlatform

/// The inspector's view of a server, whose own state belongs to one thread.
final class ServedSession: InspectedSession {
  private let session: LiveSession
  private let events: ServerEvents
  private let shown: Locked<InspectedScript>
  let givenContract: ContractDocument?

  init(
    _ session: LiveSession, _ events: ServerEvents, showing script: InspectedScript,
    contract: ContractDocument?
  ) {
    (self.session, self.events, shown) = (session, events, Locked(script))
    givenContract = contract
  }

  var scenario: ScenarioRuntime { session.scenario }
  var script: InspectedScript { shown.withLock { $0 } }
  var apps: [String] { session.apps.map { "\($0)" } }

  func restart(_ change: SessionRestart, finish: @escaping @Sendable (String?) -> Void) {
    events.add(.restart(change, finish))
  }

  /// Shows a script that is now active.
  func show(_ source: ScriptSource, variant: String?) {
    shown.withLock { $0 = InspectedScript(source, variant: variant) }
  }

  /// Shows the errors of a script; nil for one that couldn't be read.
  func show(_ source: ScriptSource?, failing failure: CommandFailure) {
    shown.withLock { shown in
      if let source { shown.text = source.text }
      shown.problems =
        switch failure {
        case .scenarioError(let error):
          error.diagnostics.map { InspectedScript.Problem($0, in: shown.name) }
        case .configuration(let error):
          [InspectedScript.Problem(error.diagnostic, in: shown.name)]
        default: [InspectedScript.Problem("\(failure)", at: ScriptLocation(file: shown.name))]
        }
    }
  }
}

extension InspectedScript {
  init(_ source: ScriptSource, variant: String?) {
    self.init(name: source.name, text: source.text, variant: variant)
  }
}
