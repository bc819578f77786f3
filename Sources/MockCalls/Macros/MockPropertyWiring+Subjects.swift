public import MockData

#if canImport(Combine)
  internal import Combine
#endif

extension MockPropertyWiring {
  /// The subject of a property: that of the shared state itself, else a new one.
  ///
  /// - Parameters:
  ///   - property: The name of the property.
  ///   - fallback: The first value where nothing states one.
  /// - Returns: The subject.
  public func subject(
    _ property: String, default fallback: (() -> AnyCodableValue)? = nil
  ) -> CurrentValueSubject<AnyCodableValue, Never> {
    if let (state, key) = binding(of: property), let subject = state.subject(for: key) {
      return subject
    }
    return CurrentValueSubject(initial(of: property, fallback) { $0 })
  }

  /// The subject of a property of a `Codable` type; it mirrors shared state both ways.
  ///
  /// - Parameters:
  ///   - property: The name of the property.
  ///   - fallback: The first value where nothing states one.
  /// - Returns: A new subject.
  public func subject<Value: Codable & Sendable>(
    _ property: String, default fallback: (() -> Value)? = nil
  ) -> CurrentValueSubject<Value, Never> {
    let first = { initial(of: property, fallback) { try MockStateCoding.decode($0) } }
    guard let (state, key) = binding(of: property) else { return CurrentValueSubject(first()) }
    let bound: Value? = bound(property, state, key) { try MockStateCoding.decode($0) }
    return state.subject(for: key, default: bound ?? first()) ?? CurrentValueSubject(first())
  }

  /// The subject of a property of a type with raw values; it mirrors shared state both ways.
  ///
  /// - Parameters:
  ///   - property: The name of the property.
  ///   - fallback: The first value where nothing states one.
  /// - Returns: A new subject.
  public func subject<Value: RawRepresentable & Sendable>(
    _ property: String, default fallback: (() -> Value)? = nil
  ) -> CurrentValueSubject<Value, Never> where Value.RawValue: Codable {
    let first = { initial(of: property, fallback) { try MockStateCoding.decodeRaw($0) } }
    guard let (state, key) = binding(of: property) else { return CurrentValueSubject(first()) }
    let bound: Value? = bound(property, state, key) { try MockStateCoding.decodeRaw($0) }
    return state.subject(for: key, default: bound ?? first()) ?? CurrentValueSubject(first())
  }

  /// The subject of a property of a `Codable` type with raw values; the raw value counts.
  ///
  /// - Parameters:
  ///   - property: The name of the property.
  ///   - fallback: The first value where nothing states one.
  /// - Returns: A new subject.
  public func subject<Value: RawRepresentable & Codable & Sendable>(
    _ property: String, default fallback: (() -> Value)? = nil
  ) -> CurrentValueSubject<Value, Never> where Value.RawValue: Codable {
    let first = { initial(of: property, fallback) { try MockStateCoding.decodeRaw($0) } }
    guard let (state, key) = binding(of: property) else { return CurrentValueSubject(first()) }
    let bound: Value? = bound(property, state, key) { try MockStateCoding.decodeRaw($0) }
    return state.subject(for: key, default: bound ?? first()) ?? CurrentValueSubject(first())
  }

  /// The subject of a property whose type no configuration can state: only a default is left.
  ///
  /// - Parameters:
  ///   - property: The name of the property.
  ///   - fallback: The first value.
  /// - Returns: A new subject.
  @_disfavoredOverload
  public func subject<Value>(
    _ property: String, default fallback: (() -> Value)? = nil
  ) -> CurrentValueSubject<Value, Never> {
    guard let fallback else {
      return CurrentValueSubject(
        placeholder(
          property, "is a \(Value.self), which is not Codable and Sendable; write `@MockDefault`"))
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
