internal import MockConfiguration
package import MockData
internal import MockPlatform

/// What live services answer to the calls that a scenario answers itself, so that somebody can compare the two.
package final class LiveComparison: Sendable {
  /// Whose calls are compared, of the scenarios that are made now; nil for none.
  @TaskLocal package static var current: LiveComparison?

  /// A call that both have answered.
  package struct Pair: Sendable {
    package var service: String
    package var method: String
    /// Where the script's answer stands; nil where nobody knows.
    package var place: SourcePlace?
    /// How the call ended.
    package var outcome: MockCallOutcome
    /// How it would have ended with the live service alone.
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
