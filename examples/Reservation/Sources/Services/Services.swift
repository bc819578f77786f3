import Foundation
import MockServices

/// All services of the app.
@available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
struct Services: Sendable {
  var landmarks: LandmarkService
  var reservations: ReservationService
  var analytics: AnalyticsService
}

@available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
extension Services {
  /// The live services.
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

  /// Services that work without a server.
  ///
  /// Analytics is a mock too, so that tests don't report events.
  static var mock: Services { mock(log: MockCallLog()) }

  /// Services that work without a server, with a log that records analytics events.
  static func mock(log: MockCallLog) -> Services {
    Services(landmarks: .mock, reservations: .mock(), analytics: .mock(log: log))
  }

  /// Services with samples, for previews.
  @MainActor static var preview: Services {
    Services(landmarks: .preview, reservations: .preview, analytics: .preview)
  }

  /// Services that report every call, which are the default in tests and at the app's root.
  static var unimplemented: Services {
    Services(
      landmarks: .unimplemented, reservations: .unimplemented, analytics: .unimplemented)
  }

  /// The services of the current task, for code outside SwiftUI's environment.
  @TaskLocal static var current: Services = .unimplemented
}
