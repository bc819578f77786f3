internal import MockData

/// Support for calls that the scenario can pass through to the mock's live service.
///
/// Generated code first checks whether there is a live service. It then begins the call. If the result is true, it
/// calls the service, and passes the service's result to one of the `setResult` methods. If the call is passed through,
/// that result becomes the response.
extension _MockedCall {
  /// Returns the live service, or `nil` if calls to this method can't be passed through.
  public func live<Service>(_ type: Service.Type) -> Service? {
    guard let liveService, !call.staysOpen, sequencer.calls.mayPass(method) else { return nil }
    return liveService() as? Service
  }

  /// Begins the call, waiting if necessary, and returns whether to call the live service.
  public nonisolated(nonsending) mutating func passes<Failure: Error>(
    throwing failure: Failure.Type
  ) async -> Bool {
    let wanted = ResponseRequest(.value, waits: true, throwing: failure)
    call.chosen = await sequencer.calls.chooseFirst(call, wanted)
    return call.needsLiveService(comparing: sequencer.context.comparison != nil)
  }

  /// Begins the call without waiting, and returns whether to call the live service.
  public mutating func passes<Failure: Error>(throwing failure: Failure.Type) -> Bool {
    call.chosen = sequencer.calls.chooseNow(
      call, ResponseRequest(.value, waits: false, throwing: failure))
    return call.needsLiveService(comparing: sequencer.context.comparison != nil)
  }

  /// Begins a call that returns a stream, and returns whether to call the live service.
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

/// The values that a mock needs to call its live service: the service itself, and the arguments.
///
/// `@unchecked Sendable`: The mock's caller waits for the result. It could have passed the same values to the service
/// itself.
public struct _LiveCall<Value>: @unchecked Sendable {
  /// The service and the arguments, in a tuple.
  public let value: Value

  /// Wraps a value.
  public init(_ value: Value) { self.value = value }
}

/// The values of the live service's stream, as data.
///
/// `@unchecked Sendable`: A single stream requests the values, one after another.
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
