import Foundation
import MockServices

/// A service that reports the app's usage.
struct AnalyticsService: Sendable {
  /// Reports an event.
  ///
  /// Errors are ignored.
  var track: @Sendable (AnalyticsEvent) async -> Void
}

extension AnalyticsService {
  /// A service that sends events to a server.
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
