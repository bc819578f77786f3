import MockServices

/// What the weather will be.
struct Forecast: Codable, Sendable, Equatable {
  var degrees: Int
  var sky: String
}

/// Knows what the weather will be; `@Mocked` writes `MockWeatherService`.
@Mocked
protocol WeatherService: Sendable {
  func forecast(for city: String) async throws -> Forecast
}

/// The real service, which in this example has nobody to ask.
struct LiveWeatherService: WeatherService {
  struct NoServer: Error {}

  func forecast(for city: String) async throws -> Forecast { throw NoServer() }
}
