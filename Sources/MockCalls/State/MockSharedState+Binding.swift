internal import MockData

#if canImport(Combine)
  @preconcurrency internal import Combine
#endif

extension MockSharedState {
  /// A subject that shows a key as a `Codable` type: what is sent on it updates the key, and the other way round.
  ///
  /// Nothing comes back as an echo. A value of the key that is not one of the type leaves the subject
  /// as it is and is reported through the failure handler.
  ///
  /// - Parameters:
  ///   - key: The key; nil is returned where it is unknown.
  ///   - type: The type of the values.
  ///   - fallback: The first value where the key's own is not one of the type.
  /// - Returns: A new subject, which lives as long as the state.
  public func subject<Value: Codable & Sendable>(
    for key: String, as type: Value.Type = Value.self, default fallback: Value
  ) -> CurrentValueSubject<Value, Never>? {
    mirror(
      key, default: fallback,
      decode: { try AnyCodableValueDecoder().decode(Value.self, from: $0) },
      encode: { try AnyCodableValueEncoder().encode($0) })
  }

  /// A subject that shows a key as a type with raw values, such as an enum of status codes.
  ///
  /// It behaves as the one for `Codable` types does.
  public func subject<Value: RawRepresentable & Sendable>(
    for key: String, as type: Value.Type = Value.self, default fallback: Value
  ) -> CurrentValueSubject<Value, Never>? where Value.RawValue: Codable {
    rawSubject(for: key, default: fallback)
  }

  /// A subject that shows a key as a type with raw values that is `Codable` as well.
  ///
  /// It behaves as the one for `Codable` types does; the raw value counts.
  public func subject<Value: RawRepresentable & Codable & Sendable>(
    for key: String, as type: Value.Type = Value.self, default fallback: Value
  ) -> CurrentValueSubject<Value, Never>? where Value.RawValue: Codable {
    rawSubject(for: key, default: fallback)
  }

  private func rawSubject<Value: RawRepresentable & Sendable>(
    for key: String, default fallback: Value
  ) -> CurrentValueSubject<Value, Never>? where Value.RawValue: Codable {
    mirror(
      key, default: fallback,
      decode: { value in
        let raw = try AnyCodableValueDecoder().decode(Value.RawValue.self, from: value)
        guard let typed = Value(rawValue: raw) else { throw NoSuchRawValue() }
        return typed
      },
      encode: { try AnyCodableValueEncoder().encode($0.rawValue) })
  }

  private func mirror<Value: Sendable>(
    _ key: String, default fallback: Value,
    decode: @escaping @Sendable (AnyCodableValue) throws -> Value,
    encode: @escaping @Sendable (Value) throws -> AnyCodableValue
  ) -> CurrentValueSubject<Value, Never>? {
    while let current = self[key] {
      let made = SharedSubject(
        (try? decode(current)) ?? fallback, of: key, in: self, decode: decode, encode: encode)
      if addMirror(made.mirror, for: key, showing: current) { return made.subject }
    }
    return nil
  }
}

/// A raw value that belongs to no case.
private struct NoSuchRawValue: Error {}
