internal import MockData

/// Creates the result of a requirement that can't throw and has no response.
///
/// A call returns a placeholder only after the problem has been reported. A placeholder is `nil`, `false`, zero, an
/// empty string or collection, the first case of an enum, or a value whose properties are placeholders.
enum MockPlaceholder {
  static func make<Value>(_ type: Value.Type) -> Value? {
    if let value = () as? Value { return value }
    if let type = type as? any OptionalValue.Type { return type.absent as? Value }
    if let type = type as? any FailedPlaceholder.Type { return type.failedPlaceholder as? Value }
    if let type = type as? any Decodable.Type, let made = decoded(type) as? Value { return made }
    return EnumCases.first(of: type) ?? empty(type)
  }

  /// Returns a placeholder of a type or of one of its candidates, or `nil` if none can be created.
  static func make<Value>(_ type: Value.Type, candidates types: [any Any.Type]) -> Value? {
    func opened<Candidate>(_ type: Candidate.Type) -> Any? { make(type) }
    return make(type)
      ?? types.lazy.compactMap { _openExistential($0, do: opened) as? Value }.first
  }

  /// Reports that a value is missing, and returns the placeholder.
  ///
  /// Without a placeholder, the call can't end.
  static func report<Value>(
    _ failure: MockFailure, _ made: Value?, _ report: (MockFailure) -> Void
  ) -> Result<Value, StuckCall> {
    if let made {
      report(failure)
      return .success(made)
    }
    let failure = failure.ofStuckCall(
      "\(failure.message); no placeholder of the type \(Value.self) can be made, so the call"
        + " never returns")
    report(failure)
    return .failure(StuckCall(failure: failure))
  }

  /// Returns a tuple of placeholders, or `nil` if one of its elements has no placeholder.
  static func tuple<each Element>(_ types: repeat (each Element).Type) -> (repeat each Element)? {
    func element<Value>(_ type: Value.Type) throws -> Value {
      guard let value = make(type) else { throw NotMade() }
      return value
    }
    func elements() throws -> (repeat each Element) { (repeat try element(each types)) }
    return try? elements()
  }

  private static func decoded<Made: Decodable>(_ type: Made.Type) -> Made? {
    try? Samples.placeholder.sample(type)
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
}

/// The error for an element of a tuple that has no placeholder.
private struct NotMade: Error {}

/// A protocol to which only `Result` conforms.
///
/// The placeholder of a `Result` is a failure, so that the code under test doesn't take it for a success.
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
