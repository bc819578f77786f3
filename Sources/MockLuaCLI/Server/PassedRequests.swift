import MockCalls
import MockConfiguration
import MockPlatform
import MockRoutes

/// Forwards requests from a local port to the network if the scenario passes them through.
enum PassedRequests {
  /// Headers that belong to a single connection.
  ///
  /// Without `accept-encoding`, bodies aren't encoded.
  private static let ofTransport: Set<String> = [
    "accept-encoding", "connection", "content-length", "expect", "host", "keep-alive",
    "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade",
  ]

  /// Throws `MockServiceError` with the name of a `URLError`.
  static func send(_ request: RoutedRequest) async throws -> LiveResponse {
    var request = request
    request.headers.removeAll { ofTransport.contains($0.name.lowercased()) }
    let sent = request
    let result = await withCheckedContinuation { continuation in
      IOThread.start {
        continuation.resume(
          returning: Result { () throws(LiveSide.Problem) in
            try LiveSide(sendsOnlyGivenHeaders: true).send(sent)
          })
      }
    }
    switch result {
    case .success(var response):
      // The length in a response without a body is the length that the body would have (RFC 9110, 8.6).
      let isBodiless = request.method == "HEAD" || response.status == 304
      response.headers.removeAll {
        let name = $0.name.lowercased()
        return ofTransport.contains(name) && !(isBodiless && name == "content-length")
      }
      return response
    case .failure(let problem):
      throw MockServiceError(
        code: problem.isOfHost ? "cannotConnectToHost" : "networkConnectionLost",
        message: problem.text)
    }
  }
}
