import MockCalls
import MockConfiguration
import MockData
import MockLua
import MockPlatform
import MockRecording
import MockRoutes

/// A request in the source of an import, with the response that the script must return.
struct SourceRequest {
  enum Expectation {
    case response(ExchangeResponse)
    /// Any response other than this one, because the request doesn't meet a condition.
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

  /// `anyPart` is the text for parts of the path that vary; nil if the path is literal.
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
  /// The headers that a request doesn't keep.
  ///
  /// Its body isn't compressed, and its address has the host.
  static let unsentHeaders: Set = [
    "content-encoding", "content-length", "host", "transfer-encoding",
  ]

  /// Returns the request as a client sends it.
  ///
  /// `anyPart` is the text for parts in braces, which vary. It is nil if braces are part of the path.
  func sent(anyPart: String? = nil) -> RoutedRequest {
    var path = url.path
    if let anyPart {
      // An expression would search for the end of the path after each `{` without a `}`.
      var (filled, rest) = ("", path[...])
      while let start = rest.firstIndex(of: "{"), let end = rest[start...].firstIndex(of: "}") {
        let name = String(rest[rest.index(after: start)..<end])
        filled += rest[..<start] + (pathValues[name] ?? anyPart).urlEscaped
        rest = rest[rest.index(after: end)...]
      }
      path = filled + rest
    }
    path = path.replacing("{", with: "%7B").replacing("}", with: "%7D").replacing("#", with: "%23")
    if !url.query.isEmpty { path += "?" + url.query.urlEncoded }
    let (bytes, type) = content
    var fields = headers.filter {
      !Self.unsentHeaders.contains($0.name.lowercased()) && !$0.name.hasPrefix(":")
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
      return (Array(fields.urlEncoded.utf8), "application/x-www-form-urlencoded")
    case .text(let text):
      let charset = ContentType(headers["content-type"])?.charset.flatMap { Charset($0) }
      return (charset?.encoded(text) ?? Array(text.utf8), nil)
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

/// A script's reply to a request, which can be compared with the response in the source.
struct SourceReply: Sendable {
  private(set) var status = 200
  private(set) var headers: [(name: String, value: String)] = []
  private(set) var bytes: [UInt8] = []
  /// The reason for a missing response; nil if the script responded.
  private(set) var failure: RoutedFailure?

  /// Sends a request to a script.
  static func of(_ request: RoutedRequest, by runtime: ScenarioRuntime) async -> SourceReply {
    let reply = Locked(SourceReply())
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      do throws(MockServiceError) {
        _ = try runtime.answer(request) { part in
          reply.withLock { $0.take(part) }
        } finish: { failure in
          reply.withLock { $0.failure = failure }
          continuation.resume()
        }
      } catch {
        reply.withLock { $0.failure = .mock(error) }
        continuation.resume()
      }
    }
    return reply.withLock { $0 }
  }

  private mutating func take(_ part: RoutedPart) {
    switch part {
    case .head(let status, let headers, _): (self.status, self.headers) = (status, headers)
    case .bytes(let bytes): self.bytes += bytes
    }
  }

  // MARK: - Differences

  /// Returns a description of how the reply differs from the source's response, or nil if it doesn't.
  func difference(from expectation: SourceRequest.Expectation, method: String) -> String? {
    switch expectation {
    case .response(let response): return difference(from: response, method)
    case .other(let response):
      return difference(from: response, method) == nil
        ? "doesn't meet the mapping's conditions, but gets its response" : nil
    case .leftOut(let reason):
      if case .mock? = failure { return nil }
      return failure == nil && status == 501
        ? nil : "was skipped (\(reason)), but the script returns \(summary)"
    }
  }

  private var summary: String {
    switch failure {
    case .url(_, let name, _, let fault)?:
      return fault.map { "the fault `\($0.rawValue)`" } ?? "the error `\(name)`"
    case .mock(let error)?: return "an error: \(error.message)"
    case nil:
      let text = String(decoding: bytes.prefix(200), as: UTF8.self)
      return bytes.isEmpty ? "\(status)" : "\(status) \(text.escaped(limit: 120))"
    }
  }

  private func difference(from response: ExchangeResponse, _ method: String) -> String? {
    if let expected = response.fault?.rawValue ?? response.failure {
      if case .url(_, let name, _, let fault)? = failure, fault?.rawValue ?? name == expected {
        return nil
      }
      return "should fail with `\(expected)`, but the script returns \(summary)"
    }
    guard failure == nil, status == response.status else {
      return "should have the status \(response.status), but the script returns \(summary)"
    }
    if let difference = headerDifference(from: response, method) { return difference }
    guard method != "HEAD", !ExchangeResponse.bodiless.contains(status) else { return nil }
    return matches(response.body, response.template)
      ? nil : "should have a different body, but the script returns \(summary)"
  }

  private func headerDifference(from response: ExchangeResponse, _ method: String) -> String? {
    var expected: [String: [String]] = [:]
    for field in response.headers {
      let name = field.name.lowercased()
      guard HeaderNames.isName(name), !HeaderNames.isGeneratedPerResponse(name),
        !HeaderNames.isOfConnection(name) || (name == "content-length" && method == "HEAD"),
        name != "content-encoding"
      else { continue }
      expected[name, default: []] += field.lines.filter(HTTPField.isHeaderValue).map(\.trimmed)
    }
    let sent = Dictionary(grouping: headers) { $0.name.lowercased() }
    for (name, values) in expected.sortedByKeyBytes() {
      let own = sent[name, default: []].map { $0.value.trimmed }
      let isEqual =
        own == values
        || own.count == values.count
          && zip(own, values).allSatisfy {
            name == "content-type" && Self.isType($0, $1, response)
              || Self.matches($0, $1, response.template)
          }
      guard !isEqual else { continue }
      return
        "should have the header `\(name)` with \(values.map { "\"\($0.escaped(limit: 80))\"" }.joined(separator: ", ")), "
        + "but the script returns \(own.isEmpty ? "none" : own.map { "\"\($0.escaped(limit: 80))\"" }.joined(separator: ", "))"
    }
    return nil
  }

  /// Whether two types are equivalent for a body, which a script sends as UTF-8.
  private static func isType(_ own: String, _ other: String, _ response: ExchangeResponse) -> Bool {
    guard let own = ContentType(own), let other = ContentType(other), own.name == other.name else {
      return false
    }
    if case .bytes = response.body { return false }
    return own.isJSON ? true : own.charset == "utf-8" && other.charset != nil
  }

  private var charset: Charset {
    let type = headers.first { $0.name.lowercased() == "content-type" }?.value
    return type.flatMap(MediaType.charset).flatMap { Charset($0) } ?? .utf8
  }

  private func matches(_ body: ExchangeBody, _ template: PostmanTemplate?) -> Bool {
    switch body {
    case .none, .unknown, .parts: return bytes.isEmpty
    case .bytes(let expected): return bytes == expected
    case .text(let expected):
      return bytes == Array(expected.utf8)
        || charset.decoded(bytes).map { Self.matches($0, expected, template) } == true
    case .form(let fields):
      return HTTPTarget.members(HTTPTarget.pairs(bytes))
        == HTTPTarget.members(fields.map { ($0.name, $0.value) })
    case .json(let expected):
      guard let text = String(validUTF8: bytes),
        let value = try? JSONParser(maximumDepth: 512).parse(text)
      else { return false }
      return value.isNumericallyEqual(to: expected)
        || template != nil && Self.matches(value, expected, template)
    }
  }

  private static func matches(
    _ own: String, _ expected: String, _ template: PostmanTemplate?
  ) -> Bool {
    guard let pattern = template?.pattern(of: expected) else { return own == expected }
    let match = try? MatchPattern(["$regex": .string("^(?:\(pattern))$")])
    return (try? match?.matches(.string(own))) == true
  }

  private static func matches(
    _ own: AnyCodableValue, _ expected: AnyCodableValue, _ template: PostmanTemplate?
  ) -> Bool {
    switch (own, expected) {
    case (.array(let elements), .array(let others)):
      return elements.count == others.count
        && zip(elements, others).allSatisfy { matches($0, $1, template) }
    case (.dictionary(let members), .dictionary(let others)):
      return members.count == others.count
        && members.allSatisfy { name, value in
          others[name].map { matches(value, $0, template) } == true
        }
    case (.string(let text), .string(let other)): return matches(text, other, template)
    case (_, .string(let other)) where template?.pattern(of: other) != nil:
      return matches(own.shortText, other, template)
    default: return own.isNumericallyEqual(to: expected)
    }
  }
}
