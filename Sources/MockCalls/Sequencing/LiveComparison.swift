internal import MockConfiguration
package import MockData
internal import MockPlatform

/// Collects the live services' responses to calls that a scenario responds to, so that both can be compared.
package final class LiveComparison: Sendable {
  /// The comparison for scenarios that are created now, or `nil` for none.
  @TaskLocal package static var current: LiveComparison?

  /// A call with both responses.
  package struct Pair: Sendable {
    package var service: String
    package var method: String
    /// The location of the response in the script, or `nil` if it is unknown.
    package var place: ScriptLocation?
    /// The outcome of the call.
    package var outcome: MockCallOutcome
    /// The outcome that the live service produced.
    package var live: MockCallOutcome
  }

  private let storage = Locked<[Pair]>([], isLeaf: true)

  package init() {}

  /// The calls so far, in the order in which they ended.
  package var pairs: [Pair] { storage.withLock { $0 } }

  func add(_ call: RunningCall, _ outcome: MockCallOutcome, _ live: LiveAnswer) {
    guard case .response(let response) = live.answer else { return }
    let pair = Pair(
      service: call.method.service ?? "", method: call.method.name,
      place: call.method.place(of: call.prepared.index), outcome: outcome,
      live: response.error.map { .threw(MockServiceError($0)) } ?? .returned(response.value))
    storage.withLock { $0.append(pair) }
  }
}
