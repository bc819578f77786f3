internal import Dispatch

/// Support for requirements with a completion handler, which can wait like `async` requirements.
///
/// The response is chosen while the method runs. The handler is called exactly once, after the method has returned. If
/// the method was called on the main actor, the handler is called there, and otherwise in the background. Generated
/// code creates a completion from the handlers. If there is a stub, the stub calls the completion's handlers.
/// Otherwise, the completion is called with the response. If the handler observes events (`isObserver`), it isn't
/// called for a method without responses.
extension _MockedCall {
  /// Returns the completion for a handler that receives a success or a failure.
  public func completion<Success, Failure: Error>(
    _ handler: ((Result<Success, Failure>) -> Void)?, isObserver: Bool = false
  ) -> _MockCompletion {
    later(isObserver, Failure.self) {
      try $0.dynamic(Success.self, $1)
    } done: { call, result in
      call.settle(result) { handler?($0) }
    }
  }

  /// Returns the completion for two handlers, one for a value and one for an error.
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

  /// Returns the completion for two handlers: one for success, without parameters, and one for the error.
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

  /// Returns the completion for a handler that receives a value or an error.
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

  /// Returns the completion for a handler with two parameters: a value, and an optional error.
  ///
  /// If the call fails, the handler receives a placeholder for the value.
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

  /// Returns the completion for a handler with three parameters: two values, and an optional error.
  ///
  /// If the call fails, the handler receives placeholders for the values. `labels` are the names of the values in a
  /// response. A value without a name is `nil`.
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

  /// Returns the completion for a handler with four parameters: three values, and an optional error.
  ///
  /// If the call fails, the handler receives placeholders for the values.
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

  /// Returns the completion for a handler that receives several values but no error.
  @_disfavoredOverload
  public func completion<each Value>(
    _ handler: ((repeat each Value) -> Void)?, labels: [String?] = [], isObserver: Bool = false
  ) -> _MockCompletion {
    var names: [String?] = []
    // A handler whose type is an alias has no labels.
    for type in repeat (each Value).self {
      _ = type
      names.append(nil)
    }
    if !labels.isEmpty { names = labels }
    return later(isObserver, Never.self) { [names] in
      try $0.tuple(names, repeat (each Value).self, of: $1)
    } done: { call, result in
      let made = MockPlaceholder.tuple(repeat (each Value).self)
      if let value = call.value(of: result, made) { handler?(repeat each value) }
    }
  }

  /// Returns the completion for a handler that receives only the call's error, if any.
  public func completion<Failure: Error>(
    _ handler: ((Failure?) -> Void)?, isObserver: Bool = false
  ) -> _MockCompletion {
    laterDone(isObserver, Failure.self) { call, error in
      handler?(error.flatMap { call.failure($0) })
    }
  }

  /// Returns the completion for a handler without parameters.
  public func completion(_ handler: (() -> Void)?, isObserver: Bool = false) -> _MockCompletion {
    laterDone(isObserver, Never.self) { call, error in
      if let error {
        call.reportUnthrowable(error, "has a handler that does not take the error: \(error)")
      }
      handler?()
    }
  }

  /// Returns the completion for a handler that receives the value of the call.
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

  /// Begins the call.
  ///
  /// When the response arrives, the handler is called.
  public func complete(_ completion: _MockCompletion) {
    var call = call
    call.errors = completion.errors
    call.isObserver = completion.isObserver
    let logged = sequencer.calls.answerLater(
      call, ResponseRequest(completion.form, waits: true, throwing: Never.self), completion.handler)
    completion.open(self, logged)
  }

  /// Runs a stub of a requirement that has a completion handler.
  ///
  /// If `tracks` is true, the call lasts until the stub has called the handler. Otherwise, or if the handler observes
  /// events, the call ends when the stub returns. In an explored test, the handler can receive an injected error
  /// instead, and the stub then doesn't run. Returns false if the stub passes the call on to the script.
  public mutating func run(
    _ completion: _MockCompletion, tracks: Bool = true, _ body: () throws -> Void
  ) -> Bool {
    let running = beginStubbed(waits: true)
    if let directed = DirectedStub(running, of: self, completing: completion),
      case .error(let error, _)? = directed.fault
    {
      let calls = sequencer.calls.local
      Task {
        try? await directed.hold()
        completion.handler.finish(error)
        calls.endStubbed(running, MockCallOutcome(error), result: nil)
      }
      return true
    }
    completion.begin(running, of: self, tracks: tracks && !completion.isObserver)
    reportSkippedWait("takes a completion handler, which its stub can call later")
    do {
      try body()
      completion.stubReturned()
      return true
    } catch is MockFallThrough {
      call.stubbed = running
      return false
    } catch {
      _ = failed(running, error, Never.self, Void.self).orHold()
      return true
    }
  }

