import Foundation
import MockServices

/// What the app tells about its use.
struct AnalyticsService: Sendable {
  /// Reports an event; that it cannot be delivered is nobody's concern.
  var track: @Sendable (AnalyticsEvent) async -> Void
}

extension AnalyticsService {
  /// The service that tells a server.
  static func live(client: NetworkClient, baseURL: URL) -> AnalyticsService {
    let url = baseURL.appending(path: "events")
    return AnalyticsService(track: { event in _ = try? await client.post(event, to: url) })
  }

  /// A service that only records events, as calls of `AnalyticsService.track(event:)`.
  static func mock(log: MockCallLog = MockCallLog()) -> AnalyticsService {
    AnalyticsService(track: log.recording("AnalyticsService.track(event:)") { _ in })
  }

  /// A service that drops events.
  static var preview: AnalyticsService { AnalyticsService(track: { _ in }) }

  /// A service that reports every call.
  static var unimplemented: AnalyticsService {
    AnalyticsService(
      track: unimplementedClosure("AnalyticsService.track(event:)", placeholder: ()))
  }
}
