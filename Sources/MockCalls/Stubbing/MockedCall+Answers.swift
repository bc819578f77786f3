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
      return try await sequencer.unanswered(request, errors, error, failure, codec.placeholder)
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
      return try sequencer.unanswered(request, errors, error, failure, codec.placeholder)
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

  // What the inlined methods above consist of.

  @usableFromInline func failedToPerform<Failure: Error>(
    _ error: any Error, _ failure: Failure.Type
  ) throws(Failure) {
    guard failure == Never.self else {
      // Nothing is what it returns, which can always be made.
      _ = try instead(of: error, failure, made: { () })
      return
    }
    if ignoresErrors { return }
    reportUnthrowable(error, "cannot throw: \(error)")
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

  /// A value that its maker has no further use for.
  static func over(_ value: Value) -> sending Value {
    let handed = Handed()
    handed.put(value)
    return handed.taken()
  }

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
    try TupleData(labels, answer.value, method, answer.index).decoded(repeat (each T).self)
  }

  /// The value as what a closure makes of it; its error names service, method, response and key path.
  func made<T>(_ make: (AnyCodableValue) throws -> T) throws -> T {
    if answer.value == nil, !(T.self is any OptionalValue.Type) {
      throw CallProblem.missingValue(method, index: answer.index, type: "\(T.self)").error
    }
    do {
      return try make(answer.value ?? .null)
    } catch let error as DecodingError {
      throw method.placed(error, answer.index, nil)
    }
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
      return try DynamicDecoding.decode(type, from: elements[next], method, index)
    }
    return (repeat try element(each types))
  }
}