  /// Returns a copy of the call, for a handler that is isolated to the main actor.
  public func onMainActor() -> _MockedCall {
    var call = self
    call.belongsToMainActor = true
    return call
  }

  /// Returns a main-actor handler as a nonisolated closure, which must be called on the main actor.
  ///
  /// It is for use with ``onMainActor()``.
  @preconcurrency public static func onMainActor<each Value>(
    _ handler: (@MainActor (repeat each Value) -> Void)?
  ) -> ((repeat each Value) -> Void)? {
    guard let handler else { return nil }
    return { (values: repeat each Value) in
      let given = MockDecoded(value: (repeat each values))
      MainActor.assumeIsolated { handler(repeat each given.value) }
    }
  }

  // MARK: - Handlers that the response doesn't call

  /// Lets a test call a handler without arguments through `mock.push`.
  ///
  /// The requirement returns a value or is `async`.
  @discardableResult public func observe(_ handler: (() -> Void)?) -> _MockObserver {
    observer(completion(handler, isObserver: true), handler)
  }

  /// Lets a test push results to a handler.
  ///
  /// The requirement returns a value or is `async`.
  @discardableResult public func observe<Success, Failure: Error>(
    _ handler: ((Result<Success, Failure>) -> Void)?
  ) -> _MockObserver {
    observer(completion(handler, isObserver: true), handler)
  }

  /// Lets a test push values to a handler.
  ///
  /// The requirement returns a value or is `async`.
  @discardableResult public func observe<Value>(_ handler: ((Value) -> Void)?) -> _MockObserver {
    observer(completion(handler, isObserver: true), handler)
  }

  /// Lets a test push values to a handler with several arguments, which can have names in a script.
  @discardableResult public func observe<each Value>(
    _ handler: ((repeat each Value) -> Void)?, labels: [String?] = []
  ) -> _MockObserver {
    observer(completion(handler, labels: labels, isObserver: true), handler)
  }

  /// Lets a test push values to a main-actor handler whose type is an alias.
  @discardableResult public func observe<each Value>(
    _ handler: (@MainActor (repeat each Value) -> Void)?
  ) -> _MockObserver {
    onMainActor().observe(Self.onMainActor(handler), labels: [])
  }

  /// Ignores an argument that isn't a handler.
  ///
  /// A macro can't tell from the name of a type alias whether the type is a handler's.
  @_disfavoredOverload
  @discardableResult public func observe<Other>(_ other: Other) -> _MockObserver {
    _MockObserver {}
  }

  private func observer<each Value>(
    _ completion: _MockCompletion, _ handler: ((repeat each Value) -> Void)?
  ) -> _MockObserver {
    completion.pushes(to: handler)
    let targets = sequencer.context.pushTargets
    let number = completion.open(self, nil)
    return _MockObserver { if let number { targets.remove(number) } }
  }

  // MARK: - Parts of the forms

  /// Returns an error as the handler's error type.
  ///
  /// If the error has another type, this method reports the error and returns a placeholder.
  private func failure<Failure: Error>(_ error: any Error) -> Failure? {
    if let failure = thrown(error, as: Failure.self) { return failure }
    reportUntyped(error, Failure.self)
    return MockPlaceholder.make(Failure.self)
  }

  /// Passes a result to the handler, with the error converted to the handler's error type.
  ///
  /// If that isn't possible, the handler receives a placeholder, or isn't called if there is no placeholder.
  private func settle<Value, Failure: Error>(
    _ result: Result<Value, any Error>,
    _ hand: (Result<Value, Failure>) -> Void
  ) {
    switch result {
    case .success(let value): hand(.success(value))
    case .failure(let error):
      do throws(Failure) {
        let made = { MockPlaceholder.make(Value.self) }
        let value = try fallback(for: error, Failure.self, made: made).orSkip()
        if let value { hand(.success(value)) }
      } catch {
        hand(.failure(error))
      }
    }
  }

