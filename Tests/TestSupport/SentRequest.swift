package import Foundation

#if canImport(FoundationNetworking)
  package import FoundationNetworking
#endif

/// A test's request, independent of the client.
package struct SentRequest: Codable, Sendable {
  /// The form in which the body is passed to `URLSession`.
  package enum Way: String, Codable, Sendable { case data, upload, file, stream }

  package var method: String
  package var url: String
  package var headers: [String: String]
  package var body: Data?
  package var way = Way.data

  package init(
    _ method: String, _ url: String, headers: [String: String] = [:], body: Data? = nil,
    way: Way = .data
  ) {
    (self.method, self.url, self.headers) = (method, url, headers)
    (self.body, self.way) = (body, way)
  }

  /// Makes the request.
  package func send(by session: URLSession) async -> GotReply {
    guard let url = URL(string: url) else { return GotReply(error: "no URL") }
    var request = URLRequest(url: url)
    request.httpMethod = method
    // Hundreds of other tests can be running.
    request.timeoutInterval = 300
    for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
    do {
      let (data, response) = try await loaded(request, session)
      guard let response = response as? HTTPURLResponse else { return GotReply(error: "no HTTP") }
      let headers = response.allHeaderFields.map { ("\($0.key)".lowercased(), "\($0.value)") }
      return GotReply(
        status: response.statusCode, headers: Dictionary(headers) { first, _ in first }, body: data)
    } catch let error as URLError {
      return GotReply(error: "\(error.errorCode)")
    } catch {
      return GotReply(error: "\(error)")
    }
  }

  private func loaded(
    _ request: URLRequest, _ session: URLSession
  ) async throws -> (Data, URLResponse) {
    var request = request
    switch way {
    case .data:
      request.httpBody = body
      return try await session.data(for: request)
    case .upload: return try await session.upload(for: request, from: body ?? Data())
    case .stream:
      request.httpBodyStream = InputStream(data: body ?? Data())
      return try await session.data(for: request)
    case .file:
      let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
      try body?.write(to: file)
      defer { try? FileManager.default.removeItem(at: file) }
      return try await session.upload(for: request, fromFile: file)
    }
  }
}

/// A client's response to a request.
package struct GotReply: Codable, Sendable, Equatable {
  package var status: Int?
  /// The header values by lowercase name.
  package var headers: [String: String]
  package var body: Data
  /// The code of a `URLError`, the text of another error, or nil if there was a response.
  package var error: String?

  package init(
    status: Int? = nil, headers: [String: String] = [:], body: Data = Data(), error: String? = nil
  ) {
    (self.status, self.headers, self.body, self.error) = (status, headers, body, error)
  }

  package var text: String { String(decoding: body, as: UTF8.self) }
}
