import Foundation
import MockHTTP
import MockServices
import TestSupport

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Makes the requests given on standard input, one per line, and prints the results.
///
/// Launched by tests.
///
/// The app doesn't use Lua.
@main
enum HTTPApp {
  static func main() async throws {
    MockHTTP.intercept()
    MockServiceBootstrap.configureIfNeeded(log: MockServiceBootstrap.standardErrorLog)
    let session = URLSession(configuration: MockHTTP.mockedIfConfigured(.default))
    print("ready")
    while let line = readLine() {
      let request = try JSONDecoder().decode(SentRequest.self, from: Data(line.utf8))
      let isShared = request.headers["x-shared"] != nil
      let reply = await request.send(by: isShared ? .shared : session)
      print(String(decoding: try JSONEncoder().encode(reply), as: UTF8.self))
    }
  }
}
