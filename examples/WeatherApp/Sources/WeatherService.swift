#if DEBUG
  import MockServices
#endif

/// What the weather will be.
struct Forecast: Codable, Sendable, Equatable {
  var degrees: Int
  var sky: String
}

/// Knows what the weather will be; in a debug build `@Mocked` writes `MockWeatherService`.
#if DEBUG
  @Mocked
#endif
protocol WeatherService: Sendable {
  func forecast(for city: String) async throws -> Forecast
}
