import MockServices

@available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
extension LandmarkService {
  /// A service with the samples.
  static var mock: LandmarkService {
    let store = LandmarkStore()
    return LandmarkService(
      store: store, fetchLandmarks: { await store.setLandmarks(Landmark.sampleData) })
  }

  /// A service that gets its responses from a script.
  static func mock(
    store: LandmarkStore = LandmarkStore(), answers sequencer: MockCallSequencer
  ) -> LandmarkService {
    let answer: @Sendable () async throws -> [LandmarkApiModel] =
      sequencer.closure("fetchLandmarks()")
    return LandmarkService(
      store: store,
      fetchLandmarks: { await store.setLandmarks(try await answer().compactMap(\.domainModel)) })
  }

  /// A service for previews, which shows the samples from the start.
  @MainActor static var preview: LandmarkService {
    LandmarkService(store: LandmarkStore(landmarks: Landmark.sampleData), fetchLandmarks: {})
  }

  /// A service that reports every call.
  static var unimplemented: LandmarkService {
    LandmarkService(
      store: LandmarkStore(),
      fetchLandmarks: unimplementedClosure("LandmarkService.fetchLandmarks()"))
  }
}
