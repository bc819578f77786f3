import Observation

/// The landmarks that views observe; only its own methods change it.
@available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
@MainActor
@Observable
final class LandmarkStore {
  private(set) var landmarks: [Landmark] = []
  private(set) var loadingState: LoadingState<[Landmark]> = .idle

  /// Creates an empty store, on any actor: services are made where it suits.
  nonisolated init() {}

  /// Creates a store in which something is loaded already.
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
