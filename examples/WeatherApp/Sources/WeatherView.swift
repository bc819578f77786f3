import MockServices
import SwiftUI

/// Shows the forecast for a city, or that it's unavailable.
struct WeatherView: View {
  let city: String
  @State private var text = "Loading"

  var body: some View {
    VStack {
      Text(text).accessibilityIdentifier("forecast")
      Button("Reload") {
        Task { await load() }
      }
    }
    .task { await load() }
  }

  private func load() async {
    do {
      let service = try await DependencyContainer.shared.resolve((any WeatherService).self)
      let forecast = try await service.forecast(for: city)
      text = "\(forecast.degrees) degrees, \(forecast.sky)"
    } catch {
      text = "No forecast"
    }
  }
}
