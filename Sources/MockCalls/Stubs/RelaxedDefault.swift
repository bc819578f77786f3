internal import MockData

/// The values that relaxed mocks return for calls without a response.
///
/// In contrast to a ``MockPlaceholder``, a default isn't reported. A type of the app therefore has a default only if it
/// declares one.
enum RelaxedDefault {
  /// Returns the default that a type declares as a ``MockValue``, or `nil`, `false`, zero, or an empty value.
  ///
  /// - Returns: The default. It is nil if the type has no default.
  static func make<Value>(_ type: Value.Type) -> Value? {
    if type == Void.self { return () as? Value }
    if let type = type as? any OptionalValue.Type { return type.absent as? Value }
    if let type = type as? any MockValue.Type, let own = own(type) { return own as? Value }
    if type == Bool.self { return false as? Value }
    if let type = type as? any AdditiveArithmetic.Type { return zero(type) as? Value }
    if let type = type as? any RangeReplaceableCollection.Type { return empty(type) as? Value }
    if let type = type as? any SetAlgebra.Type { return emptySet(type) as? Value }
    if let type = type as? any ExpressibleByDictionaryLiteral.Type {
      return emptyDictionary(type) as? Value
    }
    return nil
  }

  private static func own<Own: MockValue>(_ type: Own.Type) -> Any? { try? type.mockDefault }
  private static func zero<Number: AdditiveArithmetic>(_ type: Number.Type) -> Any { type.zero }
  private static func empty<List: RangeReplaceableCollection>(_ type: List.Type) -> Any { List() }
  private static func emptySet<Elements: SetAlgebra>(_ type: Elements.Type) -> Any { Elements() }
  private static func emptyDictionary<Map: ExpressibleByDictionaryLiteral>(
    _ type: Map.Type
  ) -> Any { [:] as Map }
}

/// The result that a relaxed mock returns for a call without a response.
///
/// `@unchecked Sendable`: Only the call's own thread or task reads the result, and then completes the call.
final class RelaxedResult: @unchecked Sendable {
  /// The default as data, for the log.
  ///
  /// It is nil until the default has been read.
  private(set) var data: AnyCodableValue?

  /// Returns the default of a type.
  ///
  /// If the type has no default, the result is the default of the first candidate whose default is a value of the type.
  ///
  /// - Throws: `MockServiceError` if the type has no default.
  func value<Value>(
    _ type: Value.Type, candidates types: [any Any.Type] = [], of method: MethodIdentity
  ) throws -> Value {
    func opened<Candidate>(_ type: Candidate.Type) -> Any? { RelaxedDefault.make(type) }
    let made =
      RelaxedDefault.make(type)
      ?? types.lazy.compactMap { _openExistential($0, do: opened) as? Value }.first
    guard let made else { throw CallProblem.noDefault(method, type: "\(type)").error }
    if type != Void.self { data = LazyResult(made).encoded }
    return made
  }

  /// Returns a tuple of defaults.
  ///
  /// If the type of an element has no default, it throws `MockServiceError`.
  func tuple<each Element>(
    _ types: repeat (each Element).Type, of method: MethodIdentity
  ) throws -> (repeat each Element) {
    (repeat try value(each types, of: method))
  }
}

/// The way in which a mock handles calls without a response.
public enum MockBehavior: Sendable {
  /// The call returns a default value, and isn't reported as an issue.
  ///
  /// For a type of the app, the default is ``MockValue/mockDefault``. For other types, it is `nil`, `false`, zero, an
  /// empty string or collection, `()`, or a stream without elements. If the type of the result has no default, the call
  /// is reported as an issue.
  case relaxed
}
