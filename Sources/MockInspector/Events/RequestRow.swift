internal import MockCalls
internal import MockConfiguration
internal import MockData
internal import MockRoutes

/// A request as the page shows it.
struct RequestRow {
  let method: String
  let url: String
  private(set) var status: Int?
  /// A fault, an error, or `no route`; nil for a response.
  private(set) var problem: String?
  /// The size of the body in bytes; nil if it isn't known.
  private(set) var size: Int?

  /// Nil for a call that isn't a request.
  ///
  /// `sent` contains the parts of the response, if it is still running.
  init?(_ call: MockCallRecord, sent: [AnyCodableValue] = []) {
    guard let service = call.service, HTTPHost.isName(service) else { return nil }
    if case .string(let method)? = call.arguments.member(at: ["method"]),
      case .string(let url)? = call.arguments.member(at: ["url"])
    {
      (self.method, self.url) = (method, url)
    } else {
      // A GraphQL operation has only variables.
      let parts = call.method.split(separator: " ", maxSplits: 1).map(String.init)
      (method, url) = (parts[0], service + (parts.count > 1 ? parts[1] : ""))
    }
    switch call.outcome {
    case .running: if !sent.isEmpty { read(sent) }
    case .cancelled: problem = "cancelled"
    case .threw(let error): problem = error.problem == .unconfigured ? "no route" : error.code
    case .returned(.array(let values)?): read(values)
    case .returned: read([])
    }
  }

  private mutating func read(_ values: [AnyCodableValue]) {
    let parts = values.compactMap { try? RoutedValue($0) }
    let first = parts.first
    problem = first?.fault?.rawValue
    if problem == nil || problem == RouteFault.truncated.rawValue { status = first?.status ?? 200 }
    guard status != nil else { return }
    size = parts.reduce(0) { $0 + $1.size }
  }

  /// The row as a list, which is more compact than an object.
  ///
  /// The page can keep hundreds of thousands of rows.
  var list: AnyCodableValue {
    [
      .string(method), .string(url), status.map { .int($0) } ?? .null,
      problem.map { .string($0) } ?? .null, size.map { .int($0) } ?? .null,
    ]
  }
}

extension RoutedValue {
  /// The number of bytes of a body, or of the data of one part of a stream.
  fileprivate var size: Int {
    switch content {
    case .nothing: 0
    case .body, .bytes: bytes?.count ?? 0
    case .event(.string(let text)), .chunk(.string(let text)): text.utf8.count
    case .event(let data), .chunk(let data): data.compactJSON.count
    case .piece(let text): text.utf8.count / 4 * 3
    }
  }
}

extension MockCallRecord {
  /// The parts of the sent request that the log keeps; nil for a call that isn't a request.
  ///
  /// - Throws: A refusal if its body isn't kept.
  func request() throws(Refusal) -> RoutedRequest? {
    guard let row = RequestRow(self), var request = RoutedRequest(row.method, url: row.url),
      case .dictionary(let members) = arguments, members["method"] != nil
    else { return nil }
    if case .dictionary(let headers)? = members["headers"] {
      request.headers = headers.sorted { $0.key < $1.key }.compactMap { name, value in
        // The body is kept as it was decoded, so its length and encoding differ.
        guard case .string(let text) = value, !Self.headersOfLength.contains(name) else {
          return nil
        }
        return (name, text)
      }
    }
    request.body = try body(members, type: request.header("Content-Type") ?? "")
    return request
  }

  private static let headersOfLength: Set = [
    "content-length", "content-encoding", "transfer-encoding",
  ]

  private func body(
    _ members: [String: AnyCodableValue], type: String
  ) throws(Refusal) -> [UInt8] {
    switch members["body"] {
    case nil: return []
    case .string(let text)? where !MediaType.isJSON(type): return Array(text.utf8)
    case .dictionary(let fields)? where type.lowercased().contains("urlencoded"):
      let pairs = fields.sorted { $0.key < $1.key }.flatMap { name, value in
        let values: [AnyCodableValue] = if case .array(let list) = value { list } else { [value] }
        return values.map { "\(name.urlEscaped)=\($0.plainText.urlEscaped)" }
      }
      return Array(pairs.joined(separator: "&").utf8)
    case .dictionary? where type.lowercased().hasPrefix("multipart/"):
      throw Refusal(
        409, "notKept",
        "the log doesn't keep the bytes of a multipart body; send the request from the app again")
    case let body?: return body.compactJSON
    }
  }
}
