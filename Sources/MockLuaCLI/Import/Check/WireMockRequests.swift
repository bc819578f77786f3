import MockConfiguration
import MockData
import MockLua
import MockRecording
import MockRoutes

/// Test requests for WireMock mappings.
///
/// The requests are built from the conditions in the mappings, not from the script that the importer wrote.
///
/// Each mapping gets one request that satisfies all its conditions. For each condition, it also gets a request that
/// fails only that condition. A mapping gets no requests if it belongs to a scenario, if its response is a template or
/// a file, if a condition can't be turned into a request, or if an earlier mapping may match the request.
struct WireMockRequests {
  private(set) var requests: [SourceRequest] = []
  /// The number of mappings in the script without a request.
  private(set) var unaskedCount = 0

  private let mappings: [WireMockMapping]
  /// The number of mappings with each response, by its ``key(_:)``.
  private let responseCounts: [String: Int]

  /// Creates the requests for mappings, which must be in the order in which WireMock tries them.
  init(_ mappings: [WireMockMapping]) {
    self.mappings = mappings
    responseCounts = Dictionary(mappings.map { (Self.key($0.response), 1) }, uniquingKeysWith: +)
    for (index, mapping) in mappings.enumerated() {
      let made = (try? self.requests(of: mapping, at: index)) ?? []
      if made.isEmpty, mapping.leftOut == nil { unaskedCount += 1 }
      requests += made
    }
  }

  private func requests(
    of mapping: WireMockMapping, at index: Int
  ) throws(MockConfigurationError) -> [SourceRequest] {
    guard mapping.scenario == nil, mapping.template == nil, mapping.bodyFile == nil,
      mapping.unknownConditions.isEmpty,
      let conditions = try WireMockConditions(mapping)
    else { return [] }
    let hit = conditions.request
    guard !mappings[..<index].contains(where: { mayTake(hit, $0) }) else { return [] }
    let expected: SourceRequest.Expectation =
      mapping.leftOut.map { .leftOut($0.text) } ?? ResponseWriter.leftOutReason(mapping.response)
      .map { .leftOut($0) } ?? .response(mapping.response)
    var made = [SourceRequest(hit.sent(), expected, source: mapping.node)]
    // If another mapping has an equal response, a request that this mapping doesn't accept may still get that response.
    guard responseCounts[Self.key(mapping.response)] == 1, mapping.leftOut == nil else {
      return made
    }
    for miss in conditions.misses {
      made.append(
        SourceRequest(
          miss.sent(), .other(mapping.response), source: mapping.node))
    }
    return made
  }

  /// Returns a key that is equal for responses that look the same to a client.
  private static func key(_ response: ExchangeResponse) -> String {
    "\((response.status, response.failure, response.headers, response.body))"
  }

  /// Whether a mapping may accept a request, judging only by the method and the address.
  private func mayTake(_ request: ExchangeRequest, _ mapping: WireMockMapping) -> Bool {
    mapping.methods.accept(request.method)
      && mapping.address.accepts(path: request.url.path) != false
  }
}

/// A request that satisfies the conditions of a mapping, and others that fail one of them.
private struct WireMockConditions {
  private(set) var request: ExchangeRequest
  private(set) var misses: [ExchangeRequest] = []
  private var changes: [(inout ExchangeRequest) -> Void] = []
  private var hasBody = false

  private static let other = "mocklua-other"

  /// Creates the requests; nil if a condition can't be turned into a request.
  init?(_ mapping: WireMockMapping) throws(MockConfigurationError) {
    let node = mapping.request
    let methods = ["GET", "POST", "PUT", "DELETE"]
    let method =
      switch mapping.methods {
      case .any: methods[0]
      case .some(let names): names.first ?? methods[0]
      case .allBut(let names): methods.first { !names.contains($0) } ?? "PATCH"
      }
    guard let url = Self.url(mapping) else { return nil }
    request = ExchangeRequest(method: method, url: url)
    request.url.origin = mapping.origin.flatMap {
      RequestURL($0.hasPrefix("//") ? "http:" + $0 : $0)?.origin
    }
    if case .any = mapping.methods {
    } else if let missing = (methods + ["PATCH"]).first(where: {
      !mapping.methods.accept($0) && $0 != "HEAD"
    }) {
      changes.append { $0.method = missing }
    }
    changes.append { $0.url.path += ($0.url.path.hasSuffix("/") ? "" : "/") + Self.other }
    guard try addFields(of: mapping) else { return nil }
    for pattern in try node["bodyPatterns"]?.elements() ?? [] {
      guard !hasBody, try addBody(pattern) else { return nil }
      hasBody = true
    }
    misses = changes.map { change in
      var missing = request
      change(&missing)
      return missing
    }
    // A URL pattern may match the text that was added to the path.
    if !["url", "urlPath"].contains(mapping.address.key) {
      misses.removeAll { $0.url.path != request.url.path }
    }
  }

