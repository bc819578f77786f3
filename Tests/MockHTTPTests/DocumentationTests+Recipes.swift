import Foundation
import MockHTTP
import MockHTTPServer
import MockLua
import MockLuaTesting
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Returns the script of a recipe; empty if the article doesn't have it.
private func script(_ recipe: String) -> String {
  let article = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Sources/MockLua/MockLua.docc/Recipes.md").standardizedFileURL
  let text = (try? String(contentsOf: article, encoding: .utf8)) ?? ""
  let section = text.components(separatedBy: "\n## ").first { $0.hasPrefix("\(recipe)\n") } ?? ""
  let start = section.components(separatedBy: "\n```lua\n")
  return start.count == 2 ? start[1].components(separatedBy: "\n```\n")[0] : ""
}

/// A chat client like one in a real app.
private actor ChatClient {
  private struct History: Decodable { var messages: [String] }

  private let room: URL
  private var socket: SocketClient?

  init(room: URL) { self.room = room }

  func say(_ text: String) async throws {
    if socket == nil { _ = try await reconnect() }
    socket?.send(#"{"type":"say","text":"\#(text)"}"#)
    _ = await socket?.read()
  }

  func reconnect() async throws -> [String] {
    let client = await SocketClient(room.port ?? 0, room.path)
    socket = client
    return try JSONDecoder().decode(History.self, from: Data(await client.read().utf8)).messages
  }
}

/// The scripts and the code from the article about clients.
@Suite struct RecipeDocumentationTests {
  private func text(_ session: URLSession, _ url: String) async throws -> String {
    String(decoding: try await session.data(from: try #require(URL(string: url))).0, as: UTF8.self)
  }

  @Test("Maestro or Appium", arguments: [nil, "empty"])
  func cart(variant: String?) async throws {
    let api = UserDefaults.standard.string(forKey: "apiURL") ?? "https://api.example.com"
    let runtime = try ScenarioRuntime(
      source: script("Maestro or Appium"), name: "cart.lua",
      options: ScenarioOptions(variant: variant))
    let cart = try await text(URLSession(configuration: .mocked(by: runtime)), "\(api)/cart")
    #expect(cart == (variant == nil ? #"{"items":["tea"]}"# : #"{"items":[]}"#))
  }

  @Test("A web view", .scenario(source: script("A web view"))) func webView() async throws {
    let server = try ScenarioRuntime.current.httpServer()
    let page = server.baseURL.appending(path: "cart")
    let session = URLSession(configuration: .ephemeral)
    #expect(try await text(session, page.absoluteString).hasPrefix("<!doctype html>"))
    let cart = server.baseURL.appending(path: "api/cart").absoluteString
    #expect(try await text(session, cart) == #"{"items":["tea","milk"]}"#)
  }

  @Test("A client generated from OpenAPI") func openAPI() async throws {
    let examples = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../examples").standardizedFileURL
    let runtime = try ScenarioRuntime(
      source: script("A client generated from OpenAPI"), name: "pets.lua",
      directory: examples.path)
    let url = try #require(URL(string: "https://api.example.com/v1/pets"))
    let session = URLSession(configuration: .mocked(by: runtime))
    #expect((try await session.data(from: url).1 as? HTTPURLResponse)?.statusCode == 503)
  }

  @Test("Alamofire", .scenario(source: script("Alamofire"))) func alamofire() async throws {
    let session = URLSession(configuration: .mocked)
    let url = "https://api.example.com/users/7"
    #expect(try await text(session, url).isEmpty)
    #expect(try await text(session, url) == #"{"name":"Ada"}"#)
    verify("https://api.example.com.GET /users/{id}", called: 2)
  }

  @Test(
    "Apollo", .scenario(source: script("Apollo")),
    arguments: [
      ("JEDI", #"{"data":{"hero":{"__typename":"Droid","name":"R2-D2"}}}"#),
      (
        "EMPIRE",
        #"{"data":null,"errors":[{"extensions":{"code":"NOT_FOUND"},"message":"There is no such hero."}]}"#
      ),
    ])
  func apollo(episode: String, response: String) async throws {
    let query = "query HeroName($episode: Episode) { hero(episode: $episode) { __typename name } }"
    let body = """
      {"operationName":"HeroName","query":"\(query)","variables":{"episode":"\(episode)"},"extensions":{}}
      """
    var request = URLRequest(url: try #require(URL(string: "https://api.example.com/graphql")))
    (request.httpMethod, request.httpBody) = ("POST", Data(body.utf8))
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    let data = try await URLSession(configuration: .mocked).data(for: request).0
    #expect(String(decoding: data, as: UTF8.self) == response)
  }

  @Test("A chat over a WebSocket", .scenario(source: script("A chat over a WebSocket")))
  func chat() async throws {
    let server = try ScenarioRuntime.current.httpServer()
    let room = server.socketURL(of: "chat.example.com").appending(path: "rooms/red")
    let chat = ChatClient(room: room)
    try await chat.say("Hi")
    try await chat.say("drop")
    #expect(try await chat.reconnect() == ["Hi"])
  }
}
