internal import MockData

#if canImport(Combine)
  internal import Combine
#endif

extension _MockPropertyWiring {
  /// Returns the subject of a property, synchronized with shared state in both directions.
  ///
  /// For a property of type `AnyCodableValue`, the result is the subject of the shared state itself.
  ///
  /// - Parameters:
  ///   - property: The name of the property.
  ///   - codec: Converts data to values.
  ///   - fallback: The first value if none is configured.
  /// - Returns: The subject. It is new, unless it is the shared state's own.
  public func subject<Value>(
    _ property: String, _ codec: _MockPropertyCodec<Value>, default fallback: (() -> Value)? = nil
  ) -> CurrentValueSubject<Value, Never> {
    guard codec.isDecodable, codec.encode != nil else { return constant(property, fallback) }
    let first = { initial(of: property, fallback, decode: codec.decode) }
    guard let (state, key) = binding(of: property) else { return CurrentValueSubject(first()) }
    if Value.self == AnyCodableValue.self,
      let own = state.subject(for: key) as? CurrentValueSubject<Value, Never>
    {
      return own
    }
    let bound: Value? = bound(property, state, key, decode: codec.decode)
    return state.subject(for: key, as: codec, default: bound ?? first())
      ?? CurrentValueSubject(first())
  }

  /// Returns the subject of a property whose type no data can represent, so that its only value is a default.
  private func constant<Value>(
    _ property: String, _ fallback: (() -> Value)?
  ) -> CurrentValueSubject<Value, Never> {
    guard let fallback else {
      return CurrentValueSubject(
        placeholder(
          property, " is \(articled("\(Value.self)")), which is not Codable; write `@MockDefault`",
          MockPlaceholder.make(Value.self)))
    }
    return CurrentValueSubject(fallback())
  }

  /// Returns the value of a bound key, and reports a value that doesn't fit the property's type.
  private func bound<Value>(
    _ property: String, _ state: MockSharedState, _ key: String,
    decode: (AnyCodableValue) throws -> Value
  ) -> Value? {
    guard let value = state[key] else { return nil }
    do {
      return try decode(value)
    } catch {
      report(property, "\(Value.self)", value)
      return nil
    }
  }
}
