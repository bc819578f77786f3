internal import MockData

/// Support for requirements with `inout` parameters, which a response can set, and other methods for generated code.
extension _MockedCall {
  /// Waits for the response of a call that sets `inout` parameters, and returns the response.
  public nonisolated(nonsending) func answer<Failure: Error>(
    throwing failure: Failure.Type
  ) async throws(Failure) -> _MockedResponse {
    let result = Box<_MockedResponse>()
    do {
      let wanted = ResponseRequest(.nothing, waits: true, throwing: failure)
      try await sequencer.calls.answer(call(failing: failure), wanted) { [self] answer, method in
        result.value = _MockedResponse(self, answer, method)
      }
    } catch {
      try failedToSet(error, failure)
    }
    return result.value ?? _MockedResponse(self)
  }

  /// Returns, without waiting, the response of a call that sets `inout` parameters.
  public func answer<Failure: Error>(
    throwing failure: Failure.Type
  ) throws(Failure) -> _MockedResponse {
    let result = Box<_MockedResponse>()
    do {
      let wanted = ResponseRequest(.nothing, waits: false, throwing: failure)
      try sequencer.calls.answerNow(call(failing: failure), wanted) { answer, method in
        result.value = _MockedResponse(self, answer, method)
      }
    } catch {
      try failedToSet(error, failure)
    }
    return result.value ?? _MockedResponse(self)
  }

  /// Throws an error if the requirement can throw it, and reports the error otherwise.
  ///
  /// In both cases, the call doesn't set any parameter.
  private func failedToSet<Failure: Error>(
    _ error: any Error, _ failure: Failure.Type
  ) throws(Failure) {
    _ = try fallback(for: error, failure, made: { () })
  }

  /// Returns the value of the call, for an `async` function that rethrows.
  ///
  /// In such a function, the compiler would otherwise select the overload that doesn't wait.
  public nonisolated(nonsending) func unfailingValue<T>(_ codec: _MockCodec<T>) async -> sending T {
    await value(codec, throwing: Never.self)
  }

  /// Makes a call that returns no value, for an `async` function that rethrows.
  public nonisolated(nonsending) func performUnfailingly() async {
    await perform(throwing: Never.self)
  }

  /// Throws the error of a stub from a function that rethrows.
  ///
  /// This method never returns, because `body` throws the error that is passed to it.
  public static func rethrow<Result>(
    _ error: any Error, _ body: (any Error) throws -> Result
  ) rethrows -> Result {
    try body(error)
  }
}

/// A response whose value has members that set `inout` parameters.
public struct _MockedResponse {
  private let call: _MockedCall
  private let method: MethodIdentity?
  private let index: Int
  private let value: AnyCodableValue?
  private let members: [String: AnyCodableValue]

  /// Creates a response for a method that has no responses.
  ///
  /// It sets nothing, and doesn't report anything.
  init(_ call: _MockedCall) {
    (self.call, method, index, value, members) = (call, nil, 0, nil, [:])
  }

  init(_ call: _MockedCall, _ answer: CallResponse, _ method: MethodIdentity) {
    (self.call, self.method, index) = (call, method, answer.index)
    value = answer.value
    if case .dictionary(let members)? = value { self.members = members } else { members = [:] }
  }

  /// Sets a parameter to the response's member of the same name.
  ///
  /// If there is no such member, this method reports a failure.
  ///
  /// - Parameters:
  ///   - parameter: The name of the parameter.
  ///   - value: The parameter.
  public func set<Value>(_ parameter: String, _ value: inout Value) {
    guard let method else { return }
    guard let data = members[parameter] else {
      return report(
        "does not set `\(parameter)`; add it to the value: `reply { \(parameter) = ... }`")
    }
    do {
      value = try DynamicDecoding.decode(Value.self, from: data, method, index)
    } catch {
      let redaction = method.redaction ?? Redaction()
      let shown = redaction.redacted(data, named: parameter).shortText
      report("cannot set `\(parameter)` to \(shown), which is not \(articled("\(Value.self)"))")
    }
  }

  /// Returns the result, which is the member `result` or, if there isn't one, the whole value.
  ///
  /// - Throws: An error that describes the problem with the value.
  public func value<Value, Failure: Error>(
    as type: Value.Type, throwing failure: Failure.Type
  ) throws(Failure) -> Value {
    let data = members["result"] ?? value
    do {
      guard let method else {
        throw CallProblem.unconfigured(
          MethodIdentity(service: call.sequencer.service, name: call.method), nearest: nil,
          known: []
        ).error
      }
      return try DynamicDecoding.decode(type, from: data, method, index)
    } catch {
      return try call.fallback(for: error, failure) { MockPlaceholder.make(type) }.orHold()
    }
  }

  private func report(_ problem: String) {
    let text = call.sequencer.describe(call.method, call.arguments, problem)
    call.sequencer.report(MockFailure(.dropped, text, at: method?.place(of: index)))
  }
}

/// Support for borrowed arguments.
///
/// Arguments that can be copied are recorded like any other argument.
extension MockArgument {
  /// Creates an argument by encoding a value.
  public init<Value: Encodable>(_ label: String, borrowed value: borrowing Value) {
    self.init(label, copy value)
  }

  /// Creates an argument from a value that isn't `Encodable`, which is recorded as a description.
  @_disfavoredOverload
  public init<Value>(_ label: String, borrowed value: borrowing Value) {
    self.init(label, copy value)
  }

  /// Creates an argument from a value that can't be copied.
  ///
  /// Only the name of the value's type is recorded.
  @_disfavoredOverload
  public init<Value: ~Copyable>(_ label: String, borrowed value: borrowing Value) {
    self.init(label, "\(Value.self)")
  }
}

/// Support for arguments of the app's own types.
///
/// The `Encodable` conformances of such types may be isolated to the main actor.
extension MockArgument {
  /// Creates an argument from a value whose `Encodable` conformance isn't isolated to an actor.
  public init<Value: Encodable & SendableMetatype>(_ label: String, own value: Value) {
    self.init(label, value)
  }

  /// Creates an argument from a value.
  ///
  /// Whether the value is `Encodable` is checked at run time.
  @_disfavoredOverload
  public init<Value>(_ label: String, own value: Value) {
    self.init(label, value)
  }
}
