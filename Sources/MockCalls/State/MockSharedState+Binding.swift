internal import MockData

#if canImport(Combine)
  @preconcurrency internal import Combine
#endif

extension MockSharedState {
  /// Returns a subject for a key as a `Codable` type.
  ///
  /// The subject and the key update each other, and a value is never echoed back. If a value of the key can't be
  /// decoded as the type, the subject doesn't change, and the failure is reported to the failure handler.
  ///
  /// - Parameters:
  ///   - key: The key. For an unknown key, the method returns `nil`.
  ///   - type: The type of the values.
  ///   - fallback: The first value, if the key's value can't be decoded as the type.
  /// - Returns: A new subject, which lives as long as the state.
  public func subject<Value: Codable & Sendable>(
    for key: String, as type: Value.Type = Value.self, default fallback: Value
  ) -> CurrentValueSubject<Value, Never>? {
    subject(for: key, as: _MockPropertyCodec(type), default: fallback)
  }

  /// Returns a subject for a key as a type with raw values, such as an enum of status codes.
  ///
  /// It behaves like the subject for `Codable` types.
  public func subject<Value: RawRepresentable & Sendable>(
    for key: String, as type: Value.Type = Value.self, default fallback: Value
  ) -> CurrentValueSubject<Value, Never>? where Value.RawValue: Codable {
    subject(for: key, as: _MockPropertyCodec(type), default: fallback)
  }

  /// Returns a subject for a key as a type that is `Codable` and has raw values, which are used.
  public func subject<Value: RawRepresentable & Codable & Sendable>(
    for key: String, as type: Value.Type = Value.self, default fallback: Value
  ) -> CurrentValueSubject<Value, Never>? where Value.RawValue: Codable {
    subject(for: key, as: _MockPropertyCodec(type), default: fallback)
  }

  /// Returns a subject for a key, with a codec that converts between data and values.
  package func subject<Value>(
    for key: String, as codec: _MockPropertyCodec<Value>, default fallback: Value
  ) -> CurrentValueSubject<Value, Never>? {
    while let (version, current) = read(key), let current {
      let value = try? codec.decode(current)
      // Lua has only one empty table. The type shows that this one is a list.
      if current == .dictionary([:]), let value, codec.data(of: value) == .array([]) {
        _ = edit(key, at: version) { $0 = .array([]) }
        continue
      }
      let made = SharedSubject(value ?? fallback, of: key, in: self, codec)
      if addMirror(made.mirror, for: key, showing: current) { return made.subject }
    }
    return nil
  }
}
