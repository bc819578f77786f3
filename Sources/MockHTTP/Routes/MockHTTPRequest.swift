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
  /// The whole address, as the client sent it.
  public let url: String
  /// The parameters of the route's path, by name.
  public let path: PathParameters
  /// The query, by name.
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
    /// A name that isn't in the route's path is an issue of the test, and an empty string.
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

    /// The value with a name, the first one if there are several; nil for an unknown name.
    public subscript(name: String) -> String? { all(name).first }

    /// The values with a name, in their order; empty for an unknown name.
    public func all(_ name: String) -> [String] {
      let values: [AnyCodableValue] =
        switch self.values[ignoresCase ? name.lowercased() : name] {
        case .array(let values)?: values
        case let value?: [value]
        case nil: []
        }
      return values.map { if case .string(let text) = $0 { text } else { $0.shortText } }
    }
  }

  init(_ call: MockCall, report: @escaping @Sendable (String) -> Void) {
    func member(_ name: String) -> [String: AnyCodableValue] {
      if case .dictionary(let members)? = call.arguments.member(at: [name]) { members } else { [:] }
    }
    func text(_ name: String) -> String? {
      if case .string(let text)? = call.arguments.member(at: [name]) { text } else { nil }
    }
    (method, url) = (text("method") ?? "", text("url") ?? "")
    path = PathParameters(values: member("path").mapValues(Self.text), report: report)
    query = Fields(values: member("query"))
    headers = Fields(values: member("headers"), ignoresCase: true)
    body = call.arguments.member(at: ["body"])
    bodyProblem = text("bodyProblem")
  }

  /// The body as a string; nil if the request doesn't have a body.
  ///
  /// JSON is written without spaces, and bytes that aren't UTF-8 as base64.
  public var text: String? { body.map(Self.text) }

  /// Decodes the body, which is JSON or a form.
  ///
  /// - Parameter type: The type of the body. A form has the type `[String: String]`, or one with such members.
  /// - Returns: The decoded body.
  /// - Throws: An error that names the difference, also if the request has no body. If the route's closure doesn't catch
  ///   it, the request fails, and so does the test.
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

  private static func text(_ value: AnyCodableValue) -> String {
    if case .string(let text) = value { return text }
    return String(decoding: value.compactJSON, as: UTF8.self)
  }
}

/// The error for a request whose body isn't what the route reads.
struct MockHTTPRequestError: Error, CustomStringConvertible {
  let description: String
}
