import Foundation
import MockServices

/// All services of the app, made in one place.
@available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
struct Services: Sendable {
  var landmarks: LandmarkService
  var reservations: ReservationService
  var analytics: AnalyticsService
}

@available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
extension Services {
  /// The services that ask a server.
  static func live(
    baseURL: URL, client: NetworkClient = .live,
    cache: TieredCache = TieredCache(memory: MemoryCache(maxItemsPerType: 100), disk: DiskCache())
  ) -> Services {
    let landmarks = LandmarkService.live(client: client, baseURL: baseURL, cache: cache)
    return Services(
      landmarks: landmarks,
      reservations: .live(
        client: client, baseURL: baseURL, landmarks: { await landmarks.store.landmarks }),
      analytics: .live(client: client, baseURL: baseURL))
  }

  /// Services that work without a server; analytics is a mock as well, so that no test tells anybody.
  static var mock: Services { mock(log: MockCallLog()) }

  /// The same, with a log that records the events of analytics.
  static func mock(log: MockCallLog) -> Services {
    Services(landmarks: .mock, reservations: .mock(), analytics: .mock(log: log))
  }

  /// Services with samples, for previews.
  @MainActor static var preview: Services {
    Services(landmarks: .preview, reservations: .preview, analytics: .preview)
  }

  /// Services that report every call: where a test, or the app's root, begins.
  static var unimplemented: Services {
    Services(
      landmarks: .unimplemented, reservations: .unimplemented, analytics: .unimplemented)
  }

  /// The services of the current task, where there is no SwiftUI whose environment could carry them.
  @TaskLocal static var current: Services = .unimplemented
}
