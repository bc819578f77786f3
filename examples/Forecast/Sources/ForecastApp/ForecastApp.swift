import ForecastKit
import Foundation
import MockHTTP
import MockServices

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Prints the weather for the places on standard input, one per line.
///
/// If a test launched the app with a scenario in its environment, requests get responses from the scenario. Otherwise
/// they go to the server.
@main
enum ForecastApp {
  static func main() async {
    MockHTTP.intercept()
    MockServiceBootstrap.configureIfNeeded(log: MockServiceBootstrap.standardErrorLog)
    let session = URLSession(configuration: MockHTTP.mockedIfConfigured(.default))
    let client = ForecastClient(session: session, key: "demo")
    while let place = readLine() {
      do {
        let days = try await client.days(of: place)
        print(
          "\(place): " + days.map { "\($0.date) \($0.low) to \($0.high)" }.joined(separator: ", "))
      } catch {
        print("\(place): \(error)")
      }
    }
  }
}
