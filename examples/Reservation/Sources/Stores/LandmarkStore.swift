import Observation

/// The landmarks that views observe.
///
/// Only methods of the store change them.
@available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
@MainActor
@Observable
final class LandmarkStore {
  private(set) var landmarks: [Landmark] = []
  private(set) var loadingState: LoadingState<[Landmark]> = .idle

  /// Creates an empty store, on any actor.
  nonisolated init() {}

  /// Creates a store with loaded values.
  convenience init(landmarks: [Landmark]) {
    self.init()
    setLandmarks(landmarks)
  }

  func setLandmarks(_ landmarks: [Landmark]) {
    self.landmarks = landmarks
    loadingState = .loaded(landmarks)
  }

  func setLoading() {
    loadingState = .loading
  }

  func setError(_ error: any Error) {
    loadingState = .failed(error)
  }
}
