import MockConfiguration
import MockData
import MockRecording
import MockRoutes

/// A request in the source of an import, with the response that the script must return.
struct SourceRequest {
  enum Expectation {
    /// This response.
    case response(ExchangeResponse)
    /// Any other response than this one, because the request doesn't meet a condition.
    case other(ExchangeResponse)
    /// 501, for this reason.
    case leftOut(String)
  }

  /// The location of the request in the source.
  var source: DocumentNode?
  var request: RoutedRequest
  var expectation: Expectation

  init(_ request: RoutedRequest, _ expectation: Expectation, source: DocumentNode?) {
    (self.request, self.expectation, self.source) = (request, expectation, source)
  }

  /// Creates the request of an exchange.
  ///
  /// - Parameters:
  ///   - exchange: The exchange.
  ///   - outcome: The outcome of importing it.
  ///   - anyPart: The text for parts of the path that vary; nil if the path is literal.
  init(_ exchange: Exchange, _ outcome: RecordedRoutes.Outcome, anyPart: String?) {
    source = exchange.source
    request = exchange.request.sent(anyPart: anyPart)
    if case .leftOut(let reason) = outcome {
      expectation = .leftOut(reason)
    } else {
      expectation = .response(exchange.response)
    }
  }
}

extension ExchangeRequest {
  /// The host to use if a request doesn't name one.
  private static let anyHost = "any-host.example"
  private static let boundary = "mocklua-boundary"

  /// Returns the request as a client sends it.
  ///
  /// - Parameter anyPart: The text for parts in braces, which vary; nil, the default, if braces are part of the path.
  /// - Returns: The request.
  func sent(anyPart: String? = nil) -> RoutedRequest {
    var path = url.path
    if let anyPart {
      path = ""
      var rest = url.path[...]
      while let start = rest.firstIndex(of: "{"), let end = rest[start...].firstIndex(of: "}") {
        path += rest[..<start]
        let name = String(rest[rest.index(after: start)..<end])
        path += (pathValues[name] ?? anyPart).urlEscaped
        rest = rest[rest.index(after: end)...]
      }
      path += rest
    }
    path = path.replacing("{", with: "%7B").replacing("}", with: "%7D").replacing("#", with: "%23")
    if !url.query.isEmpty {
      path += "?"
      path += url.query.map { "\($0.name.urlEscaped)=\($0.value.urlEscaped)" }
        .joined(separator: "&")
    }
    let (bytes, type) = content
    // The body isn't compressed here.
    let unsent = ["content-encoding", "content-length", "host", "transfer-encoding"]
    var fields = headers.filter {
      !unsent.contains($0.name.lowercased()) && !$0.name.hasPrefix(":")
    }.map { (name: $0.name, value: $0.value) }
    let isInParts = if case .parts = body { true } else { false }
    if isInParts { fields.removeAll { $0.name.lowercased() == "content-type" } }
    if let type, !fields.contains(where: { $0.name.lowercased() == "content-type" }) {
      fields.append(("Content-Type", type))
    }
    let origin =
      url.origin.flatMap { RoutedRequest(method, url: $0)?.origin }
      ?? HTTPOrigin(scheme: "http", host: Self.anyHost, port: 80)
    return RoutedRequest(method, path, at: origin, headers: fields, body: bytes)
  }

  /// The bytes of the body, and the type that they need.
  private var content: ([UInt8], String?) {
    switch body {
    case .none: return ([], nil)
    // An unknown body has no conditions, so any body works.
    case .unknown: return (Array("x".utf8), nil)
    case .json(let value): return (value.compactJSON, "application/json")
    case .form(let fields):
      let text = fields.map { "\($0.name.urlEscaped)=\($0.value.urlEscaped)" }
      return (Array(text.joined(separator: "&").utf8), "application/x-www-form-urlencoded")
    case .text(let text): return (Array(text.utf8), nil)
    case .bytes(let bytes): return (bytes, nil)
    case .parts(let parts):
      var bytes: [UInt8] = []
      for part in parts {
        var head = "--\(Self.boundary)\r\nContent-Disposition: form-data; name=\"\(part.name)\""
        if let filename = part.filename { head += "; filename=\"\(filename)\"" }
        if let type = part.type { head += "\r\nContent-Type: \(type)" }
        bytes += Array("\(head)\r\n\r\n".utf8)
        switch part.content {
        case .text(let text)?: bytes += Array(text.utf8)
        case .bytes(let content)?: bytes += content
        case nil: bytes += Array("x".utf8)
        }
        bytes += Array("\r\n".utf8)
      }
      bytes += Array("--\(Self.boundary)--\r\n".utf8)
      return (bytes, "multipart/form-data; boundary=\(Self.boundary)")
    }
  }
}
