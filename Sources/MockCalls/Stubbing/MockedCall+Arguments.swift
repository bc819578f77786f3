internal import MockData

/// Requirements with `inout` parameters, which the answer sets, and what else only generated code needs.
extension _MockedCall {
  /// The answer of a call that sets `inout` parameters.
  ///
  /// - Throws: The error of the call as one of the requirement's; one that it cannot throw is reported.
  public nonisolated(nonsending) func answer<Failure: Error>(
    throwing failure: Failure.Type
  ) async throws(Failure) -> _MockedAnswer {
    let result = Box<_MockedAnswer>()
    do {
      let wanted = Wanted(.nothing, waits: true, throwing: failure)
      try await sequencer.calls.answer(call(failing: failure), wanted) { [self] answer, method in
        result.value = _MockedAnswer(self, answer, method)
      }
    } catch {
      try failedToSet(error, failure)
    }
    return result.value ?? _MockedAnswer(self)
  }

  /// The answer of a call that sets `inout` parameters.
  ///
  /// - Throws: The error of the call as one of the requirement's; one that it cannot throw is reported.
  public func answer<Failure: Error>(
    throwing failure: Failure.Type
  ) throws(Failure) -> _MockedAnswer {
    let result = Box<_MockedAnswer>()
    do {
      let wanted = Wanted(.nothing, waits: false, throwing: failure)
      try sequencer.calls.answerNow(call(failing: failure), wanted) { answer, method in
        result.value = _MockedAnswer(self, answer, method)
      }
    } catch {
      try failedToSet(error, failure)
    }
    return result.value ?? _MockedAnswer(self)
  }

  /// Throws the error, or reports it; the call sets nothing then.
  private func failedToSet<Failure: Error>(
    _ error: any Error, _ failure: Failure.Type
  ) throws(Failure) {
    _ = try instead(of: error, failure, made: { () })
  }

  /// The value of the call within an `async` function that rethrows, where the compiler would choose the form that does
  /// not wait.
  ///
  /// - Parameter codec: What reads the answer.
  /// - Returns: The value.
  public nonisolated(nonsending) func unfailingValue<T>(_ codec: _MockCodec<T>) async -> sending T {
    await value(codec, throwing: Never.self)
  }

  /// Lets the call take place within an `async` function that rethrows.
  public nonisolated(nonsending) func performUnfailingly() async {
    await perform(throwing: Never.self)
  }

  /// Throws an error within a function that rethrows, whose stub has thrown it; generated code calls it.
  ///
  /// - Parameters:
  ///   - error: The error.
  ///   - body: Throws it.
  /// - Returns: What `body` returns, which it does not.
  /// - Throws: The error.
  public static func rethrow<Result>(
    _ error: any Error, _ body: (any Error) throws -> Result
  ) rethrows -> Result {
    try body(error)
  }
}

/// An answer whose members set `inout` parameters.
public struct _MockedAnswer {
  private let call: _MockedCall
  private let method: MethodIdentity?
  private let index: Int
  private let value: AnyCodableValue?
  private let members: [String: AnyCodableValue]

  /// An answer of a method without responses: nothing is set, and nobody is told.
  init(_ call: _MockedCall) {
    (self.call, method, index, value, members) = (call, nil, 0, nil, [:])
  }

  init(_ call: _MockedCall, _ answer: Answer, _ method: MethodIdentity) {
    (self.call, self.method, index) = (call, method, answer.index)
    value = answer.value
    if case .dictionary(let members)? = value { self.members = members } else { members = [:] }
  }

  /// Sets a parameter to the member of its name; an answer without one is reported.
  ///
  /// - Parameters:
  ///   - parameter: The name.
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

  /// The result: the member `result`, else the whole value.
  ///
  /// - Throws: What is wrong with the value; where the requirement cannot throw, it is reported.
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
      return try call.sequencer.unanswered(call.call, call.errors, error, failure) {
        MockPlaceholder.make(type)
      }
    }
  }

  private func report(_ problem: String) {
    let text = call.sequencer.describe(call.method, call.arguments, problem)
    call.sequencer.report(MockFailure(.dropped, text, at: method?.place(of: index)))
  }
}

/// Arguments that are only lent: what can be copied is recorded as any other.
extension MockArgument {
  /// Encodes an argument.
  public init<Value: Encodable>(_ label: String, borrowed value: borrowing Value) {
    self.init(label, copy value)
  }

  /// Takes an argument that is not `Encodable` as its description.
  @_disfavoredOverload
  public init<Value>(_ label: String, borrowed value: borrowing Value) {
    self.init(label, copy value)
  }

  /// Takes an argument that cannot be copied as the name of its type.
  @_disfavoredOverload
  public init<Value: ~Copyable>(_ label: String, borrowed value: borrowing Value) {
    self.init(label, "\(Value.self)")
  }
}

/// Arguments of the app's own types, which may be `Encodable` on the main actor only.
extension MockArgument {
  /// Encodes an argument whose type is `Encodable` everywhere.
  public init<Value: Encodable & SendableMetatype>(_ label: String, own value: Value) {
    self.init(label, value)
  }

  /// Takes an argument of which it is found out at run time whether it is `Encodable`.
  @_disfavoredOverload
  public init<Value>(_ label: String, own value: Value) {
    self.init(label, value)
  }
}
