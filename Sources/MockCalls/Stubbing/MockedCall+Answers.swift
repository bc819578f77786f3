internal import MockData

/// The answers of calls by the form of the requirement's result; generated code asks for them.
///
/// Each form exists twice, the one that waits first. How the value of an answer becomes the result is the business of a
/// ``_MockCodec``.
extension _MockedCall {
  /// The value of the call.
  ///
  /// - Parameters:
  ///   - codec: What reads the answer.
  ///   - failure: The type of the requirement's errors.
  /// - Returns: The value.
  /// - Throws: The error of the call as one of the requirement's; one that it cannot throw is reported.
  public nonisolated(nonsending) func value<T, Failure: Error>(
    _ codec: _MockCodec<T>, throwing failure: Failure.Type
  ) async throws(Failure) -> sending T {
    let value = Box<T>()
    do {
      let wanted = Wanted(.value, waits: true, throwing: failure)
      try await sequencer.calls.answer(call(failing: failure), wanted) {
        value.put(try $0.result(codec, $1))
      }
      return value.take()
    } catch {
      return try await sequencer.unanswered(call, errors, error, failure, codec.placeholder)
    }
  }

  /// The value of the call.
  ///
  /// - Parameters:
  ///   - codec: What reads the answer.
  ///   - failure: The type of the requirement's errors.
  /// - Returns: The value.
  /// - Throws: The error of the call as one of the requirement's; one that it cannot throw is reported.
  public func value<T, Failure: Error>(
    _ codec: _MockCodec<T>, throwing failure: Failure.Type
  ) throws(Failure) -> sending T {
    let value = Box<T>()
    do {
      let wanted = Wanted(.value, waits: false, throwing: failure)
      try sequencer.calls.answerNow(call(failing: failure), wanted) {
        value.put(try $0.result(codec, $1))
      }
      return value.take()
    } catch {
      return try sequencer.unanswered(call, errors, error, failure, codec.placeholder)
    }
  }

  /// Lets the call take place, of which no value is expected.
  ///
  /// - Parameter failure: The type of the requirement's errors.
  /// - Throws: The error of the call as one of the requirement's; one that it cannot throw is reported.
  public nonisolated(nonsending) func perform<Failure: Error>(
    throwing failure: Failure.Type
  ) async throws(Failure) {
    do {
      let wanted = Wanted(.nothing, waits: true, throwing: failure)
      try await sequencer.calls.answer(call(failing: failure), wanted, refuseValue)
    } catch {
      try failedToPerform(error, failure)
    }
  }

  /// Lets the call take place, of which no value is expected.
  ///
  /// - Parameter failure: The type of the requirement's errors.
  /// - Throws: The error of the call as one of the requirement's; one that it cannot throw is reported.
  public func perform<Failure: Error>(throwing failure: Failure.Type) throws(Failure) {
    do {
      let wanted = Wanted(.nothing, waits: false, throwing: failure)
      try sequencer.calls.answerNow(call(failing: failure), wanted, refuseValue)
    } catch {
      try failedToPerform(error, failure)
    }
  }

  /// The call as a `Result`: a success, or an error as its failure.
  ///
  /// - Parameters:
  ///   - codec: What reads the answer of a success.
  ///   - failure: The type of the failure.
  /// - Returns: The result; a failure of another type is reported.
  public nonisolated(nonsending) func result<Success, Failure: Error>(
    _ codec: _MockCodec<Success>, _ failure: Failure.Type
  ) async -> Result<Success, Failure> {
    do throws(Failure) {
      return .success(try await value(codec, throwing: failure))
    } catch {
      return .failure(error)
    }
  }

  /// The call as a `Result`: a success, or an error as its failure.
  ///
  /// - Parameters:
  ///   - codec: What reads the answer of a success.
  ///   - failure: The type of the failure.
  /// - Returns: The result; a failure of another type is reported.
  public func result<Success, Failure: Error>(
    _ codec: _MockCodec<Success>, _ failure: Failure.Type
  ) -> Result<Success, Failure> {
    do throws(Failure) {
      return .success(try value(codec, throwing: failure))
    } catch {
      return .failure(error)
    }
  }

  private func failedToPerform<Failure: Error>(
    _ error: any Error, _ failure: Failure.Type
  ) throws(Failure) {
    guard failure == Never.self else {
      // Nothing is what it returns, which can always be made.
      _ = try instead(of: error, failure, made: { () })
      return
    }
    if ignoresErrors { return }
    reportUnthrowable(error, "cannot throw: \(sequencer.context.ownError(error))")
  }

  /// Tells of a value that a method without a result has no use for.
  private func refuseValue(_ answer: Answer, _ method: MethodIdentity) {
    guard !ignoresValues, let value = answer.value, value != .null else { return }
    let shown = sequencer.context.log.redaction.redacted(value).shortText
    let text = sequencer.describe(
      self.method, arguments, MockFailure.surplus(shown, isOfScript: method.isOfScript))
    sequencer.report(MockFailure(.dropped, text, at: method.place(of: answer.index)))
  }
}

extension Answer {
  /// The result of a requirement: what the live service itself gave, else what a codec reads.
  func result<T>(_ codec: _MockCodec<T>, _ method: MethodIdentity) throws -> T {
    // In two steps: no value at all would be a nil of an `Optional` type.
    if let value = live?.value, let result = value as? T { return result }
    return try codec.read(self, method)
  }
}

/// The elements of a tuple in the data that stands for it.
struct TupleData {
  private let elements: [AnyCodableValue?]
  private let method: MethodIdentity
  private let index: Int

  /// Takes the members of an object by label, or the elements of a list in order.
  ///
  /// - Throws: `MockServiceError` for data of another form.
  init(
    _ labels: [String?], _ value: AnyCodableValue?, _ method: MethodIdentity, _ index: Int
  ) throws {
    (self.method, self.index) = (method, index)
    switch value {
    case .array(let values) where values.count == labels.count: elements = values
    case .dictionary(let members): elements = labels.map { $0.flatMap { members[$0] } }
    case let value:
      let shape = labels.map { $0.map { "\($0):" } ?? "_" }.joined(separator: ", ")
      throw CallProblem.decodingFailed(
        method, index: index, path: JSONPath([.key("value")]),
        reason:
          "\(value?.shortText ?? "nothing") is not a tuple (\(shape)); write its elements by label,"
          + " or as a list of \(labels.count)"
      ).error
    }
  }

  /// The elements as their types.
  ///
  /// - Throws: `MockServiceError` for an element that is not of its type.
  func decoded<each T>(_ types: repeat (each T).Type) throws -> (repeat each T) {
    var next = 0
    func element<E>(_ type: E.Type) throws -> E {
      defer { next += 1 }
      return try DynamicDecoding.decode(
        type, from: elements[next], method, index, isPart: true)
    }
    return (repeat try element(each types))
  }
}
