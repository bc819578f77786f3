internal import MockCalls
internal import MockConfiguration
internal import MockPlatform
internal import MockRoutes

#if canImport(FoundationNetworking)
  internal import Foundation
  internal import FoundationNetworking
#else
  internal import Foundation
#endif

/// Sends requests that a scenario passes through to the network.
enum NetworkRequests {
  /// A session without mocks, and without cookies and caches, because the original session has already applied its own.
  private static let session: URLSession = {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpCookieStorage = nil
    configuration.urlCache = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    configuration.protocolClasses = configuration.protocolClasses?.filter {
      !($0 is MockURLProtocol.Type)
    }
    return URLSession(configuration: configuration, delegate: RedirectRefusal(), delegateQueue: nil)
  }()

  /// Headers that describe the transfer of a body.
  ///
  /// They are removed, because the body is already complete and decoded.
  private static let ofTransport: Set<String> = [
    "content-length", "content-encoding", "transfer-encoding", "connection", "keep-alive",
  ]

  /// Throws `MockServiceError` with the name of the `URLError`.
  static func send(_ routed: RoutedRequest) async throws -> LiveResponse {
    guard let url = URL(string: routed.url) else { throw failure(URLError(.badURL)) }
    var request = URLRequest(url: url)
    request.httpMethod = routed.method
    for (name, value) in routed.headers { request.addValue(value, forHTTPHeaderField: name) }
    if !routed.body.isEmpty { request.httpBody = Data(routed.body) }
    let (data, response) = try await loaded(request)
    let headers = response.allHeaderFields.compactMap {
      name, value -> (name: String, value: String)? in
      guard let name = name as? String, let value = value as? String else { return nil }
      return ofTransport.contains(name.lowercased()) ? nil : (name, value)
    }
    return LiveResponse(
      status: response.statusCode, headers: headers.sorted { $0.name < $1.name },
      body: [UInt8](data))
  }

  private static func loaded(_ request: URLRequest) async throws -> (Data, HTTPURLResponse) {
    let task = Locked<URLSessionDataTask?>(nil)
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let made = session.dataTask(with: request) { data, response, error in
          if let response = response as? HTTPURLResponse, error == nil {
            continuation.resume(returning: (data ?? Data(), response))
          } else {
            continuation.resume(throwing: failure(error ?? URLError(.badServerResponse)))
          }
        }
        task.withLock { $0 = made }
        made.resume()
        if Task.isCancelled { made.cancel() }
      }
    } onCancel: {
      task.withLock { $0 }?.cancel()
    }
  }

  /// Converts an error to one with the name that scenarios use.
  private static func failure(_ error: any Error) -> any Error {
    guard let error = error as? URLError else { return error }
    if error.code == .cancelled { return CancellationError() }
    let name = URLErrorName.name(of: error.code.rawValue) ?? "unknown"
    return MockServiceError(code: name, message: error.localizedDescription)
  }
}

/// Leaves redirects to the session that made the request.
private final class RedirectRefusal: NSObject, URLSessionTaskDelegate {
  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) { completionHandler(nil) }
}
