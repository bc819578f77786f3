internal import MockData

/// The values that relaxed mocks return for calls without a response.
///
/// Unlike a ``MockPlaceholder``, a default isn't reported, so the app's types have one only if they provide it.
enum RelaxedDefault {
  /// Returns the default of a type: its own as a ``MockValue``, `nil`, `false`, zero, or an empty value.
  ///
  /// - Returns: The default; nil if the type doesn't have one.
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

/// The result of a relaxed mock's call without a response.
///
/// `@unchecked Sendable`: Only the call's own thread or task reads the result, and then completes the call.
final class RelaxedResult: @unchecked Sendable {
  /// The default as data, for the log; nil until it is read.
  private(set) var data: AnyCodableValue?

  /// Returns the default of a type.
  ///
  /// If the type doesn't declare one, returns the first default of a candidate that is a value of the type.
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
  /// - Throws: `MockServiceError` if the type of an element doesn't have one.
  func tuple<each Element>(
    _ types: repeat (each Element).Type, of method: MethodIdentity
  ) throws -> (repeat each Element) {
    (repeat try value(each types, of: method))
  }
}
