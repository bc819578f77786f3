internal import Dispatch

/// Requirements that take a completion handler: they wait as async ones do.
///
/// The response is chosen while the method runs. The handler is called exactly once, after the method has returned, on the
/// main actor if the method was called there, otherwise in the background. Generated code makes a completion of the
/// handlers, runs a stub with it, and otherwise lets the pipeline complete it.
extension _MockedCall {
  /// Hands a success or a failure to a handler.
  public func completion<Success, Failure: Error>(
    _ handler: ((Result<Success, Failure>) -> Void)?, isObserver: Bool = false
  ) -> _MockCompletion {
    later(isObserver, Failure.self) {
      try $0.dynamic(Success.self, $1)
    } done: { call, result in
      call.settle(result) { handler?($0) }
    }
  }

  /// Hands a value or an error to the one of two handlers that takes it.
  public func completion<Success, Failure: Error>(
    _ success: ((Success) -> Void)?, failure: ((Failure) -> Void)?
  ) -> _MockCompletion {
    later(false, Failure.self) {
      try $0.dynamic(Success.self, $1)
    } done: { call, result in
      call.settle(result) { (result: Result<Success, Failure>) in
        switch result {
        case .success(let value): success?(value)
        case .failure(let error): failure?(error)
        }
      }
    }
  }

  /// Tells one of two handlers that the call is over, or of its error.
  public func completion<Failure: Error>(
    _ success: (() -> Void)?, failure: ((Failure) -> Void)?
  ) -> _MockCompletion {
    laterDone(false, Failure.self) { call, error in
      guard let error else {
        success?()
        return
      }
      if let error: Failure = call.failure(error) { failure?(error) }
    }
  }

  /// Hands a value or an error to a handler.
  public func completion<Success, Failure: Error>(
    _ handler: ((Success?, Failure?) -> Void)?, isObserver: Bool = false
  ) -> _MockCompletion {
    later(isObserver, Failure.self) {
      try $0.dynamic(Success.self, $1)
    } done: { call, result in
      switch result {
      case .success(let value): handler?(value, nil)
      case .failure(let error): handler?(nil, call.failure(error))
      }
    }
  }

  /// Hands a value and nil, or a placeholder and an error, to a handler.
  @_disfavoredOverload
  public func completion<Success, Failure: Error>(
    _ handler: ((Success, Failure?) -> Void)?, isObserver: Bool = false
  ) -> _MockCompletion {
    later(isObserver, Failure.self) {
      try $0.dynamic(Success.self, $1)
    } done: { call, result in
      call.settle(result, MockPlaceholder.make(Success.self)) { handler?($0, $1) }
    }
  }

  /// Hands several values and nil, or placeholders and an error, to a handler.
  ///
  /// - Parameters:
  ///   - handler: The handler.
  ///   - labels: The names of the values in an answer; nil for one without.
  ///   - isObserver: Whether a call without responses calls nothing.
  /// - Returns: The handlers, for ``complete(_:)`` or a stub.
  public func completion<First, Second, Failure: Error>(
    _ handler: ((First, Second, Failure?) -> Void)?, labels: [String?], isObserver: Bool = false
  ) -> _MockCompletion {
    later(isObserver, Failure.self) {
      try $0.tuple(labels, First.self, Second.self, of: $1)
    } done: { call, result in
      let made = MockPlaceholder.tuple(First.self, Second.self)
      call.settle(result, made) { handler?($0.0, $0.1, $1) }
    }
  }

  /// Hands several values and nil, or placeholders and an error, to a handler.
  public func completion<First, Second, Third, Failure: Error>(
    _ handler: ((First, Second, Third, Failure?) -> Void)?, labels: [String?],
    isObserver: Bool = false
  ) -> _MockCompletion {
    later(isObserver, Failure.self) {
      try $0.tuple(labels, First.self, Second.self, Third.self, of: $1)
    } done: { call, result in
      let made = MockPlaceholder.tuple(First.self, Second.self, Third.self)
      call.settle(result, made) { handler?($0.0, $0.1, $0.2, $1) }
    }
  }

