import MockServices
import SwiftUI

/// An app whose UI tests mock the weather.
@main
struct WeatherApp: App {
  init() {
    DependencyContainer.shared.register(LiveWeatherService(), for: (any WeatherService).self)
    #if DEBUG
      MockServiceRegistry.shared.register(MockWeatherService.self)
      MockServiceBootstrap.configureIfNeeded()
    #endif
  }

  var body: some Scene {
    WindowGroup { WeatherView(city: "Oslo") }
  }
}
