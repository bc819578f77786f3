import Foundation

@available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
extension LandmarkService {
  /// The service that fetches landmarks from a server, and shows cached ones until they arrive.
  ///
  /// If the server fails, the service keeps the cached landmarks. If there aren't any, it throws the error.
  static func live(client: NetworkClient, baseURL: URL, cache: TieredCache) -> LandmarkService {
    let store = LandmarkStore()
    let url = baseURL.appending(path: "landmarks")
    return LandmarkService(
      store: store,
      fetchLandmarks: {
        await store.setLoading()
        let cached = await cache.items(Landmark.self)
        if !cached.isEmpty { await store.setLandmarks(cached) }
        do {
          let landmarks = try await client.fetch([LandmarkApiModel].self, from: url)
            .compactMap(\.domainModel)
          for gone in cached where !landmarks.contains(where: { $0.id == gone.id }) {
            await cache.remove(gone.cacheId, of: Landmark.self)
          }
          for landmark in landmarks { await cache.save(landmark) }
          await store.setLandmarks(landmarks)
        } catch {
          guard cached.isEmpty else { return }
          await store.setError(error)
          throw error
        }
      })
  }
}
