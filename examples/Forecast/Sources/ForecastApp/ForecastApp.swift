import ForecastKit
import Foundation
import MockHTTP
import MockServices

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Prints the weather of the places that are named on standard input, a line each.
///
/// Launched by a test it finds a scenario in its environment, and its requests are answered by that; else they go to the
/// server.
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
