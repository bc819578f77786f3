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
    subject(for: key, as: _MockPropertyCodec(type), default: fallback)
  }

  /// A subject that shows a key as a type with raw values, such as an enum of status codes.
  ///
  /// It behaves as the one for `Codable` types does.
  public func subject<Value: RawRepresentable & Sendable>(
    for key: String, as type: Value.Type = Value.self, default fallback: Value
  ) -> CurrentValueSubject<Value, Never>? where Value.RawValue: Codable {
    subject(for: key, as: _MockPropertyCodec(type), default: fallback)
  }

  /// A subject that shows a key as a type with raw values that is `Codable` as well; the raw value counts.
  public func subject<Value: RawRepresentable & Codable & Sendable>(
    for key: String, as type: Value.Type = Value.self, default fallback: Value
  ) -> CurrentValueSubject<Value, Never>? where Value.RawValue: Codable {
    subject(for: key, as: _MockPropertyCodec(type), default: fallback)
  }

  /// The same by a codec: what makes a value of data, and data of a value.
  package func subject<Value>(
    for key: String, as codec: _MockPropertyCodec<Value>, default fallback: Value
  ) -> CurrentValueSubject<Value, Never>? {
    while let (version, current) = read(key), let current {
      let value = try? codec.decode(current)
      // Lua has one empty table: the type knows that this one is a list.
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
