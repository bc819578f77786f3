internal import MockData

/// Methods that generated code calls to get the result of a call.
///
/// There is one for each form of result, such as a value or a `Result`. Each method exists twice: the first waits, and
/// the second doesn't. A ``_MockCodec`` converts the value of a response to the result.
extension _MockedCall {
  /// Waits for the response of the call, and returns its value.
  ///
  /// - Parameters:
  ///   - codec: Converts the value of the response.
  ///   - failure: The error type of the requirement.
  /// - Returns: The value.
  /// - Throws: The error of the call, converted to the error type of the requirement. If that isn't possible, the
  ///   error is reported as a failure, and a placeholder is thrown instead.
  public nonisolated(nonsending) func value<T, Failure: Error>(
    _ codec: _MockCodec<T>, throwing failure: Failure.Type
  ) async throws(Failure) -> sending T {
    let value = Box<T>()
    do {
      let wanted = ResponseRequest(.value, waits: true, throwing: failure)
      try await sequencer.calls.answer(call(failing: failure), wanted) {
        value.put(try $0.result(codec, $1))
      }
      return value.take()
    } catch {
      return try await sequencer.unanswered(call, errors, error, failure, codec.placeholder)
    }
  }

  /// Returns the value of the call without waiting.
  ///
  /// - Parameters:
  ///   - codec: Converts the value of the response.
  ///   - failure: The error type of the requirement.
  /// - Returns: The value.
  /// - Throws: The error of the call, converted to the error type of the requirement. If that isn't possible, the
  ///   error is reported as a failure, and a placeholder is thrown instead.
  public func value<T, Failure: Error>(
    _ codec: _MockCodec<T>, throwing failure: Failure.Type
  ) throws(Failure) -> sending T {
    let value = Box<T>()
    do {
      let wanted = ResponseRequest(.value, waits: false, throwing: failure)
      try sequencer.calls.answerNow(call(failing: failure), wanted) {
        value.put(try $0.result(codec, $1))
      }
      return value.take()
    } catch {
      return try sequencer.unanswered(call, errors, error, failure, codec.placeholder)
    }
  }

  /// Makes a call that returns no value, and waits for its response.
  ///
  /// - Parameter failure: The error type of the requirement.
  /// - Throws: The error of the call, converted to the error type of the requirement. If that isn't possible, the
  ///   error is reported as a failure, and a placeholder is thrown instead.
  public nonisolated(nonsending) func perform<Failure: Error>(
    throwing failure: Failure.Type
  ) async throws(Failure) {
    do {
      let wanted = ResponseRequest(.nothing, waits: true, throwing: failure)
      try await sequencer.calls.answer(call(failing: failure), wanted, refuseValue)
    } catch {
      try failedToPerform(error, failure)
    }
  }

  /// Makes a call that returns no value, without waiting.
  ///
  /// - Parameter failure: The error type of the requirement.
  /// - Throws: The error of the call, converted to the error type of the requirement. If that isn't possible, the
  ///   error is reported as a failure, and a placeholder is thrown instead.
  public func perform<Failure: Error>(throwing failure: Failure.Type) throws(Failure) {
    do {
      let wanted = ResponseRequest(.nothing, waits: false, throwing: failure)
      try sequencer.calls.answerNow(call(failing: failure), wanted, refuseValue)
    } catch {
      try failedToPerform(error, failure)
    }
  }

  /// Waits for the response of the call, and returns its outcome as a `Result`.
  ///
  /// - Parameters:
  ///   - codec: Converts the value of a successful response.
  ///   - failure: The error type of the `Result`.
  /// - Returns: The value or the error of the call. If the error can't be converted to the error type, it is reported
  ///   as a failure, and the result contains a placeholder instead.
  public nonisolated(nonsending) func result<Success, Failure: Error>(
    _ codec: _MockCodec<Success>, _ failure: Failure.Type
  ) async -> Result<Success, Failure> {
    do throws(Failure) {
      return .success(try await value(codec, throwing: failure))
    } catch {
      return .failure(error)
    }
  }

  /// Returns the outcome of the call as a `Result` without waiting.
  ///
  /// - Parameters:
  ///   - codec: Converts the value of a successful response.
  ///   - failure: The error type of the `Result`.
  /// - Returns: The value or the error of the call. If the error can't be converted to the error type, it is reported
  ///   as a failure, and the result contains a placeholder instead.
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
      // The result is `Void`, which always has a placeholder.
      _ = try fallback(for: error, failure, made: { () })
      return
    }
    if ignoresErrors { return }
    reportUnthrowable(error, "cannot throw the error: \(sequencer.context.ownError(error))")
  }

  /// Reports that the response has a value although the method returns nothing.
  private func refuseValue(_ answer: CallResponse, _ method: MethodIdentity) {
    guard !ignoresValues, let value = answer.value, value != .null else { return }
    let shown = sequencer.context.log.redaction.redacted(value).shortText
    let text = sequencer.describe(
      self.method, arguments, MockFailure.surplus(shown, isOfScript: method.isOfScript))
    sequencer.report(MockFailure(.dropped, text, at: method.place(of: answer.index)))
  }
}

extension CallResponse {
  /// Returns the result of a requirement.
  ///
  /// It is the live service's original value, or the value that the codec creates.
  func result<T>(_ codec: _MockCodec<T>, _ method: MethodIdentity) throws -> T {
    // In two steps, because an absent value would be a valid `nil` of an `Optional` type.
    if let value = live?.value, let result = value as? T { return result }
    return try codec.read(self, method)
  }
}
