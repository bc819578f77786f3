internal import Dispatch

/// Requirements that take a completion handler: they wait as async ones do.
///
/// The response is chosen while the method runs. The handler is called exactly once, after the method has returned,
/// on the main actor where the method was called there, else in the background.
extension _MockedCall {
  /// Hands a success or a failure to a handler.
  public func complete<Success, Failure: Error>(
    _ handler: ((Result<Success, Failure>) -> Void)?
  ) {
    later(Success.self) { call, result in
      switch result {
      case .success(let value): handler?(.success(value))
      case .failure(let error):
        if let error = call.thrown(error, as: Failure.self) {
          handler?(.failure(error))
        } else {
          let problem = MockCallSequencer.untyped(error, Failure.self)
          handler?(.success(call.placeholder(problem, error)))
        }
      }
    }
  }

  /// Hands a value or an error to a handler.
  public func complete<Success, Failure: Error>(
    _ handler: ((Success?, Failure?) -> Void)?
  ) {
    later(Success.self) { call, result in
      switch result {
      case .success(let value): handler?(value, nil)
      case .failure(let error): handler?(nil, call.failure(error))
      }
    }
  }

  /// Hands a value and nil, or a placeholder and an error, to a handler.
  @_disfavoredOverload
  public func complete<Success, Failure: Error>(
    _ handler: ((Success, Failure?) -> Void)?
  ) {
    later(Success.self) { call, result in
      switch result {
      case .success(let value): handler?(value, nil)
      case .failure(let error):
        let failure: Failure? = call.failure(error)
        if let value = MockPlaceholder.make(Success.self) {
          handler?(value, failure)
        } else {
          handler?(call.placeholder("has no value to go with its error: \(error)", error), failure)
        }
      }
    }
  }

  /// Tells a handler that the call is over, with its error if there is one.
  public func complete<Failure: Error>(_ handler: ((Failure?) -> Void)?) {
    later(Void.self) { call, result in
      switch result {
      case .success: handler?(nil)
      case .failure(let error): handler?(call.failure(error))
      }
    }
  }

  /// Tells a handler that the call is over.
  public func complete(_ handler: (() -> Void)?) {
    later(Void.self) { call, result in
      if case .failure(let error) = result { call.reportUnthrowable(error) }
      handler?()
    }
  }

  /// Hands the value of the call to a handler, which is not called where nothing is configured.
  @_disfavoredOverload
  public func complete<Value>(_ handler: ((Value) -> Void)?) {
    later(Value.self) { call, result in
      switch result {
      case .success(let value): handler?(value)
      case .failure(let error):
        if (error as? MockServiceError)?.problem == .unconfigured { return }
        handler?(call.placeholder("has a handler that takes no error: \(error)", error))
      }
    }
  }

  private func failure<Failure: Error>(_ error: any Error) -> Failure? {
    if let failure = thrown(error, as: Failure.self) { return failure }
    let text = sequencer.describe(
      method, arguments, MockCallSequencer.untyped(error, Failure.self))
    sequencer.report(MockFailure(.unthrowable, because: error, text))
    return nil
  }

  private func reportUnthrowable(_ error: any Error) {
    let text = sequencer.describe(method, arguments, "has a handler that takes no error: \(error)")
    sequencer.report(MockFailure(.unthrowable, because: error, text))
  }

  /// Begins the call, and hands its result over when it has come.
  private func later<Value>(
    _ type: Value.Type, _ done: @escaping (_MockedCall, Result<Value, any Error>) -> Void
  ) {
    let delivery = Delivery(call: self, done: done)
    let isVoid = type == Void.self
    let use = AnswerUse(isVoid ? .nothing : .value, throwing: Never.self)
    let read: @Sendable (AnswerReading) throws -> DecodedValue? = { reading in
      delivery.value = isVoid ? () as? Value : try reading.dynamic(Value.self)
      return nil
    }
    let handler = AnswerHandler(read: read) { error in delivery.hand(over: error) }
    sequencer.calls.answerLater(request, use, onMainActor: MainQueue.isCurrent, handler)
  }
}

/// The result of a call on its way to a completion handler.
///
/// `@unchecked Sendable`: the handler is called once, by the task that has the result, and given to nobody else.
private final class Delivery<Value>: @unchecked Sendable {
  var value: Value?
  private let call: _MockedCall
  private let done: (_MockedCall, Result<Value, any Error>) -> Void

  init(call: _MockedCall, done: @escaping (_MockedCall, Result<Value, any Error>) -> Void) {
    (self.call, self.done) = (call, done)
  }

  func hand(over error: (any Error)?) {
    if let error { return done(call, .failure(call.explained(error, Value.self))) }
    if let value { return done(call, .success(value)) }
    // A method without responses does nothing, and is over.
    if let nothing = () as? Value { return done(call, .success(nothing)) }
    done(call, .failure(CancellationError()))
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
