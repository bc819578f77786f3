internal import MockData

/// Finds the live service behind a mock, when a call is to be passed to it.
public typealias _LiveService = @Sendable () -> Any?

/// Where the mocks that are made now find the live service that they stand before.
///
/// The function has a type around it, since a value of a task that is a function itself crashes in optimised builds: Swift
/// 6.3 finds no metadata of its type.
package struct LiveServiceSource: Sendable {
  /// Nil, the default, for mocks that replace nothing.
  @TaskLocal package static var current: LiveServiceSource?

  let find: _LiveService

  package init(_ find: @escaping _LiveService) { self.find = find }
}

/// Calls that the scenario may pass to the live service behind the mock; generated code asks before it asks for the
/// answer, which then is that of the service.
extension _MockedCall {
  /// The live service; nil, nearly always at once, where the call is not passed.
  ///
  /// - Parameter type: The type as which the mock stands before it.
  /// - Returns: The service, to be asked by one of the other functions.
  public func live<Service>(_ type: Service.Type) -> Service? {
    guard let liveService, sequencer.calls.mayPass(method) else { return nil }
    return liveService() as? Service
  }

  /// Begins the call; whether its response passes it to the live service, whose answer is to be given then.
  ///
  /// - Parameter failure: The type of the requirement's errors.
  /// - Returns: Whether the live service is to be asked.
  public nonisolated(nonsending) mutating func passes<Failure: Error>(
    throwing failure: Failure.Type
  ) async -> Bool {
    let wanted = Wanted(.value, waits: true, throwing: failure)
    call.chosen = await sequencer.calls.chooseFirst(call, wanted)
    return call.asks(comparing: sequencer.context.comparison != nil)
  }

  /// Begins the call; whether its response passes it to the live service, whose answer is to be given then.
  ///
  /// - Parameter failure: The type of the requirement's errors.
  /// - Returns: Whether the live service is to be asked.
  public mutating func passes<Failure: Error>(throwing failure: Failure.Type) -> Bool {
    call.chosen = sequencer.calls.chooseNow(call, Wanted(.value, waits: false, throwing: failure))
    return call.asks(comparing: sequencer.context.comparison != nil)
  }

  /// Begins the call of a stream; whether its response passes it to the live service.
  ///
  /// - Returns: Whether the live service is to be asked.
  public mutating func passesStream() -> Bool {
    call.chosen = sequencer.calls.chooseNow(call, Wanted(.stream, waits: true))
    return call.isPassed
  }

  /// Takes what the live service returned.
  public mutating func give<Result>(_ result: Result) { call.give(LiveAnswer(returning: result)) }

  /// Takes what the live service threw.
  public mutating func give(throwing error: any Error) { call.give(LiveAnswer(throwing: error)) }

  /// Takes the values of the live service as they come.
  public mutating func give<Values: AsyncSequence>(stream values: Values) {
    call.give(LiveAnswer(stream: LiveValues(values).stream))
  }
}

/// What a mock hands to the live service: itself and the arguments.
///
/// `@unchecked Sendable`: whoever called the mock had to be able to give the same to the service, and waits for it.
public struct _Lent<Value>: @unchecked Sendable {
  /// The service, and the arguments behind it.
  public let value: Value

  /// Lends something.
  public init(_ value: Value) { self.value = value }
}

/// The values of a live stream as data.
///
/// `@unchecked Sendable`: one stream asks for the values, one after the other.
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
