#if canImport(FoundationNetworking)
  internal import Foundation
  public import FoundationNetworking
#else
  public import Foundation
#endif

/// The weather of a day.
public struct Day: Codable, Sendable, Equatable {
  /// The date, such as `2026-06-01`.
  public var date: String
  /// The highest temperature, in degrees Celsius.
  public var high: Double
  /// The lowest temperature, in degrees Celsius.
  public var low: Double

  /// Creates a day.
  public init(date: String, high: Double, low: Double) {
    (self.date, self.high, self.low) = (date, high, low)
  }
}

/// The reason that a forecast isn't available.
public enum ForecastError: Error, Equatable {
  case noSuchPlace
  case tooMany(retryAfterSeconds: Int)
  case server(status: Int)
  case offline
}

/// A client for a weather server.
///
/// It uses a `URLSession` directly, without a protocol.
public struct ForecastClient: Sendable {
  private struct Page: Decodable {
    var days: [Day]
    var next: Int?
  }

  private static let base = URL(string: "https://weather.example.com/v2")

  private let session: URLSession
  private let key: String

  /// Creates a client.
  ///
  /// - Parameters:
  ///   - session: The session for the requests.
  ///   - key: The API key.
  public init(session: URLSession, key: String) {
    (self.session, self.key) = (session, key)
  }

  /// Returns all days of the forecast for a place, from all pages.
  public func days(of place: String) async throws -> [Day] {
    var days: [Day] = []
    var next: Int? = 1
    while let number = next {
      let page: Page = try await get(
        "places/\(place)/days", [URLQueryItem(name: "page", value: "\(number)")])
      days += page.days
      next = page.next
    }
    return days
  }

  private func get<Value: Decodable>(_ path: String, _ query: [URLQueryItem]) async throws -> Value
  {
    guard let base = Self.base else { throw ForecastError.offline }
    var request = URLRequest(url: base.appending(path: path).appending(queryItems: query))
    request.setValue("Bearer \(key)", forHTTPHeaderField: "Authorization")
    let (data, response) = try await loaded(request)
    switch response.statusCode {
    case 200: return try JSONDecoder().decode(Value.self, from: data)
    case 404: throw ForecastError.noSuchPlace
    case 429:
      let seconds = response.value(forHTTPHeaderField: "Retry-After").flatMap { Int($0) }
      throw ForecastError.tooMany(retryAfterSeconds: seconds ?? 60)
    default: throw ForecastError.server(status: response.statusCode)
    }
  }

  private func loaded(_ request: URLRequest) async throws -> (Data, HTTPURLResponse) {
    do {
      let (data, response) = try await session.data(for: request)
      guard let response = response as? HTTPURLResponse else {
        throw ForecastError.server(status: 0)
      }
      return (data, response)
    } catch let error as URLError where error.code == .notConnectedToInternet {
      throw ForecastError.offline
    }
  }
}