  /// Hands several values to a handler that takes no error.
  @_disfavoredOverload
  public func completion<each Value>(
    _ handler: ((repeat each Value) -> Void)?, labels: [String?], isObserver: Bool = false
  ) -> _MockCompletion {
    later(isObserver, Never.self) {
      try $0.tuple(labels, repeat (each Value).self, of: $1)
    } done: { call, result in
      let made = MockPlaceholder.tuple(repeat (each Value).self)
      if let value = call.value(of: result, made) { handler?(repeat each value) }
    }
  }

  /// Tells a handler that the call is over, with its error if there is one.
  public func completion<Failure: Error>(
    _ handler: ((Failure?) -> Void)?, isObserver: Bool = false
  ) -> _MockCompletion {
    laterDone(isObserver, Failure.self) { call, error in
      handler?(error.flatMap { call.failure($0) })
    }
  }

  /// Tells a handler that the call is over.
  public func completion(_ handler: (() -> Void)?, isObserver: Bool = false) -> _MockCompletion {
    laterDone(isObserver, Never.self) { call, error in
      if let error { call.reportUnthrowable(error, "has a handler that takes no error: \(error)") }
      handler?()
    }
  }

  /// Hands the value of the call to a handler.
  @_disfavoredOverload
  public func completion<Value>(_ handler: ((Value) -> Void)?, isObserver: Bool = false)
    -> _MockCompletion
  {
    later(isObserver, Never.self) {
      try $0.dynamic(Value.self, $1)
    } done: { call, result in
      let made = MockPlaceholder.make(Value.self)
      if let value = call.value(of: result, made) { handler?(value) }
    }
  }

  /// Begins the call, whose handler is called with its response.
  public func complete(_ completion: _MockCompletion) {
    var call = call
    call.errors = completion.errors
    sequencer.calls.answerLater(
      call, Wanted(completion.form, waits: true, throwing: Never.self), completion.handler)
  }

  /// Runs a stub of a requirement with a completion handler.
  ///
  /// The call lasts until the stub has called the handler. An explored test may call it with an error instead.
  ///
  /// - Parameters:
  ///   - completion: The handler.
  ///   - tracks: Whether the stub's handler reports to `completion`; true by default.
  ///   - body: Runs the closure with the arguments.
  /// - Returns: False if the stub forwards the call to the script.
  public mutating func run(
    _ completion: _MockCompletion, tracks: Bool = true, _ body: () throws -> Void
  ) -> Bool {
    let running = beginStubbed(waits: true)
    if let directed = DirectedStub(running, of: self, completing: completion),
      case .error(let error, _)? = directed.fault
    {
      let calls = sequencer.calls
      Task {
        try? await directed.hold()
        completion.handler.finish(error)
        calls.endStubbed(running, MockCallOutcome(error), result: nil)
      }
      return true
    }
    completion.begin(running, of: self, tracks: tracks && !completion.isObserver)
    reportSkippedWait("takes a completion handler, which its stub calls itself, later if it likes")
    do {
      try body()
      completion.stubReturned()
      return true
    } catch is MockPassOn {
      call.stubbed = running
      return false
    } catch {
      _ = failed(running, error, Never.self) as Void?
      return true
    }
  }

  /// The call as one whose handler belongs to the main actor, and is called there.
  public func onMainActor() -> _MockedCall {
    var call = self
    call.belongsToMainActor = true
    return call
  }

  /// A handler of the main actor as one that is called there without waiting.
  ///
  /// - Parameter handler: The handler.
  /// - Returns: The handler for ``onMainActor()``.
  @preconcurrency public static func onMainActor<each Value>(
    _ handler: (@MainActor (repeat each Value) -> Void)?
  ) -> ((repeat each Value) -> Void)? {
    guard let handler else { return nil }
    return { (values: repeat each Value) in
      let given = MockDecoded(value: (repeat each values))
      MainActor.assumeIsolated { handler(repeat each given.value) }
    }
  }

  // MARK: - What the forms consist of

  /// The error as one of the handler's; one that it cannot take is reported, and another of its type comes instead.
  private func failure<Failure: Error>(_ error: any Error) -> Failure? {
    if let failure = thrown(error, as: Failure.self) { return failure }
    reportUntyped(error, Failure.self)
    return MockPlaceholder.make(Failure.self)
  }