  private static func url(_ mapping: WireMockMapping) -> RequestURL? {
    let text = mapping.address.text
    var path = "/\(other)"
    switch mapping.address.key {
    case "url", "urlPath":
      // Other URLs can't be sent exactly, because a `RequestURL` doesn't have the original escapes.
      guard let url = RequestURL(text), mapping.address.key == "url" || url.query.isEmpty,
        ExchangeRequest(method: "GET", url: url).sent().path == text
      else { return nil }
      return url
    case "urlPathTemplate":
      guard mapping.request["pathParameters"] == nil, !text.contains("*") else { return nil }
      path = text.replacing(#/\{[^}]*\}/#, with: "part")
    case "urlPathPattern", "urlPattern":
      path = text
      for (piece, text) in [
        ("[0-9]+", "7"), ("\\d+", "7"), ("[^/]+", "a"), ("[a-z]+", "a"), ("\\w+", "a"),
        ("(\\?.*)?", ""), (".*", "a"), (".+", "a"), ("\\.", "."), ("\\/", "/"), ("\\-", "-"),
      ] {
        path = path.replacing(piece, with: text)
      }
      path = path.filter { !"^$()".contains($0) }
    default: break
    }
    guard mapping.address.accepts(path: path) == true else { return nil }
    return RequestURL(path)
  }

  private mutating func addFields(
    of mapping: WireMockMapping
  ) throws(MockConfigurationError) -> Bool {
    let node = mapping.request
    for (name, matcher) in try node["queryParameters"]?.members() ?? [] {
      guard let values = try Self.values(matcher) else { return false }
      if mapping.address.key != "url" {
        add(name, values, to: \.url.query)
      } else if request.url.query.first(where: { $0.name == name })?.value != values.hit {
        // The URL has the whole query.
        return false
      }
    }
    for (name, matcher) in try node["headers"]?.members() ?? [] {
      // The address has the host, and the body has its length.
      guard !ExchangeRequest.unsentHeaders.contains(name.lowercased()) else { return false }
      if name == "Authorization", node.basicAuth != nil { continue }
      guard let values = try Self.values(matcher) else { return false }
      add(name, values, to: \.headers)
    }
    if let user = node.basicAuth {
      request.headers.append(HTTPField("Authorization", "Basic \(try user.credentials)"))
      changes.append { $0.headers.removeAll { $0.name == "Authorization" } }
    }
    return node["cookies"] == nil && node["formParameters"] == nil
  }

  /// Adds a field with a value that is accepted, and a change to one that isn't.
  private mutating func add(
    _ name: String, _ values: (hit: String?, miss: String?),
    to list: WritableKeyPath<ExchangeRequest, [HTTPField]>
  ) {
    if let hit = values.hit { request[keyPath: list].append(HTTPField(name, hit)) }
    guard let miss = values.miss else { return }
    changes.append { request in
      request[keyPath: list].removeAll { $0.name == name }
      request[keyPath: list].append(HTTPField(name, miss))
    }
  }

  /// Returns a value that a matcher accepts (nil for an absent value), and one that it refuses.
  private static func values(
    _ matcher: DocumentNode
  ) throws(MockConfigurationError) -> (hit: String?, miss: String?)? {
    guard try matcher.members().count == 1 else { return nil }
    if let value = matcher["equalTo"] {
      let text = try value.text()
      return text.isEmpty ? nil : (text, text + Self.other)
    }
    if let value = matcher["contains"] {
      let text = try value.text()
      return text.isEmpty || Self.other.contains(text) ? nil : (text, Self.other)
    }
    if matcher["absent"]?.data == true { return (nil, Self.other) }
    return nil
  }

  private mutating func addBody(_ pattern: DocumentNode) throws(MockConfigurationError) -> Bool {
    let isWhole = pattern["equalTo"] != nil
    if let value = pattern["equalTo"] ?? pattern["contains"], try pattern.members().count == 1 {
      let text = try value.text()
      if isWhole, text.isEmpty { return false }
      request.body = .text(text)
      if isWhole || !Self.other.contains(text) { changes.append { $0.body = .text(Self.other) } }
      return true
    }
    guard let node = pattern["equalToJson"] else { return false }
    var value = node.data
    if case .string(let text) = value {
      guard let parsed = try? JSONParser(maximumDepth: 100).parse(text) else { return false }
      value = parsed
    }
    guard !value.compactText.contains("{json-unit.") else { return false }
    request.body = .json(value)
    if value != [:], value != .array([]) {
      changes.append { $0.body = .json([.string(Self.other)]) }
    }
    return true
  }
}
