public import Foundation
internal import MockConfiguration
internal import MockData

/// A fault of the connection.
public enum MockHTTPFault: String, Sendable, CaseIterable {
  /// The connection is reset before the response.
  case reset
  /// The connection ends before the response.
  case empty
  /// The response isn't valid HTTP.
  case malformed
  /// The connection ends in the middle of the response.
  case truncated
}

/// The response of a route in Swift.
///
/// ```swift
/// get("/users/{id}").returns(.failure(.timedOut), .json(User(id: "7")), .status(404))
/// ```
///
/// A status is from 200 to 599. The statuses 204, 205, and 304 have no body. Anything else is an issue of the test.
public struct MockHTTPResponse: Sendable {
  /// The response as a configuration has it, or the problem with it.
  let content: Result<MockResponse, RouteProblem>

  /// Returns a value as JSON, with the keys and dates that `JSONEncoder` writes by default.
  ///
  /// - Parameters:
  ///   - value: The value. If it can't be encoded, the test fails.
  ///   - status: The status; 200 by default.
  ///   - headers: More headers. `Content-Type` is `application/json` by default.
  /// - Returns: The response.
  public static func json(
    _ value: some Encodable, status: Int = 200, headers: [String: String] = [:]
  ) -> MockHTTPResponse {
    do {
      let data = try AnyCodableValueEncoder().encode(value)
      try JSONWriter(style: .compact).check(data)
      return MockHTTPResponse(.body(data), status, headers)
    } catch {
      return MockHTTPResponse(
        RouteProblem("the value of `.json` can't be encoded: \(error)", "return another value"))
    }
  }

  /// Returns a text in UTF-8.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - status: The status; 200 by default.
  ///   - headers: More headers. `Content-Type` is `text/plain; charset=utf-8` by default.
  /// - Returns: The response.
  public static func text(
    _ text: String, status: Int = 200, headers: [String: String] = [:]
  ) -> MockHTTPResponse {
    data(
      Data(text.utf8), contentType: "text/plain; charset=utf-8", status: status, headers: headers)
  }

  /// Returns bytes.
  ///
  /// - Parameters:
  ///   - data: The bytes.
  ///   - contentType: The value of `Content-Type`, such as `image/png`.
  ///   - status: The status; 200 by default.
  ///   - headers: More headers. A `Content-Type` among them replaces `contentType`.
  /// - Returns: The response.
  public static func data(
    _ data: Data, contentType: String, status: Int = 200, headers: [String: String] = [:]
  ) -> MockHTTPResponse {
    var headers = headers
    let stated = headers.first { $0.key.lowercased() == "content-type" }?.value
    if stated == nil { headers["Content-Type"] = contentType }
    // A text stays readable in the call log.
    if !MediaType.isJSON(stated ?? contentType), let text = String(validUTF8: data) {
      return MockHTTPResponse(.body(.string(text)), status, headers)
    }
    return MockHTTPResponse(.bytes([UInt8](data).base64), status, headers)
  }

  /// Returns a status without a body.
  ///
  /// - Parameters:
  ///   - status: The status, such as 404.
  ///   - headers: The headers; none by default.
  /// - Returns: The response.
  public static func status(_ status: Int, headers: [String: String] = [:]) -> MockHTTPResponse {
    MockHTTPResponse(.nothing, status, headers)
  }

  /// Lets the request fail, as if there were no response.
  ///
  /// - Parameter code: The code of the `URLError` that the app gets, such as `.timedOut`.
  /// - Returns: The response.
  public static func failure(_ code: URLError.Code) -> MockHTTPResponse {
    guard let name = URLErrorName.name(of: code.rawValue) else {
      return MockHTTPResponse(
        RouteProblem("a request can't fail with the code \(code.rawValue)", "write `.timedOut`"))
    }
    let error = MockErrorPayload(code: name, message: name)
    return MockHTTPResponse(checking: MockResponse(result: .error, error: error))
  }

  /// Breaks the connection, as <doc:HTTP> describes it.
  ///
  /// - Parameter fault: The fault. The app gets a `URLError`: `cannotParseResponse` for ``MockHTTPFault/malformed``,
  ///   otherwise `networkConnectionLost`.
  /// - Returns: The response.
  public static func fault(_ fault: MockHTTPFault) -> MockHTTPResponse {
    let value: AnyCodableValue = ["fault": .string(fault.rawValue)]
    return MockHTTPResponse(checking: MockResponse(result: .success, value: value))
  }

  private init(_ content: RoutedValue.Content, _ status: Int, _ headers: [String: String]) {
    var value = RoutedValue(content, status: status == 200 ? nil : status)
    value.headers = headers.mapValues { [$0] }
    self.init(checking: MockResponse(result: .success, value: value.value))
  }

  private init(checking response: MockResponse) {
    do throws(RouteProblem) {
      try RouteCheck.check(response)
      content = .success(response)
    } catch {
      content = .failure(error)
    }
  }

  private init(_ problem: RouteProblem) { content = .failure(problem) }
}
