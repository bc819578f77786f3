internal import MockCalls
internal import MockData
package import MockLua
package import MockRecording

extension Recording {
  /// Creates a recording from the calls of a trace, regardless of what responded to them.
  ///
  /// Calls that functions of the script make are skipped. Errors are kept, because a trace contains what the test
  /// received.
  package init(_ trace: MockTrace) {
    var outcomes: [Int: MockCallOutcome] = [:]
    for case .answer(let answer) in trace.events { outcomes[answer.order] = answer.outcome }
    var entries: [Entry] = []
    var unanswered = 0
    for case .call(let call) in trace.events where call.caller != .script {
      let service = call.service ?? ""
      let outcome = outcomes[call.order] ?? .running
      // An error of the scenario itself doesn't come from a live service.
      if case .threw(let error) = outcome, error.problem != nil {
        unanswered += 1
        continue
      }
      let response = Self.response(
        service: service, method: call.method, outcome: outcome, isStream: false)
      guard let response else {
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
