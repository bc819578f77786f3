internal import MockData

#if canImport(Combine)
  @preconcurrency internal import Combine
#endif

extension MockSharedState {
  /// A subject that shows a key as a type: what is sent on it updates the key, and the other way round.
  ///
  /// Nothing comes back as an echo. A value of the key that is not one of the type leaves the subject
  /// as it is and is reported through the failure handler.
  ///
  /// - Parameters:
  ///   - key: The key; nil is returned where it is unknown.
  ///   - codec: What makes a value of data, and data of a value.
  ///   - fallback: The first value where the key's own is not one of the type.
  /// - Returns: A new subject, which lives as long as the state.
  package func subject<Value>(
    for key: String, as codec: _MockPropertyCodec<Value>, default fallback: Value
  ) -> CurrentValueSubject<Value, Never>? {
    while let current = self[key] {
      let made = SharedSubject(
        (try? codec.decode(current)) ?? fallback, of: key, in: self, codec)
      if addMirror(made.mirror, for: key, showing: current) { return made.subject }
    }
    return nil
  }
}
