#if canImport(SwiftUI)
  import SwiftUI

  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  private struct ServicesKey: EnvironmentKey {
    static let defaultValue = Services.unimplemented
  }

  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  private struct LandmarkServiceKey: EnvironmentKey {
    static let defaultValue = LandmarkService.unimplemented
  }

  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  private struct ReservationServiceKey: EnvironmentKey {
    static let defaultValue = ReservationService.unimplemented
  }

  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  private struct AnalyticsServiceKey: EnvironmentKey {
    static let defaultValue = AnalyticsService.unimplemented
  }

  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  extension EnvironmentValues {
    /// All services.
    var services: Services {
      get { self[ServicesKey.self] }
      set { self[ServicesKey.self] = newValue }
    }

    /// The landmark service.
    var landmarkService: LandmarkService {
      get { self[LandmarkServiceKey.self] }
      set { self[LandmarkServiceKey.self] = newValue }
    }

    /// The reservation service.
    var reservationService: ReservationService {
      get { self[ReservationServiceKey.self] }
      set { self[ReservationServiceKey.self] = newValue }
    }

    /// The analytics service.
    var analyticsService: AnalyticsService {
      get { self[AnalyticsServiceKey.self] }
      set { self[AnalyticsServiceKey.self] = newValue }
    }
  }

  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  extension View {
    /// Sets the services of a view and its children.
    ///
    /// The app calls it once, at the root.
    func services(_ services: Services) -> some View {
      environment(\.services, services)
        .environment(\.landmarkService, services.landmarks)
        .environment(\.reservationService, services.reservations)
        .environment(\.analyticsService, services.analytics)
    }
  }
#endif
