import Foundation
import MockHTTP
import MockHTTPServer
import MockLua
import MockLuaTesting
import MockServices
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A client as an app has one.
private struct UserClient {
  struct User: Decodable { var name: String }

  let session: URLSession

  func name(of id: Int) async throws -> String {
    let url = try #require(URL(string: "https://api.example.com/users/\(id)"))
    return try JSONDecoder().decode(User.self, from: try await session.data(from: url).0).name
  }
}

/// What the article on HTTP shows.
@Suite struct HTTPDocumentationTests {
  @Test(
    .scenario(
      source: #"http "https://api.example.com" { ["GET /users/7"] = reply { name = "Ada" } }"#))
  func name() async throws {
    let client = UserClient(session: URLSession(configuration: .mocked))
    #expect(try await client.name(of: 7) == "Ada")
    verify("https://api.example.com.GET /users/7", called: 1)
  }

  @Test("In an app without a scenario nothing changes") @MainActor func app() {
    MockHTTP.intercept()
    MockServiceBootstrap.configureIfNeeded()
    let session = URLSession(configuration: MockHTTP.mockedIfConfigured(.default))
    let classes = session.configuration.protocolClasses ?? []
    #expect(!classes.contains { "\($0)".contains("NumberedURLProtocol") })
  }

  @Test(
    .scenario(
      source: #"http "https://api.example.com" { ["GET /users/7"] = reply { name = "Ada" } }"#))
  func server() async throws {
    let server = try ScenarioRuntime.current.httpServer()
    let address = server.baseURL(of: "api.example.com").appending(path: "users/7")
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = 300
    let session = URLSession(configuration: configuration)
    #expect(
      String(decoding: try await session.data(from: address).0, as: UTF8.self) == #"{"name":"Ada"}"#
    )
  }
}
