internal import MockConfiguration
package import MockData

/// A fault that an explored test injects into the response of a call.
package enum CallFault: Sendable {
  /// The call throws an error.
  ///
  /// If the call returns a stream, the error follows the given number of elements.
  case error(any Error, after: Int)
  /// The call returns an empty list.
  case empty
  case null
  /// The call returns another value.
  case value(AnyCodableValue)
}

extension CallResponse {
  /// If the fault doesn't fit, the response doesn't change.
  func applying(_ fault: CallFault) -> CallResponse {
    var answer = self
    switch (fault, content) {
    case (.error(let error, let count), .values(let values, nil, _))
    where staysOpen && count > values.count:
      answer.openFault = (MockServiceError(fault: error), count)
    case (.error(let error, let count), .values(let values, _, let interval)) where count > 0:
      answer.content = .values(
        Array(values.prefix(count)), end: MockServiceError(fault: error), interval: interval)
    case (.error(let error, let count), .live(let stream, let interval)) where count > 0:
      answer.content = .live(
        stream.ending(with: MockServiceError(fault: error), after: count), interval: interval)
    case (.error(let error, _), _):
      var failing = CallResponse(.error(MockServiceError(fault: error)))
      (failing.index, failing.count, failing.place) = (index, self.count, place)
      if !(error is MockServiceError) { failing.live = LiveResult(nil, error) }
      return failing
    case (.empty, .values(_, _, let interval)):
      answer.content = .values([], end: nil, interval: interval)
    case (.empty, .value): answer.content = .value(.array([]))
    case (.null, .value): answer.content = .value(nil)
    case (.value(let value), .value): answer.content = .value(value)
    case (.value(.array(let values)), .values(_, let end, let interval)):
      answer.content = .values(values, end: end, interval: interval)
    case (.value(let value), .error): answer.content = .value(value)
    default: break
    }
    return answer
  }
}

extension MockServiceError {
  fileprivate init(fault error: any Error) {
    self = error as? MockServiceError ?? MockServiceError(untyped: error)
  }
}

// MARK: - Results of stubs

/// A stub's result that can contain a failure, such as a `Result` or a stream that throws.
protocol FallibleResult {
  static var failureType: any Error.Type { get }

  /// Returns the result with an error, or `nil` if the result can't contain this error.
  func failing(with error: any Error, after count: Int) -> Self?

  /// Returns the same result, except that it passes the number of each yielded element to a closure.
  func counted(_ note: @escaping @Sendable (Int) -> Void) -> Self
}

extension Result: FallibleResult {
  static var failureType: any Error.Type { Failure.self }

  func failing(with error: any Error, after count: Int) -> Result? {
    (error as? Failure ?? error.converted(to: Failure.self)).map { .failure($0) }
  }

  func counted(_ note: @escaping @Sendable (Int) -> Void) -> Result { self }
}

extension AsyncThrowingStream: FallibleResult where Failure == any Error {
  static var failureType: any Error.Type { (any Error).self }

  func failing(with error: any Error, after count: Int) -> AsyncThrowingStream? {
    ending(with: error, after: count)
  }

  /// Returns a stream that fails after a number of elements, or at its end if it has fewer elements.
  func ending(with error: any Error, after count: Int) -> AsyncThrowingStream {
    let source = StreamSource(self)
    return AsyncThrowingStream {
      guard source.count < count, let next = try await source.next() else { throw error }
      return next
    }
  }

  func counted(_ note: @escaping @Sendable (Int) -> Void) -> AsyncThrowingStream {
    let source = StreamSource(self)
    return AsyncThrowingStream {
      let next = try await source.next()
      if next != nil { note(source.count) }
      return next
    }
  }
}

/// The elements of a stream that another stream forwards.
///
/// `@unchecked Sendable`: A stream has one reader at a time, and only that reader calls `next()`.
private final class StreamSource<Element>: @unchecked Sendable {
  private var iterator: AsyncThrowingStream<Element, any Error>.AsyncIterator
  private(set) var count = 0

  init(_ stream: AsyncThrowingStream<Element, any Error>) { iterator = stream.makeAsyncIterator() }

  func next() async throws -> Element? {
    guard let element = try await iterator.next() else { return nil }
    count += 1
    return element
  }
}

/// A list that a stub returns.
private protocol ListResult {
  var isEmpty: Bool { get }
  init()
}

extension Array: ListResult {}
extension Set: ListResult {}

/// Checks whether exploring can replace the result of a stub, and replaces it.
enum StubResult {
  static func canBeEmpty<Value>(_ value: Value) -> Bool {
    (value as? any ListResult).map { !$0.isEmpty } ?? false
  }

  static func canBeNull<Value>(_ value: Value) -> Bool {
    (value as? any OptionalValue)?.wrapped != nil
  }

  /// Returns the type of the errors that a result can contain, or `nil` if it can't contain errors.
  static func failureType<Value>(of type: Value.Type) -> (any Error.Type)? {
    (type as? any FallibleResult.Type)?.failureType
  }

  /// Returns a result with a fault applied, or `nil` if the call has to throw the error instead.
  static func applying<Value>(_ fault: CallFault, to value: Value) -> Value? {
    switch fault {
    case .error(let error, let count):
      // In separate steps, because a `nil` would be a valid value of an optional type.
      guard let result = value as? any FallibleResult,
        let failing = result.failing(with: error, after: count)
      else { return nil }
      return failing as? Value
    case .empty:
      guard let type = type(of: value) as? any ListResult.Type else { return value }
      return type.init() as? Value
    case .null:
      guard let type = Value.self as? any ExpressibleByNilLiteral.Type else { return value }
      return type.init(nilLiteral: ()) as? Value
    case .value: return value
    }
  }

  /// Returns the same result, except that it passes the number of each yielded element to a closure.
  static func counted<Value>(_ value: Value, _ note: @escaping @Sendable (Int) -> Void) -> Value {
    guard let result = value as? any FallibleResult else { return value }
    return result.counted(note) as? Value ?? value
  }
}
