import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A client that sends JSON to a server and receives JSON.
struct NetworkClient: Sendable {
  /// Sends a request, and returns the body and the status of the response.
  var perform: @Sendable (URLRequest) async throws -> (body: Data, status: Int)

  /// The client that uses the network.
  static let live = NetworkClient { request in
    let (body, response) = try await URLSession.shared.data(for: request)
    return (body, (response as? HTTPURLResponse)?.statusCode ?? 0)
  }

  /// Fetches a value with GET.
  func fetch<Model: Decodable>(_ type: Model.Type, from url: URL) async throws -> Model {
    try decode(type, from: await body(of: "GET", url), url)
  }

  /// Sends a value with POST, and returns the decoded response.
  func send<Model: Decodable>(
    _ type: Model.Type, to url: URL, body: some Encodable & Sendable
  ) async throws -> Model {
    try decode(type, from: await post(body, to: url), url)
  }

  /// Sends a value with POST, and returns the body of the response.
  @discardableResult func post(
    _ body: some Encodable & Sendable, to url: URL
  ) async throws -> Data {
    try await self.body(of: "POST", url, sending: JSONEncoder().encode(body))
  }

  /// Deletes the resource at a URL, and returns the body of the response.
  @discardableResult func delete(_ url: URL) async throws -> Data {
    try await body(of: "DELETE", url)
  }

  private func body(of method: String, _ url: URL, sending body: Data? = nil) async throws -> Data {
    var request = URLRequest(url: url)
    request.httpMethod = method
    if let body {
      request.httpBody = body
      request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    }
    let answer = try await perform(request)
    guard 200..<300 ~= answer.status else {
      throw NetworkError.status(answer.status, method: method, url: url)
    }
    return answer.body
  }

  private func decode<Model: Decodable>(
    _ type: Model.Type, from body: Data, _ url: URL
  ) throws -> Model {
    do {
      return try JSONDecoder().decode(type, from: body)
    } catch {
      throw NetworkError.unreadable(reason: "it is no \(type)", url: url)
    }
  }
}
