import Foundation
import MockHTTP
import MockServices
import TestSupport

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Launched by tests: makes the requests that stand on standard input, a line each, and prints what it got.
///
/// It knows nothing of Lua.
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
