internal import MockData

/// Support for requirements with `inout` parameters, which responses set, and other methods for generated code.
extension _MockedCall {
  /// Returns the response of a call that sets `inout` parameters.
  ///
  /// - Throws: The error of the call, converted to the requirement's type. An error that the requirement can't throw is
  ///   reported.
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

  /// Returns the response of a call that sets `inout` parameters.
  ///
  /// - Throws: The error of the call, converted to the requirement's type. An error that the requirement can't throw is
  ///   reported.
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

  /// Throws or reports the error.
  ///
  /// The call doesn't set anything then.
  private func failedToSet<Failure: Error>(
    _ error: any Error, _ failure: Failure.Type
  ) throws(Failure) {
    _ = try fallback(for: error, failure, made: { () })
  }

  /// Returns the value of the call in an `async` function that rethrows.
  ///
  /// In such a function, the compiler would otherwise select the overload that doesn't wait.
  ///
  /// - Parameter codec: Reads the response.
  /// - Returns: The value.
  public nonisolated(nonsending) func unfailingValue<T>(_ codec: _MockCodec<T>) async -> sending T {
    await value(codec, throwing: Never.self)
  }

  /// Makes a call that returns no value, in an `async` function that rethrows.
  public nonisolated(nonsending) func performUnfailingly() async {
    await perform(throwing: Never.self)
  }

  /// Rethrows the error of a stub from a function that rethrows.
  ///
  /// Generated code calls it.
  ///
  /// - Parameters:
  ///   - error: The error.
  ///   - body: Throws the error.
  /// - Returns: Nothing, because `body` always throws.
  /// - Throws: The error.
  public static func rethrow<Result>(
    _ error: any Error, _ body: (any Error) throws -> Result
  ) rethrows -> Result {
    try body(error)
  }
}

/// A response whose members set `inout` parameters.
public struct _MockedResponse {
  private let call: _MockedCall
  private let method: MethodIdentity?
  private let index: Int
  private let value: AnyCodableValue?
  private let members: [String: AnyCodableValue]

  /// Creates the response of a method that has no responses.
  ///
  /// It sets and reports nothing.
  init(_ call: _MockedCall) {
    (self.call, method, index, value, members) = (call, nil, 0, nil, [:])
  }

  init(_ call: _MockedCall, _ answer: CallResponse, _ method: MethodIdentity) {
    (self.call, self.method, index) = (call, method, answer.index)
    value = answer.value
    if case .dictionary(let members)? = value { self.members = members } else { members = [:] }
  }

  /// Sets a parameter to the member of the response that has its name.
  ///
  /// A missing member is reported.
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

  /// Returns the result: the member `result`, if any, and otherwise the whole value.
  ///
  /// - Throws: An error that describes the problem with the value. An error that the requirement can't throw is
  ///   reported.
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

/// Support for borrowed arguments.
///
/// If they can be copied, they are recorded like any others.
extension MockArgument {
  /// Creates an argument from an encoded value.
  public init<Value: Encodable>(_ label: String, borrowed value: borrowing Value) {
    self.init(label, copy value)
  }

  /// Creates an argument from the description of a value that isn't `Encodable`.
  @_disfavoredOverload
  public init<Value>(_ label: String, borrowed value: borrowing Value) {
    self.init(label, copy value)
  }

  /// Creates an argument from a value that can't be copied.
  ///
  /// Only the name of its type is recorded.
  @_disfavoredOverload
  public init<Value: ~Copyable>(_ label: String, borrowed value: borrowing Value) {
    self.init(label, "\(Value.self)")
  }
}

/// Support for arguments of the app's own types, which may be `Encodable` only on the main actor.
extension MockArgument {
  /// Creates an argument from a value whose `Encodable` conformance isn't isolated to an actor.
  public init<Value: Encodable & SendableMetatype>(_ label: String, own value: Value) {
    self.init(label, value)
  }

  /// Creates an argument after checking at run time whether it is `Encodable`.
  @_disfavoredOverload
  public init<Value>(_ label: String, own value: Value) {
    self.init(label, value)
  }
}
