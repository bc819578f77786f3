/// What the app does with landmarks.
struct LandmarkService: Sendable {
  let store: LandmarkStore
  /// Loads all landmarks into the store.
  var fetchLandmarks: @Sendable () async throws -> Void
}
