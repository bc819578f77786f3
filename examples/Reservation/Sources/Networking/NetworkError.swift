import Foundation

/// A request that got no answer that can be used.
enum NetworkError: Error, Equatable {
  /// The server refused, or failed.
  case status(Int, method: String, url: URL)
  /// The answer is not what was asked for.
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
