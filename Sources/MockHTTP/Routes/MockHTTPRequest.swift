public import Foundation
internal import MockCalls
internal import MockConfiguration
internal import MockData

/// A request to a route in Swift.
///
/// ```swift
/// put("/users/{id}") { request in
///   let user = try request.json(User.self)
///   return .json(user, status: request.path["id"] == user.id ? 200 : 409)
/// }
/// ```
public struct MockHTTPRequest: Sendable {
  /// The method, such as `GET`.
  public let method: String
  /// The complete URL, as the client sent it.
  public let url: String
  /// The parameters of the route's path, by name.
  public let path: PathParameters
  /// The query parameters, by name.
  public let query: Fields
  /// The headers, by case-insensitive name.
  ///
  /// The values of a header that was sent more than once are joined by commas.
  public let headers: Fields

  private let body: AnyCodableValue?
  private let bodyProblem: String?

  /// The values of a path's parameters.
  public struct PathParameters: Sendable {
    fileprivate let values: [String: String]
    fileprivate let report: @Sendable (String) -> Void

    /// The value of a parameter, without percent escapes.
    ///
    /// If the route's path doesn't contain the name, the test fails, and the value is an empty string.
    public subscript(name: String) -> String {
      if let value = values[name] { return value }
      let hint =
        NearestName.hint(for: name, candidates: values.keys) ?? "its path has no parameters"
      report("the route has no parameter `\(name.escaped)`; \(hint)")
      return ""
    }
  }

  /// The values of a query or of headers, by name.
  ///
  /// A name can have several values.
  public struct Fields: Sendable {
    fileprivate let values: [String: AnyCodableValue]
    fileprivate var ignoresCase = false

    /// The first value with a name; nil for an unknown name.
    public subscript(name: String) -> String? { all(name).first }

    /// The values with a name, in the order of the request; empty for an unknown name.
    public func all(_ name: String) -> [String] {
      let values: [AnyCodableValue] =
        switch self.values[ignoresCase ? name.lowercased() : name] {
        case .array(let values)?: values
        case let value?: [value]
        case nil: []
        }
      return values.map { $0.string ?? $0.shortText }
    }
  }

  init(_ call: MockCall, report: @escaping @Sendable (String) -> Void) {
    func member(_ name: String) -> [String: AnyCodableValue] {
      call.arguments.member(at: [name])?.members ?? [:]
    }
    func text(_ name: String) -> String? { call.arguments.member(at: [name])?.string }
    (method, url) = (text("method") ?? "", text("url") ?? "")
    path = PathParameters(values: member("path").mapValues(\.plainText), report: report)
    query = Fields(values: member("query"))
    headers = Fields(values: member("headers"), ignoresCase: true)
    body = call.arguments.member(at: ["body"])
    bodyProblem = text("bodyProblem")
  }

  /// The body as a string; nil if the request doesn't have a body.
  ///
  /// JSON is rewritten without spaces between its tokens. A form becomes a JSON object with its fields. If the body
  /// isn't text, the string is the body in base64.
  public var text: String? { body?.plainText }

  /// Decodes a body that is JSON or a form.
  ///
  /// - Parameter type: The type of the body. A form decodes as `[String: String]`, or as a type with string members.
  /// - Returns: The decoded body.
  /// - Throws: An error if the body is missing or can't be decoded. If the route's closure doesn't catch it, the
  ///   request and the test fail.
  public func json<Body: Decodable>(_ type: Body.Type = Body.self) throws -> Body {
    if let bodyProblem { throw MockHTTPRequestError(description: bodyProblem) }
    guard let body else {
      throw MockHTTPRequestError(description: "the request has no body to decode as \(type)")
    }
    do {
      return try AnyCodableValueDecoder().decode(type, from: body)
    } catch let error as DecodingError {
      let path = JSONPath(error.context?.codingPath ?? [])
      let place = path.steps.isEmpty ? "" : ", at `\(path)`"
      throw MockHTTPRequestError(
        description: "the body of the request is not \(type)\(place): "
          + (error.context?.debugDescription ?? "\(error)"))
    }
  }
}

/// The error for a request whose body doesn't have the form that the route reads.
struct MockHTTPRequestError: Error, CustomStringConvertible {
  let description: String
}

/// A connection fault.
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

/// A response of a route in Swift.
///
/// ```swift
/// get("/users/{id}").returns(.failure(.timedOut), .json(User(id: "7")), .status(404))
/// ```
///
/// A status must be from 200 to 599. A response with the status 204, 205, or 304 can't have a body. A response that
/// breaks these rules fails the test.
public struct MockHTTPResponse: Sendable {
  /// The response in the form for configurations, or the problem with it.
  let content: Result<MockResponse, RouteProblem>

  /// Returns a response with a value as JSON.
  ///
  /// Keys and dates are encoded as `JSONEncoder` encodes them by default.
  ///
  /// - Parameters:
  ///   - value: The value. If it can't be encoded, the test fails.
  ///   - status: The status; 200 by default.
  ///   - headers: Additional headers. `Content-Type` is `application/json` by default.
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

  /// Returns a response with text in UTF-8.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - status: The status; 200 by default.
  ///   - headers: Additional headers. `Content-Type` is `text/plain; charset=utf-8` by default.
  /// - Returns: The response.
  public static func text(
    _ text: String, status: Int = 200, headers: [String: String] = [:]
  ) -> MockHTTPResponse {
    data(
      Data(text.utf8), contentType: "text/plain; charset=utf-8", status: status, headers: headers)
  }

  /// Returns a response with bytes.
  ///
  /// - Parameters:
  ///   - data: The bytes.
  ///   - contentType: The value of `Content-Type`, such as `image/png`.
  ///   - status: The status; 200 by default.
  ///   - headers: Additional headers. A `Content-Type` among them replaces `contentType`.
  /// - Returns: The response.
  public static func data(
    _ data: Data, contentType: String, status: Int = 200, headers: [String: String] = [:]
  ) -> MockHTTPResponse {
    var headers = headers
    let stated = headers.first { $0.key.lowercased() == "content-type" }?.value
    if stated == nil { headers["Content-Type"] = contentType }
    // Text stays readable in the call log.
    if !MediaType.isJSON(stated ?? contentType), let text = String(validUTF8: data) {
      return MockHTTPResponse(.body(.string(text)), status, headers)
    }
    return MockHTTPResponse(.bytes([UInt8](data).base64), status, headers)
  }

  /// Returns a response with a status and without a body.
  ///
  /// - Parameters:
  ///   - status: The status, such as 404.
  ///   - headers: The headers; empty by default.
  /// - Returns: The response.
  public static func status(_ status: Int, headers: [String: String] = [:]) -> MockHTTPResponse {
    MockHTTPResponse(.nothing, status, headers)
  }

  /// Returns a response that makes the request fail with a `URLError`.
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

  /// Returns a response that breaks the connection, as described in <doc:HTTP>.
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
