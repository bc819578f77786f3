import Foundation
import MockLua
import MockLuaTesting
import MockServices
import Testing

/// Tests of the app's services.
///
/// The bundle has no host app, so that the process contains the libraries only once.
@Suite struct WeatherServiceTests {
  #if DEBUG
    @Test(
      "A script responds for the service",
      .scenario(
        source: """
          service "WeatherService" { forecast = reply { degrees = 9, sky = "storm" } }
          """))
    func mocked() async throws {
      let service = MockWeatherService()
      #expect(try await service.forecast(for: "Oslo") == Forecast(degrees: 9, sky: "storm"))
      verify("WeatherService.forecast", arguments: ["city": "Oslo"], called: 1)
    }
  #endif

  @Test("The real service looks up the city's location, then its weather")
  func real() async throws {
    let log = MockCallLog()
    let answer = log.recording("Server.load(url:)") { (url: URL) in
      Data(
        (url.path == "/v1/search"
          ? #"{"results":[{"name":"Oslo","latitude":59.9,"longitude":10.7}]}"#
          : #"{"current":{"temperature_2m":-3.6,"weather_code":71}}"#).utf8)
    }
    let service = LiveWeatherService(load: answer)
    #expect(try await service.forecast(for: "Oslo") == Forecast(degrees: -4, sky: "snow"))
    let urls = [
      "https://geocoding-api.open-meteo.com/v1/search?count=1&name=Oslo",
      "https://api.open-meteo.com/v1/forecast?current=temperature_2m,weather_code&latitude=59.9&longitude=10.7",
    ]
    let expected = try urls.map { url in
      MockCallExpectation("Server.load", arguments: try MatchPattern(["url": .string(url)]))
    }
    try log.verifyInOrder(expected, exactly: true)
  }

  @Test("An unknown city has no forecast")
  func unknownCity() async {
    let service = LiveWeatherService { _ in Data(#"{"generationtime_ms":0.5}"#.utf8) }
    await #expect(throws: LiveWeatherService.Problem.unknownCity("Atlantis")) {
      try await service.forecast(for: "Atlantis")
    }
  }
}
