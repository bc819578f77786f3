internal import MockData

/// Creates the result of a requirement that can't throw and has no response.
///
/// The test has already failed. The placeholder is `nil`, `false`, zero, an empty string or collection, the first case
/// of an enum, or a value with such properties.
enum MockPlaceholder {
  /// Returns a placeholder of a type, or `nil` if none can be made.
  static func make<Value>(_ type: Value.Type) -> Value? {
    if let value = () as? Value { return value }
    if let type = type as? any OptionalValue.Type { return type.absent as? Value }
    if let type = type as? any FailedPlaceholder.Type { return type.failedPlaceholder as? Value }
    if let type = type as? any Decodable.Type, let made = decoded(type) as? Value { return made }
    return first(type) ?? empty(type)
  }

  /// Returns a placeholder of a type, or of the first of several types that yields one, or `nil` if none can be made.
  static func make<Value>(_ type: Value.Type, candidates types: [any Any.Type]) -> Value? {
    func opened<Candidate>(_ type: Candidate.Type) -> Any? { make(type) }
    return make(type)
      ?? types.lazy.compactMap { _openExistential($0, do: opened) as? Value }.first
  }

  /// Reports a missing value and returns the placeholder.
  ///
  /// - Throws: ``DeadEnd`` if there is no placeholder.
  static func report<Value>(
    _ failure: MockFailure, _ made: Value?, _ report: (MockFailure) -> Void
  ) throws(DeadEnd) -> Value {
    if let made {
      report(failure)
      return made
    }
    let failure = failure.atDeadEnd(
      "\(failure.message); no placeholder of the type \(Value.self) can be made, so the call"
        + " never returns")
    report(failure)
    throw DeadEnd(failure: failure)
  }

  /// Returns a tuple of placeholders, or `nil` if one of them can't be made.
  static func tuple<each Element>(_ types: repeat (each Element).Type) -> (repeat each Element)? {
    func element<Value>(_ type: Value.Type) throws -> Value {
      guard let value = make(type) else { throw NotMade() }
      return value
    }
    func elements() throws -> (repeat each Element) { (repeat try element(each types)) }
    return try? elements()
  }

  private static func decoded<Made: Decodable>(_ type: Made.Type) -> Made? {
    if let first = first(type) { return first }
    return try? PlaceholderDecoder().decode(type)
  }

  private static func empty<Value>(_ type: Value.Type) -> Value? {
    // Collections whose elements aren't `Decodable`.
    func array<List: ExpressibleByArrayLiteral>(_ type: List.Type) -> Any { [] as List }
    func dictionary<Map: ExpressibleByDictionaryLiteral>(_ type: Map.Type) -> Any { [:] as Map }
    if let type = type as? any ExpressibleByArrayLiteral.Type { return array(type) as? Value }
    if let type = type as? any ExpressibleByDictionaryLiteral.Type {
      return dictionary(type) as? Value
    }
    return nil
  }

  /// Returns the first case of an enum without associated values.
  static func first<Value>(_ type: Value.Type) -> Value? {
    if let type = type as? any CaseIterable.Type { return firstCase(type) as? Value }
    return ZeroCase.of(type)
  }

  private static func firstCase<Cases: CaseIterable>(_ type: Cases.Type) -> Any? {
    type.allCases.first
  }
}

/// The error for an element of a tuple that has no placeholder.
private struct NotMade: Error {}

/// A `Result`.
///
/// Its placeholder is a failure, so that the code under test doesn't mistake it for a success.
private protocol FailedPlaceholder {
  static var failedPlaceholder: Any? { get }
}

extension Result: FailedPlaceholder {
  fileprivate static var failedPlaceholder: Any? {
    let error = MockServiceError(code: "placeholder", message: "the call has no response")
    if let failure = error as? Failure ?? MockPlaceholder.make(Failure.self) {
      return Result.failure(failure)
    }
    return MockPlaceholder.make(Success.self).map { Result.success($0) }
  }
}

/// Finds the first case of enums that aren't `CaseIterable`.
///
/// An enum without associated values is stored as a number, and its first case as zero. The same is true of any other
/// enum that has no references and occupies one or two bytes. The resulting value is checked afterwards. No runtime
/// metadata is read.
private enum ZeroCase {
  /// Returns the case that is stored as zero.
  ///
  /// The result is `nil` for any type that isn't such an enum, and if the case has associated values. An error enum
  /// with a single case occupies no memory. An enum without cases doesn't either, but no value of such a type is ever
  /// requested: `Never` is excluded, and the compiler knows about uninhabited error types.
  static func of<Value>(_ type: Value.Type) -> Value? {
    let size = MemoryLayout<Value>.size
    guard size <= 2, _isPOD(type), type != Never.self else { return nil }
    guard size > 0 || type is any Error.Type else { return nil }
    let value = EnumCases.value(0, of: type)
    return EnumCases.isCase(value) ? value : nil
  }
}
