import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The live service.
///
/// It uses Open-Meteo, without a key, to find the city's coordinates and then their weather.
struct LiveWeatherService: WeatherService {
  /// The reason that a forecast isn't available.
  enum Problem: Error, Equatable {
    case unknownCity(String)
    case refused(status: Int)
  }

  /// Loads the data of a URL.
  var load: @Sendable (URL) async throws -> Data = Self.download

  func forecast(for city: String) async throws -> Forecast {
    let places: Places = try await ask(
      "https://geocoding-api.open-meteo.com/v1/search", ["name": city, "count": "1"])
    guard let place = places.results?.first else { throw Problem.unknownCity(city) }
    let weather: Weather = try await ask(
      "https://api.open-meteo.com/v1/forecast",
      [
        "latitude": "\(place.latitude)", "longitude": "\(place.longitude)",
        "current": "temperature_2m,weather_code",
      ])
    return Forecast(
      degrees: Int(weather.current.temperature.rounded()),
      sky: Self.sky(weather.current.code))
  }

  private func ask<Answer: Decodable>(
    _ address: String, _ query: [String: String]
  ) async throws -> Answer {
    guard var components = URLComponents(string: address) else { throw URLError(.badURL) }
    components.queryItems = query.sorted { $0.key < $1.key }
      .map { URLQueryItem(name: $0.key, value: $0.value) }
    guard let url = components.url else { throw URLError(.badURL) }
    return try JSONDecoder().decode(Answer.self, from: await load(url))
  }

  @Sendable private static func download(_ url: URL) async throws -> Data {
    let (data, response) = try await URLSession.shared.data(from: url)
    let status = (response as? HTTPURLResponse)?.statusCode ?? 0
    guard status == 200 else { throw Problem.refused(status: status) }
    return data
  }

  /// Returns the description of a weather code of the World Meteorological Organization (table 4677).
  private static func sky(_ code: Int) -> String {
    switch code {
    case 0: "clear"
    case 1...3: "clouds"
    case 45...48: "fog"
    case 51...67, 80...82: "rain"
    case 71...77, 85...86: "snow"
    case 95...99: "storm"
    default: "unsettled"
    }
  }
}

// The fields of the server's responses that are used.

private struct Places: Decodable {
  struct Place: Decodable {
    var latitude: Double
    var longitude: Double
  }

  /// Absent if no place has the name.
  var results: [Place]?
}

private struct Weather: Decodable {
  struct Current: Decodable {
    enum CodingKeys: String, CodingKey {
      case temperature = "temperature_2m"
      case code = "weather_code"
    }

    var temperature: Double
    var code: Int
  }

  var current: Current
}
