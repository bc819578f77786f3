internal import MockData

/// Support for calls that the scenario may pass to the mock's live service.
///
/// Generated code checks whether there is a live service first. The service's result then becomes the response.
extension _MockedCall {
  /// Returns the live service, or `nil` if the call can't be passed through.
  ///
  /// - Parameter type: The type that the mock uses for the service.
  /// - Returns: The service.
  public func live<Service>(_ type: Service.Type) -> Service? {
    guard let liveService, !call.staysOpen, sequencer.calls.mayPass(method) else { return nil }
    return liveService() as? Service
  }

  /// Begins the call, and returns whether to call the live service.
  ///
  /// If so, pass the service's result to a `setResult` method.
  ///
  /// - Parameter failure: The error type of the requirement.
  /// - Returns: Whether to call the live service.
  public nonisolated(nonsending) mutating func passes<Failure: Error>(
    throwing failure: Failure.Type
  ) async -> Bool {
    let wanted = ResponseRequest(.value, waits: true, throwing: failure)
    call.chosen = await sequencer.calls.chooseFirst(call, wanted)
    return call.needsLiveService(comparing: sequencer.context.comparison != nil)
  }

  /// Begins the call, and returns whether to call the live service.
  ///
  /// If so, pass the service's result to a `setResult` method.
  ///
  /// - Parameter failure: The error type of the requirement.
  /// - Returns: Whether to call the live service.
  public mutating func passes<Failure: Error>(throwing failure: Failure.Type) -> Bool {
    call.chosen = sequencer.calls.chooseNow(
      call, ResponseRequest(.value, waits: false, throwing: failure))
    return call.needsLiveService(comparing: sequencer.context.comparison != nil)
  }

  /// Begins the call of a stream, and returns whether to call the live service.
  ///
  /// - Returns: Whether to call the live service.
  public mutating func passesStream() -> Bool {
    call.chosen = sequencer.calls.chooseNow(call, ResponseRequest(.stream, waits: true))
    return call.isPassed
  }

  /// Sets the value that the live service returned.
  public mutating func setResult<Result>(_ result: Result) {
    call.setResult(LiveServiceResponse(returning: result))
  }

  /// Sets the error that the live service threw.
  public mutating func setResult(throwing error: any Error) {
    call.setResult(LiveServiceResponse(throwing: error))
  }

  /// Sets the stream that the live service returned.
  public mutating func setResult<Values: AsyncSequence>(stream values: Values) {
    call.setResult(LiveServiceResponse(stream: LiveValues(values).stream))
  }
}

/// The values that a mock needs to call the live service: the service itself and the arguments.
///
/// `@unchecked Sendable`: The mock's caller, which waits for the result, could have passed the same values to the
/// service directly.
public struct _LiveCall<Value>: @unchecked Sendable {
  /// The service, followed by the arguments.
  public let value: Value

  /// Wraps a value.
  public init(_ value: Value) { self.value = value }
}

/// The values of the live service's stream, as data.
///
/// `@unchecked Sendable`: A single stream requests the values sequentially.
private final class LiveValues: @unchecked Sendable {
  private let next: () async throws -> AnyCodableValue?

  init<Values: AsyncSequence>(_ values: Values) {
    var iterator = values.makeAsyncIterator()
    next = {
      guard let value = try await iterator.next() else { return nil }
      return MockArgument("value", value as Any).value ?? .null
    }
  }

  var stream: AsyncThrowingStream<AnyCodableValue, any Error> {
    AsyncThrowingStream { try await self.next() }
  }
}
