internal import MockData

#if canImport(Combine)
  internal import Combine
#endif

extension _MockPropertyWiring {
  /// The subject of a property, which mirrors shared state both ways; a property that shows data as it is gets the
  /// subject of the state itself.
  ///
  /// - Parameters:
  ///   - property: The name of the property.
  ///   - codec: What makes a value of data.
  ///   - fallback: The first value where nothing states one.
  /// - Returns: The subject, which is new unless it is the state's own.
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

  /// The subject of a property whose type no configuration can state: only a default is left.
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

  /// The value of a bound key, which is reported where it is not one of the property's type.
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
