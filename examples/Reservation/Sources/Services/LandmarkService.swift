/// The operations for landmarks.
@available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
struct LandmarkService: Sendable {
  let store: LandmarkStore
  /// Loads all landmarks into the store.
  var fetchLandmarks: @Sendable () async throws -> Void
}
