import MockScenarios
import MockServices

/// Responses of the weather service.
enum WeatherPreset: MockServicePreset {
  static let serviceName = "WeatherService"

  /// The same weather for every city.
  case constant(degrees: Int, sky: String)
  /// The weather is unknown.
  case unknown

  var sharedState: [String: SharedStateProperty] { [:] }

  var serviceEntry: MockServiceEntry {
    switch self {
    case .constant(let degrees, let sky):
      MockServiceEntry(methods: [
        "forecast": .singleSuccess(["degrees": .int(degrees), "sky": .string(sky)])
      ])
    case .unknown:
      MockServiceEntry(methods: [
        "forecast": .singleError(code: "unknown", message: "Nobody knows.")
      ])
    }
  }
}
