#if DEBUG
  import MockServices
#endif

/// A weather forecast.
struct Forecast: Codable, Sendable, Equatable {
  var degrees: Int
  var sky: String
}

/// A service for forecasts.
///
/// In a debug build, `@Mocked` generates `MockWeatherService`.
#if DEBUG
  @Mocked
#endif
protocol WeatherService: Sendable {
  func forecast(for city: String) async throws -> Forecast
}
