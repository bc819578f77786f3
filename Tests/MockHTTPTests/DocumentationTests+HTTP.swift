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

/// A client like one in a real app.
private struct UserClient {
  struct User: Decodable { var name: String }

  let session: URLSession

  func name(of id: Int) async throws -> String {
    let url = try #require(URL(string: "https://api.example.com/users/\(id)"))
    return try JSONDecoder().decode(User.self, from: try await session.data(from: url).0).name
  }
}

/// The code from the HTTP article.
@Suite struct HTTPDocumentationTests {
  @Test("A wrong request is reported as the article shows")
  func wrongRequest() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let description = """
      openapi: 3.0.3
      servers: [{url: https://pets.example}]
      paths:
        /pets:
          get:
            operationId: listPets
            parameters: [{name: limit, in: query, example: 20, schema: {type: integer}}]
            responses: {"204": {description: Nothing}}
      """
    try Data(description.utf8).write(to: folder.appending(path: "api.yaml"))
    let messages = DescribedShop.Failures()
    let runtime = try ScenarioRuntime(
      source: #"openapi "api.yaml" :examples()"#, name: "pets.lua", directory: folder.path,
      failureHandler: MockFailureHandler { messages.add($0.description) })
    let url = try #require(URL(string: "https://pets.example/pets?limit=x"))
    _ = try await URLSession(configuration: .mocked(by: runtime)).data(from: url)
    #expect(
      messages.all == [
        """
        pets.lua:1: `listPets` gets a request in which `query.limit` is "x"; `api.yaml` requires a whole number; send `limit=20`
        """
      ])
  }

  @Test(
    .scenario(
      source: #"http "https://api.example.com" { ["GET /users/7"] = reply { name = "Ada" } }"#))
  func name() async throws {
    let client = UserClient(session: URLSession(configuration: .mocked))
    #expect(try await client.name(of: 7) == "Ada")
    verify("https://api.example.com.GET /users/7", called: 1)
  }

  @Test(.mocked) func routes() async throws {
    MockHTTP.routes {
      get("/users/{id}") { request in .json(["id": request.path["id"], "name": "Ada"]) }
      post("/login").returns(status: 401)
      get("/feed").returns(.failure(.notConnectedToInternet), .json([1, 2])).after(.seconds(1))
    }
    let client = UserClient(session: URLSession(configuration: .mocked))
    #expect(try await client.name(of: 7) == "Ada")
    verify(.get("/users/7"), called: 1)
  }

  @Test("A verification names the nearest request", .mocked) func verification() async throws {
    MockHTTP.routes {
      get("/search").returns(status: 204)
      post("/login").returns(status: 204)
    }
    let session = URLSession(configuration: .mocked)
    let address = "https://api.example.com"
    let search = try #require(URL(string: "\(address)/search?q=coffee"))
    var login = URLRequest(url: try #require(URL(string: "\(address)/login")))
    (login.httpMethod, login.httpBody) = ("POST", Data(#"{"user":"ada"}"#.utf8))
    login.setValue("application/json", forHTTPHeaderField: "Accept")
    _ = try await session.data(from: search)
    _ = try await session.data(for: login)
    withKnownIssue {
      verify(.get("/search"), query: ["q": "tea"], called: 1)
      verify(.post("/login"), headers: ["Accept": "application/json"], body: ["user": "ada"])
    } matching: { issue in
      let message = """
        expected 1 call to GET /search {"query":{"q":"tea"}}, found 0; the nearest request is #1 `GET https://api.example.com/search?q=coffee`: `query.q`: expected "tea", found "coffee"
        """
      return issue.comments.first?.rawValue.hasPrefix(message) == true
    }
  }

  @Test("In an app without a scenario, nothing changes") @MainActor func app() {
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

  @Test(
    .scenario(
      source: #"http "https://api.example.com" { ["GET /users/7"] = reply { name = "Ada" } }"#))
  func secureServer() async throws {
    let server = try ScenarioRuntime.current.httpServer(tls: .selfSigned)
    let session = try URLSession.trusting(try #require(server.certificate))
    let address = server.baseURL(of: "api.example.com").appending(path: "users/7")
    #expect(
      String(decoding: try await session.data(from: address).0, as: UTF8.self) == #"{"name":"Ada"}"#
    )
  }

  @Test(
    .scenario(
      source: #"http "https://api.example.com" { ["WS /chat/red"] = socket { open = reply "hi" } }"#
    ))
  func socket() async throws {
    let server = try ScenarioRuntime.current.httpServer()
    let address = server.socketURL(of: "api.example.com").appending(path: "chat/red")
    let client = await SocketClient(address.port ?? 0, address.path)
    #expect(await client.read() == "hi")
  }
}