  /// Hands a result on whose error is one of a type; where none can be made, nobody is called.
  private func settle<Value, Failure: Error>(
    _ result: Result<Value, any Error>,
    _ hand: (Result<Value, Failure>) -> Void
  ) {
    switch result {
    case .success(let value): hand(.success(value))
    case .failure(let error):
      do throws(Failure) {
        let instead = try instead(
          of: error, Failure.self, made: { MockPlaceholder.make(Value.self) })
        switch instead {
        case .success(let value): hand(.success(value))
        case .failure(let deadEnd): deadEnd.leave()
        }
      } catch {
        hand(.failure(error))
      }
    }
  }

  /// Hands a value on, or what was made in its place together with the error.
  private func settle<Value, Failure: Error>(
    _ result: Result<Value, any Error>, _ made: Value?,
    _ hand: (Value, Failure?) -> Void
  ) {
    switch result {
    case .success(let value): hand(value, nil)
    case .failure(let error):
      let failure: Failure? = failure(error)
      if let value = made ?? value("has no value to go with its error: \(error)", error, made) {
        hand(value, failure)
      }
    }
  }

  /// The value for a handler that takes no error; nil where it is not called.
  private func value<Value>(
    of result: Result<Value, any Error>, _ made: Value?
  ) -> Value? {
    switch result {
    case .success(let value): value
    case .failure(let error): value("has a handler that takes no error: \(error)", error, made)
    }
  }

  private func value<Value>(_ problem: String, _ error: any Error, _ made: Value?) -> Value? {
    do {
      return try sequencer.placeholder(method, arguments, problem, error, made)
    } catch {
      error.leave()
      return nil
    }
  }

  /// Begins a call that returns something, and hands its result over when it has come.
  ///
  /// An observer need not be told of anything: a call without responses is none the worse for it.
  private func later<Value, Failure: Error>(
    _ isObserver: Bool, _ failure: Failure.Type,
    _ read: @escaping (Answer, MethodIdentity) throws -> Value,
    done: @escaping (_MockedCall, Result<Value, any Error>) -> Void
  ) -> _MockCompletion {
    completion(
      isObserver ? .nothing : .value, CallErrors(failure, own: errors), isObserver,
      Delivery(call: self, read: read, done: done))
  }

  /// Begins a call that returns nothing, and tells when it is over.
  private func laterDone<Failure: Error>(
    _ isObserver: Bool, _ failure: Failure.Type,
    _ done: @escaping (_MockedCall, (any Error)?) -> Void
  ) -> _MockCompletion {
    let delivery = Delivery<Void>(
      call: self, read: { _, _ in },
      done: { call, result in
        if case .failure(let error) = result { done(call, error) } else { done(call, nil) }
      })
    // A method without responses does nothing, and is over.
    delivery.value = ()
    return completion(.nothing, CallErrors(failure, own: errors), isObserver, delivery)
  }

  private func completion<Value>(
    _ form: Wanted.Form, _ errors: CallErrors, _ isObserver: Bool, _ delivery: Delivery<Value>
  ) -> _MockCompletion {
    let handler = AnswerHandler(
      isOnMainActor: belongsToMainActor || MainQueue.isCurrent,
      read: { try delivery.take($0, $1) },
      done: { error in delivery.hand(over: error) })
    return _MockCompletion(form, handler, errors, isObserver: isObserver)
  }
}

/// The result of a call on its way to a completion handler.
///
/// `@unchecked Sendable`: the handler is called once, by the task that has the result, and given to nobody else.
private final class Delivery<Value>: @unchecked Sendable {
  var value: Value?
  private let call: _MockedCall
  private let read: (Answer, MethodIdentity) throws -> Value
  private let done: (_MockedCall, Result<Value, any Error>) -> Void

  init(
    call: _MockedCall, read: @escaping (Answer, MethodIdentity) throws -> Value,
    done: @escaping (_MockedCall, Result<Value, any Error>) -> Void
  ) {
    (self.call, self.read, self.done) = (call, read, done)
  }

  func take(_ answer: Answer, _ method: MethodIdentity) throws {
    value = try read(answer, method)
  }

  func hand(over error: (any Error)?) {
    if let error { return done(call, .failure(call.sequencer.context.ownError(error))) }
    // Nothing was read for an observer that is told of nothing.
    if let value { done(call, .success(value)) }
  }
}

/// The queue of the main actor, which need not be on the main thread.
enum MainQueue {
  private static let key: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) ?? false }
}
