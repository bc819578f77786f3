internal import MockCalls
internal import MockConfiguration
package import MockLua

extension Recording {
  /// Takes the calls of a trace, whoever answered them; those that functions of the script made are left out.
  ///
  /// Errors are kept: a trace says what the test saw.
  package init(_ trace: MockTrace) {
    var outcomes: [Int: MockCallOutcome] = [:]
    for case .answer(let answer) in trace.events { outcomes[answer.order] = answer.outcome }
    var entries: [Entry] = []
    var unanswered = 0
    for case .call(let call) in trace.events where call.caller != .script {
      let service = call.service ?? ""
      let outcome = outcomes[call.order] ?? .running
      // What the scenario itself complained of, no live service has said.
      if case .threw(let error) = outcome, error.problem != nil {
        unanswered += 1
        continue
      }
      guard let response = Self.response(service: service, outcome: outcome, isStream: false) else {
        unanswered += 1
        continue
      }
      entries.append(
        Entry(
          service: service, method: call.method, arguments: call.arguments, response: response))
    }
    let notes =
      unanswered == 0
      ? [] : ["\(unanswered == 1 ? "a call" : "\(unanswered) calls") without a response left out"]
    let secrets = RecordedSecrets()
    let redacted = secrets.redacted(entries)
    self.init(entries: redacted, notes: notes + secrets.notes(on: redacted))
  }
}
