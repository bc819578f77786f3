internal import MockData

/// What a requirement returns that cannot throw and has no answer, once the test has been told.
///
/// Nil, false, zero, an empty text or collection, the first case of an enum, or a value whose fields are such.
enum MockPlaceholder {
  /// A placeholder of a type; nil where none can be made.
  static func make<Value>(_ type: Value.Type) -> Value? {
    if let value = () as? Value { return value }
    if let type = type as? any OptionalValue.Type { return type.absent as? Value }
    if let type = type as? any FailedPlaceholder.Type { return type.failedPlaceholder as? Value }
    if let type = type as? any Decodable.Type, let made = decoded(type) as? Value { return made }
    return first(type) ?? empty(type)
  }

  /// A placeholder of a type, or of the first of several types that is one of its values; nil where none can be made.
  static func make<Value>(_ type: Value.Type, candidates types: [any Any.Type]) -> Value? {
    func opened<Candidate>(_ type: Candidate.Type) -> Any? { make(type) }
    return make(type)
      ?? types.lazy.compactMap { _openExistential($0, do: opened) as? Value }.first
  }

  /// Reports that something has no value, and gives what was made in its place.
  ///
  /// - Throws: ``DeadEnd`` where nothing was made.
  static func report<Value>(
    _ failure: MockFailure, _ made: Value?, _ report: (MockFailure) -> Void
  ) throws(DeadEnd) -> Value {
    if let made {
      report(failure)
      return made
    }
    let failure = failure.atDeadEnd(
      "\(failure.message); no placeholder of the type \(Value.self) can be made, so that the call"
        + " never returns")
    report(failure)
    throw DeadEnd(failure: failure)
  }

  /// The elements of a tuple, each a placeholder; nil where one of them can't be made.
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
    // Collections of what is not `Decodable`.
    func array<List: ExpressibleByArrayLiteral>(_ type: List.Type) -> Any { [] as List }
    func dictionary<Map: ExpressibleByDictionaryLiteral>(_ type: Map.Type) -> Any { [:] as Map }
    if let type = type as? any ExpressibleByArrayLiteral.Type { return array(type) as? Value }
    if let type = type as? any ExpressibleByDictionaryLiteral.Type {
      return dictionary(type) as? Value
    }
    return nil
  }

  /// The first case of an enum without associated values.
  static func first<Value>(_ type: Value.Type) -> Value? {
    if let type = type as? any CaseIterable.Type { return firstCase(type) as? Value }
    return ZeroCase.of(type)
  }

  private static func firstCase<Cases: CaseIterable>(_ type: Cases.Type) -> Any? {
    type.allCases.first
  }
}

/// An element of a tuple that cannot be made up.
private struct NotMade: Error {}

/// A `Result`, whose placeholder is a failure: code under test must not take it for a success.
private protocol FailedPlaceholder {
  static var failedPlaceholder: Any? { get }
}

extension Result: FailedPlaceholder {
  fileprivate static var failedPlaceholder: Any? {
    let error = MockServiceError(code: "placeholder", message: "the call has no answer")
    if let failure = error as? Failure ?? MockPlaceholder.make(Failure.self) {
      return Result.failure(failure)
    }
    return MockPlaceholder.make(Success.self).map { Result.success($0) }
  }
}

/// Enums that do not list their cases.
///
/// An enum whose cases have no values is stored as a number, and the first case as zero. So is the first case of any
/// other enum without references whose whole memory is a byte or two; what it turns out to be is asked afterwards. No
/// metadata of the runtime is read.
private enum ZeroCase {
  /// The case that zero stands for; nil for what is no enum, and for one with values.
  ///
  /// An error of a single case takes no memory. Only an enum without any does that as well, of which no value is ever
  /// asked for: `Never` is known, and what an error type without values is for, the compiler knows as well.
  static func of<Value>(_ type: Value.Type) -> Value? {
    let size = MemoryLayout<Value>.size
    guard size <= 2, _isPOD(type), type != Never.self else { return nil }
    guard size > 0 || type is any Error.Type else { return nil }
    let value = EnumCases.value(0, of: type)
    return EnumCases.isCase(value) ? value : nil
  }
}
