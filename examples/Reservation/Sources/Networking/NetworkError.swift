import Foundation

/// An error for a request that didn't get a usable response.
enum NetworkError: Error, Equatable {
  /// The server returned an error status.
  case status(Int, method: String, url: URL)
  /// The response can't be decoded.
  case unreadable(reason: String, url: URL)
}

extension NetworkError: LocalizedError {
  var errorDescription: String? {
    switch self {
    case .status(let status, let method, let url):
      "\(method) \(url): the server answered with status \(status)"
    case .unreadable(let reason, let url): "\(url): the answer cannot be read: \(reason)"
    }
  }
}