  /// Passes a value to the handler.
  ///
  /// If there is an error instead, passes a placeholder and the error.
  private func settle<Value, Failure: Error>(
    _ result: Result<Value, any Error>, _ made: Value?,
    _ hand: (Value, Failure?) -> Void
  ) {
    switch result {
    case .success(let value): hand(value, nil)
    case .failure(let error):
      let failure: Failure? = failure(error)
      if let value = made ?? value("has no value for its error: \(error)", error, made) {
        hand(value, failure)
      }
    }
  }

  /// Returns the value for a handler that doesn't accept errors.
  ///
  /// Returns `nil` if the handler must not be called.
  private func value<Value>(
    of result: Result<Value, any Error>, _ made: Value?
  ) -> Value? {
    switch result {
    case .success(let value): value
    case .failure(let error):
      value("has a handler that does not take the error: \(error)", error, made)
    }
  }

  private func value<Value>(_ problem: String, _ error: any Error, _ made: Value?) -> Value? {
    sequencer.placeholder(method, arguments, problem, error, made).orSkip()
  }

  /// Returns the completion of a call that has a result.
  ///
  /// The completion passes the result to `done`.
  ///
  /// For an observer, a method without responses isn't an error.
  private func later<Value, Failure: Error>(
    _ isObserver: Bool, _ failure: Failure.Type,
    _ read: @escaping (CallResponse, MethodIdentity) throws -> Value,
    done: @escaping (_MockedCall, Result<Value, any Error>) -> Void
  ) -> _MockCompletion {
    _MockCompletion(
      isObserver ? .nothing : .value, Delivery(call: self, read: read, done: done),
      CallErrors(failure, own: errors), isObserver: isObserver)
  }

  /// Returns the completion of a call that has no result.
  ///
  /// The completion calls `done` when the call ends.
  private func laterDone<Failure: Error>(
    _ isObserver: Bool, _ failure: Failure.Type,
    _ done: @escaping (_MockedCall, (any Error)?) -> Void
  ) -> _MockCompletion {
    let delivery = Delivery<Void>(
      call: self, read: { _, _ in },
      done: { call, result in
        if case .failure(let error) = result { done(call, error) } else { done(call, nil) }
      })
    // A method without responses does nothing, and its call ends.
    delivery.value = ()
    return _MockCompletion(
      .nothing, delivery, CallErrors(failure, own: errors), isObserver: isObserver)
  }
}

/// The result of a call, on its way to a completion handler.
///
/// `@unchecked Sendable`: `value` is written before the task that ends the call reads it. Everything else is constant,
/// and calls the handler as the service would.
private final class Delivery<Value>: ResponseHandler, @unchecked Sendable {
  let isOnMainActor: Bool
  var value: Value?
  private let call: _MockedCall
  private let result: (CallResponse, MethodIdentity) throws -> Value
  private let done: (_MockedCall, Result<Value, any Error>) -> Void

  init(
    call: _MockedCall, read: @escaping (CallResponse, MethodIdentity) throws -> Value,
    done: @escaping (_MockedCall, Result<Value, any Error>) -> Void
  ) {
    (self.call, result, self.done) = (call, read, done)
    isOnMainActor = call.belongsToMainActor || MainQueue.isCurrent
  }

  func read(_ answer: CallResponse, _ method: MethodIdentity) throws {
    value = try result(answer, method)
  }

  func end(_ error: (any Error)?) {
    if let error {
      done(call, .failure(call.sequencer.context.ownError(error)))
    } else if let value {
      // If the handler is an observer and the method has no responses, there is no value.
      done(call, .success(value))
    }
  }

  func reading(_ pushed: CallResponse, _ method: MethodIdentity) throws -> () -> Void {
    let value = try result(pushed, method)
    return { [self] in done(call, .success(value)) }
  }
}

/// The main actor's queue.
///
/// It doesn't always run on the main thread.
enum MainQueue {
  private static let key: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) ?? false }
}
