#if canImport(SwiftUI)
  import SwiftUI

  private struct ServicesKey: EnvironmentKey {
    static let defaultValue = Services.unimplemented
  }

  private struct LandmarkServiceKey: EnvironmentKey {
    static let defaultValue = LandmarkService.unimplemented
  }

  private struct ReservationServiceKey: EnvironmentKey {
    static let defaultValue = ReservationService.unimplemented
  }

  private struct AnalyticsServiceKey: EnvironmentKey {
    static let defaultValue = AnalyticsService.unimplemented
  }

  extension EnvironmentValues {
    /// All services.
    var services: Services {
      get { self[ServicesKey.self] }
      set { self[ServicesKey.self] = newValue }
    }

    /// The service of landmarks.
    var landmarkService: LandmarkService {
      get { self[LandmarkServiceKey.self] }
      set { self[LandmarkServiceKey.self] = newValue }
    }

    /// The service of reservations.
    var reservationService: ReservationService {
      get { self[ReservationServiceKey.self] }
      set { self[ReservationServiceKey.self] = newValue }
    }

    /// The service of analytics.
    var analyticsService: AnalyticsService {
      get { self[AnalyticsServiceKey.self] }
      set { self[AnalyticsServiceKey.self] = newValue }
    }
  }

  extension View {
    /// Gives services to a view and all below it; the app's root does it once.
    func services(_ services: Services) -> some View {
      environment(\.services, services)
        .environment(\.landmarkService, services.landmarks)
        .environment(\.reservationService, services.reservations)
        .environment(\.analyticsService, services.analytics)
    }
  }
#endif
