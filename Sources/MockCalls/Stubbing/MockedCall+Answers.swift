internal import MockData

/// The answers of calls by the form of the requirement's result; generated code asks for them.
///
/// Each form exists twice, the one that waits first. How the value of an answer becomes the result is the business of a
/// ``_MockCodec``.
extension _MockedCall {
  /// The value of the call.
  ///
  /// It becomes part of the caller's code, so that a value which is there at once costs nothing that is async.
  ///
  /// - Parameters:
  ///   - codec: What reads the answer.
  ///   - failure: The type of the requirement's errors.
  /// - Returns: The value.
  /// - Throws: The error of the call as one of the requirement's; one that it cannot throw is reported.
  @inlinable @inline(__always)
  public nonisolated(nonsending) func value<T, Failure: Error>(
    _ codec: _MockCodec<T>, throwing failure: Failure.Type
  ) async throws(Failure) -> sending T {
    let use = AnswerUse(.value, as: codec.type, throwing: failure)
    do {
      switch try sequencer.begin(request, use, codec.read) {
      case .ended(let value): return DecodedValue.taken(value)
      case .goesOn(let running):
        return DecodedValue.taken(
          try await sequencer.goOn(running, request, use, codec.read))
      }
    } catch {
      return try sequencer.unanswered(request, errors, error, failure)
    }
  }

  /// The value of the call.
  ///
  /// - Parameters:
  ///   - codec: What reads the answer.
  ///   - failure: The type of the requirement's errors.
  /// - Returns: The value.
  /// - Throws: The error of the call as one of the requirement's; one that it cannot throw is reported.
  @inlinable @inline(__always)
  public func value<T, Failure: Error>(
    _ codec: _MockCodec<T>, throwing failure: Failure.Type
  ) throws(Failure) -> sending T {
    do {
      let use = AnswerUse(.value, as: codec.type, throwing: failure)
      return DecodedValue.taken(try sequencer.answerNow(request, use, codec.read))
    } catch {
      return try sequencer.unanswered(request, errors, error, failure)
    }
  }

  /// Lets the call take place, of which no value is expected.
  ///
  /// - Parameter failure: The type of the requirement's errors.
  /// - Throws: The error of the call as one of the requirement's; one that it cannot throw is reported.
  @inlinable @inline(__always)
  public nonisolated(nonsending) func perform<Failure: Error>(
    throwing failure: Failure.Type
  ) async throws(Failure) {
    let use = AnswerUse(.nothing, throwing: failure)
    do {
      if case .goesOn(let running) = try sequencer.begin(request, use, refuseValue) {
        try await sequencer.goOn(running, request, use, refuseValue)
      }
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
      try sequencer.calls.answerNow(request, AnswerUse(.nothing, throwing: failure)) {
        try refuseValue($0)
      }
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
      if Success.self == Void.self {
        try await perform(throwing: failure)
        return .success(cast(()))
      }
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
      if Success.self == Void.self {
        try perform(throwing: failure)
        return .success(cast(()))
      }
      return .success(try value(codec, throwing: failure))
    } catch {
      return .failure(error)
    }
  }

  // What the inlined methods above consist of.

  @usableFromInline func failedToPerform<Failure: Error>(
    _ error: any Error, _ failure: Failure.Type
  ) throws(Failure) {
    if let error = thrown(error, as: failure) { throw error }
    guard failure == Never.self else {
      return placeholder(MockCallSequencer.untyped(error, failure), error)
    }
    if ignoresErrors { return }
    let text = sequencer.describe(method, arguments, "cannot throw: \(error)")
    sequencer.report(MockFailure(.unthrowable, because: error, text))
  }

  /// Tells of a value that a method without a result has no use for.
  @usableFromInline func refuseValue(_ reading: AnswerReading) throws -> DecodedValue? {
    guard !ignoresValues, case .value(let value?) = reading.answer.content, value != .null else {
      return nil
    }
    let shown = sequencer.context.log.redaction.redacted(value).shortText
    let text = sequencer.describe(
      method, arguments, "returns nothing, and is given \(shown); write `reply()`")
    sequencer.report(
      MockFailure(.dropped, text, at: reading.method.place(of: reading.answer.index)))
    return nil
  }

  /// What is wrong with a result that nothing can make of data.
  func explained<T>(_ error: any Error, _ type: T.Type) -> any Error {
    guard error is DynamicDecoding.NotDecodable else { return error }
    let problem =
      "returns \(type), which cannot be made of data; make it `Decodable` or a `MockValue`, or stub it:"
      + " `mock.on.\(method.prefix { $0 != "(" }) { ... }`"
    return MockServiceError(
      problem: .decodingFailed, sequencer.describe(method, arguments, problem), at: nil)
  }
}

extension AnswerUse {
  /// What a requirement does with its answer; one that cannot throw any error cannot be cancelled.
  @inlinable @inline(__always) init<Failure: Error>(
    _ form: Form, as type: ObjectIdentifier? = nil, throwing failure: Failure.Type
  ) {
    self.init(form, as: type, isCancellable: failure == (any Error).self)
  }
}

/// A value on its way from the reader of an answer to the caller.
///
/// `@unchecked Sendable`: it is written by the reader and read by the one caller, one after the other.
final class Handed<Value>: @unchecked Sendable {
  var value: Value?

  func put(_ value: Value) { self.value = value }

  func taken() -> sending Value {
    guard let value else { fatalError("the answer was not read") }
    return value
  }
}

extension AnswerReading {
  /// The value as a type of which nothing is known.
  func dynamic<T>(_ type: T.Type, among types: [any Any.Type] = []) throws -> T {
    try DynamicDecoding.decode(type, from: answer.value, among: types, method, answer.index)
  }

  /// The value as a tuple.
  func tuple<each T>(
    _ labels: [String?], _ types: repeat (each T).Type
  ) throws -> (repeat each T) {
    let (method, index) = (method, answer.index)
    let elements = try elements(labels)
    var next = 0
    func element<E>(_ type: E.Type) throws -> E {
      defer { next += 1 }
      return try DynamicDecoding.decode(type, from: elements[next], method, index)
    }
    return (repeat try element(each types))
  }

  private func elements(_ labels: [String?]) throws -> [AnyCodableValue?] {
    switch answer.value {
    case .array(let values) where values.count == labels.count: return values
    case .dictionary(let members): return labels.map { $0.flatMap { members[$0] } }
    case let value:
      let shape = labels.map { $0.map { "\($0):" } ?? "_" }.joined(separator: ", ")
      throw CallProblem.decodingFailed(
        method, index: answer.index, path: JSONPath([.key("value")]),
        reason:
          "\(value?.shortText ?? "nothing") is not a tuple (\(shape)); write its elements by label,"
          + " or as a list of \(labels.count)"
      ).error
    }
  }
}
