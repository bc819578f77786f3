package import MockData

/// A call that is answered in another process than the one in which it is made.
package struct ForwardedCall: Sendable {
  /// What the caller does with the answer.
  package enum Wish: String, Sendable, CaseIterable {
    /// Decodes the value.
    case value
    /// Wants no value, so that a method without responses is none the worse for it.
    case nothing
    /// Takes the whole answer: an error is one, and so are the values of a stream.
    case whole
    /// Takes the values of a stream as they come.
    case stream
    /// Takes the response as it is configured.
    case response
  }

  package var service: String
  package var method: String
  package var arguments: MockArguments
  package var wish: Wish
  /// Whether the caller waits for gates and delays.
  package var waits: Bool
  /// False where the caller has no way to say that it was cancelled.
  package var isCancellable: Bool

  package init(
    service: String, method: String, arguments: MockArguments, wish: Wish, waits: Bool,
    isCancellable: Bool = true
  ) {
    self.service = service
    self.method = method
    self.arguments = arguments
    self.wish = wish
    self.waits = waits
    self.isCancellable = isCancellable
  }
}

/// What came back for a call that was answered in another process.
package struct ForwardedAnswer: Sendable {
  package enum Content: Sendable {
    case value(AnyCodableValue?)
    case values([AnyCodableValue], end: MockServiceError?)
    case error(MockServiceError)
    /// The call was cancelled, or the scenario was reset meanwhile.
    case cancelled
  }

  package var content: Content
  /// The number of the call of the method, from 1; 0 where the call did not begin.
  package var count: Int
  /// The place of the response in the configuration's list, from 0.
  package var index: Int
  /// The place of the response in a script; nil where none is known.
  package var place: SourcePlace?
  /// Whether a strict test wants to know which keys of the value the app's type ignores.
  package var isWatched: Bool

  package init(
    _ content: Content, count: Int = 0, index: Int = 0, place: SourcePlace? = nil,
    isWatched: Bool = false
  ) {
    self.content = content
    self.count = count
    self.index = index
    self.place = place
    self.isWatched = isWatched
  }
}

/// Hands calls to a process that answers them.
package protocol CallForwarding: AnyObject, Sendable {
  /// Makes a call and blocks the thread until its answer is here.
  ///
  /// - Throws: ``MockServiceError`` where the call cannot be handed over.
  func ask(_ call: ForwardedCall) throws(MockServiceError) -> ForwardedAnswer

  /// Makes a call and waits for its answer, on the caller's executor.
  ///
  /// - Throws: ``MockServiceError`` where the call cannot be handed over, `CancellationError` at once when the task
  ///   is cancelled.
  nonisolated(nonsending) func answer(_ call: ForwardedCall) async throws -> ForwardedAnswer

  /// Makes a call whose values come one after the other; both closures run on a thread that must not be held up.
  ///
  /// - Parameters:
  ///   - call: The call.
  ///   - receive: Takes a value; false where no more are wanted.
  ///   - finish: Ends the stream.
  /// - Returns: What cancels the call.
  func stream(
    _ call: ForwardedCall, receive: @escaping @Sendable (AnyCodableValue, ForwardedAnswer) -> Bool,
    finish: @escaping @Sendable ((any Error)?) -> Void
  ) -> @Sendable () -> Void

  /// Whether responses answer a property of a service.
  func answers(_ service: String, _ property: String) -> Bool

  /// How often a method of a service has been called.
  func callCount(of service: String, _ method: String) -> Int

  /// Starts the sequences and counts of a service again.
  func resetCallCounts(of service: String)

  /// Tells the test of something that is wrong in this process.
  func report(_ failure: MockFailure)

  /// Tells that the caller could do nothing with an answer, which then was none.
  func refuse(_ answer: ForwardedAnswer, of call: ForwardedCall, because error: MockServiceError)
}

/// The app in another process that made a call; the log tells by its name which of several it was.
package final class CallOrigin: Sendable {
  /// The name of the app with its process, such as `BankingApp (process 812)`.
  package let name: String

  package init(name: String) { self.name = name }
}
