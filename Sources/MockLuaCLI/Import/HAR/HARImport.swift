import MockConfiguration
import MockData
import MockLua
import MockRecording

/// Reads the entries of a HAR file (HTTP Archive 1.2), which browsers and proxies record.
struct HARImport: ExchangeDocument {
  let entryName = "entry"
  private(set) var exchanges: [Exchange] = []
  private(set) var notes: [ImportNote] = []
  private(set) var unread: [UnreadEntry] = []
  /// The number of entries, including those that aren't HTTP, but not those that couldn't be read.
  private(set) var entryCount = 0

  /// The folder of the file, which can contain bodies; nil for standard input.
  private let folder: String?
  private let formEscapes: FieldEscapes
  private let queryEscapes: FieldEscapes

  init(_ root: DocumentNode, folder: String?) throws(MockConfigurationError) {
    self.folder = folder
    let entries = try root.required("log").required("entries").elements()
    var (forms, queries): ([HTTPField], [HTTPField]) = ([], [])
    for request in entries.compactMap({ $0["request"] }) {
      if let data = request["postData"], (data["text"]?.data ?? "") == "" {
        forms += (try? Self.fields(data["params"])) ?? []
      }
      if (try? request["url"]?.string())?.contains("?") != true {
        queries += (try? Self.fields(request["queryString"])) ?? []
      }
    }
    (formEscapes, queryEscapes) = (FieldEscapes(forms), FieldEscapes(queries))
    var read: [Exchange] = []
    for entry in inOrder(entries) {
      do throws(MockConfigurationError) {
        if let exchange = try exchange(entry) { read.append(exchange) }
      } catch {
        unread.append(UnreadEntry(entry, error))
      }
    }
    entryCount = entries.count - unread.count
    let whole = Set(read.filter { $0.response.status == 200 }.map(Self.address(of:)))
    exchanges = read.flatMap { Self.conditional($0, isRecordedWhole: whole.contains) }
  }

  /// Returns entries in the order in which their requests were sent, because a recording can have any order.
  ///
  /// If an entry has no valid time, the order is unchanged.
  private mutating func inOrder(_ entries: [DocumentNode]) -> [DocumentNode] {
    let times = entries.map { (try? $0["startedDateTime"]?.string()).flatMap(Self.time) }
    let known = times.compactMap(\.self)
    guard known.count == entries.count else {
      if !known.isEmpty, let odd = times.firstIndex(where: { $0 == nil }) {
        notes.append(
          entries[odd].note(
            "doesn't have a valid `startedDateTime`, so all entries are in the order of the file"))
      }
      return entries
    }
    let order = entries.indices.sorted { one, other in
      known[one] == known[other] ? one < other : known[one] < known[other]
    }
    return order.map { entries[$0] }
  }

  /// Returns a time such as `2026-01-31T09:30:00.125+01:00` (ISO 8601) in seconds since a fixed one, and nanoseconds.
  private static func time(_ text: String) -> (seconds: Int, nanoseconds: Int)? {
    let form =
      #/(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:[.,](\d+))?(?:Z|([+-])(\d\d):?(\d\d)?)/#
    guard let match = text.wholeMatch(of: form)?.output else { return nil }
    func number(_ digits: Substring?) -> Int { digits.flatMap { Int($0) } ?? 0 }
    // The year begins in March, so that a leap day is its last day.
    let month = (number(match.2) + 9) % 12
    let year = number(match.1) - month / 10
    let days =
      365 * year + year / 4 - year / 100 + year / 400 + (month * 306 + 5) / 10 + number(match.3)
    let offset = number(match.9) * 60 + number(match.10)
    let minutes =
      days * 1440 + number(match.4) * 60 + number(match.5) + (match.8 == "-" ? offset : -offset)
    let fraction = (match.7 ?? "").prefix(9)
    return (
      minutes * 60 + number(match.6),
      number(fraction + String(repeating: "0", count: 9 - fraction.count))
    )
  }

  /// Returns the method and the URL of a request.
  private static func address(of exchange: Exchange) -> [String] {
    [exchange.request.method, "\(exchange.request.url)"]
  }

  /// An error in a part other than the method and the URL becomes the reason why the response is left out.
  private mutating func exchange(_ entry: DocumentNode) throws(MockConfigurationError) -> Exchange?
  {
    let request = try entry.required("request")
    _ = try request.members()
    let urlNode = try request.required("url")
    let text = try urlNode.string()
    guard let url = RequestURL(text), url.origin != nil else {
      // The query can have secrets.
      let shown = text.prefix { $0 != "?" }
      notes.append(urlNode.note("skipped, because it isn't an HTTP URL: \(String(shown).escaped)"))
      return nil
    }
    let method = try request.required("method").string().uppercased()
    var exchange = Exchange(
      request: ExchangeRequest(method: method, url: url), response: ExchangeResponse(status: 0),
      resource: try? entry["_resourceType"]?.text(), source: entry)
    var reasons: [String] = []
    entry.reading(&reasons) { _ in try request.validate() }
    entry.reading(&reasons) { _ in try readQuery(request, &exchange.request) }
    entry.reading(&reasons) { _ in
      exchange.request.headers = try Self.fields(request["headers"]).filter {
        !$0.name.hasPrefix(":")
      }
    }
    entry.reading(&reasons) { _ in try readBody(request, &exchange.request) }
    entry.reading(&reasons) { _ in
      let answer = try entry.required("response")
      try answer.validate()
      exchange.response = try response(answer, method: method)
    }
    if !reasons.isEmpty {
      exchange.response = ExchangeResponse(leftOut: reasons.joined(separator: "; "))
      notes.append(entry.note(leftOut: reasons))
    } else if exchange.response.status == 0, exchange.response.failure == nil {
      // Firefox writes this for responses from its cache.
      exchange.response.status = 200
      exchange.comments.append("The recorded response doesn't have a status; the script uses 200.")
    }
    return exchange
  }

  private func readQuery(_ node: DocumentNode, _ request: inout ExchangeRequest) throws {
    guard request.url.query.isEmpty else { return }
    guard let fields = queryEscapes.decoded(try Self.fields(node["queryString"])) else {
      throw NoCounterpart("its query " + FieldEscapes.unknown)
    }
    request.url.query = fields
  }

  private func readBody(_ node: DocumentNode, _ request: inout ExchangeRequest) throws {
    guard let data = node["postData"] else { return }
    request.body = try body(data, request.headers)
    // If the browser added the header, some tools only record it here.
    if request.headers["content-type"] == nil, let type = try data["mimeType"]?.string(),
      ContentType(type) != nil
    {
      request.headers.addType(type)
    }
    if case .unknown(let reason) = request.body, data["params"] != nil {
      throw NoCounterpart(reason)
    }
  }

  /// The headers of conditional requests.
  private static let conditions: Set<String> = ["if-none-match", "if-modified-since"]

  /// Returns the exchanges for a recorded 304 with a body.
  ///
  /// The browser had the body in its cache, so a request without the condition gets a 200 with that body.
  ///
  /// `isRecordedWhole` returns whether the recording also has a 200 for an address.
  private static func conditional(
    _ exchange: Exchange, isRecordedWhole: ([String]) -> Bool
  ) -> [Exchange] {
    guard exchange.response.status == 304, !exchange.response.body.isNone else { return [exchange] }
    var whole = exchange
    whole.response.status = 200
    whole.request.headers.removeAll { conditions.contains($0.name.lowercased()) }
    whole.comments.append(
      "The recorded response has status 304 with a cached body; this is the body with status 200.")
    guard whole.request.headers.count < exchange.request.headers.count else { return [whole] }
    var unchanged = exchange
    unchanged.response.body = .none
    return isRecordedWhole(address(of: exchange)) ? [unchanged] : [unchanged, whole]
  }

  private static func fields(_ list: DocumentNode?) throws(MockConfigurationError) -> [HTTPField] {
    try (list?.elements() ?? []).map { field throws(MockConfigurationError) in
      HTTPField(try field.required("name").string(), try field["value"]?.text() ?? "")
    }
  }

  private func body(
    _ data: DocumentNode, _ headers: [HTTPField]
  ) throws(MockConfigurationError) -> ExchangeBody {
    // Prefer the `Content-Type` header that the client sent, because it has the multipart boundary.
    var type = headers["content-type"]
    if type == nil { type = try data["mimeType"]?.string() }
    switch try content(of: data) {
    case .text(let text): return ExchangeBody(ofRequest: text, type: type)
    case .bytes(let bytes): return ExchangeBody(ofRequest: bytes, type: type)
    case .unknown(let reason): return .unknown(reason)
    default: break
    }
    guard let params = data["params"], try !params.elements().isEmpty else { return .none }
    switch ContentType(type)?.name {
    case "multipart/form-data": break
    case nil, "application/x-www-form-urlencoded":
      let fields = formEscapes.decoded(try Self.fields(params))
      return fields.map { .form($0) } ?? .unknown("its form " + FieldEscapes.unknown)
    case let name?:
      return .unknown("the recording has form fields, but its body is of type \(name)")
    }
    var parts: [FormPart] = []
    for param in try params.elements() {
      let filename = try param["fileName"]?.text()
      let value = try param["value"]?.text()
      parts.append(
        FormPart(
          name: try param.required("name").string(), filename: filename,
          type: try param["contentType"]?.text(),
          content: filename != nil && value?.isEmpty != false
            ? nil : .text(value ?? "")))
    }
    return parts.isEmpty ? .none : .parts(parts)
  }

  /// Returns the text or the bytes of a body, which are in the recording or in a file next to it.
  private func content(of node: DocumentNode) throws(MockConfigurationError) -> ExchangeBody {
    if let text = try node["text"]?.string(), !text.isEmpty {
      switch try node["encoding"]?.text().lowercased() ?? "" {
      case "base64":
        return .bytes(
          try node.required("text").bytes(
            ofBase64: text,
            problem: "`encoding` is base64, but the text isn't; encode it as base64"))
      case "", "utf-8", "utf8", "text", "plain", "none", "identity": return .text(text)
      case let encoding: return .unknown("its body has the unknown encoding `\(encoding.escaped)`")
      }
    }
    // Playwright stores bodies in files.
    guard let file = try node["_file"]?.string() else { return .none }
    return BesideFile.contents(of: file, in: folder).map { .bytes($0) }
      ?? .unknown("the body's file `\(file.escaped)` is missing")
  }

  // MARK: - Responses

  private func response(
    _ response: DocumentNode, method: String
  ) throws(MockConfigurationError) -> ExchangeResponse {
    let statusNode = try response.required("status")
    let status = try statusNode.integer()
    let text = try response["content"]?["text"]?.string() ?? ""
    let error = try (response["_error"] ?? response["_failureText"])?.text() ?? ""
    let isAnswered = status == 0 && !text.isEmpty && error.isEmpty
    // Playwright writes -1 for a missing response.
    guard status > 0 || isAnswered else {
      guard let name = NetworkErrors.name(of: error) else {
        return ExchangeResponse(
          leftOut: error.isEmpty
            ? "the recording has neither a response nor an error"
            : "the recorded error `\(error.escaped)` has no counterpart in `fail`")
      }
      return ExchangeResponse(status: 0, failure: name)
    }
    if !isAnswered { try statusNode.check(status: status) }
    // Chrome records this error for complete responses without a body.
    let isComplete =
      error == "net::ERR_ABORTED"
      && (method == "HEAD" || ExchangeResponse.bodiless.contains(status))
    guard error.isEmpty || isComplete else {
      return ExchangeResponse(leftOut: "the response was cut off: \(error.escaped)")
    }
    var result = ExchangeResponse(status: status)
    result.headers = try Self.fields(response["headers"])
    if result.headers["location"] == nil, (300...399).contains(status),
      let target = try response["redirectURL"]?.text(), !target.isEmpty
    {
      result.headers.append(HTTPField("Location", target))
    }
    guard let content = response["content"] else {
      let size = try response["bodySize"]?.integer() ?? 0
      if method != "HEAD" { result.body = Self.missing(size, status) }
      return result
    }
    if result.headers["content-type"] == nil, let type = try content["mimeType"]?.string(),
      ContentType(type) != nil, type != "x-unknown"
    {
      result.headers.addType(type)
    }
    var size = try content["size"]?.integer() ?? -1
    if size < 0 { size = try response["bodySize"]?.integer() ?? 0 }
    let type = ContentType(result.headers["content-type"])
    result.body = try self.content(
      content, type, size: size, status, coding: result.headers["content-encoding"])
    if method == "HEAD" { result.body = .none }
    return result
  }

  /// Returns the body of a response whose recording has no text.
  private static func missing(_ size: Int, _ status: Int) -> ExchangeBody {
    if size <= 0 || ExchangeResponse.bodiless.contains(status) || (300...399).contains(status) {
      return .none
    }
    return .unknown("the recording doesn't include its \(size)-byte body")
  }

  private func content(
    _ content: DocumentNode, _ type: ContentType?, size: Int, _ status: Int, coding: String?
  ) throws(MockConfigurationError) -> ExchangeBody {
    if content["text"]?.data == "" { return Self.missing(size, status) }
    let text: String
    switch try self.content(of: content) {
    case .text(let own): text = own
    case .bytes(let bytes):
      guard let bytes = Self.decoded(bytes, coding, type) else {
        return .unknown("its body is still encoded as `\(coding?.escaped ?? "")`")
      }
      return ExchangeBody(bytes: bytes, type: type)
    case .unknown(let reason): return .unknown(reason)
    default: return Self.missing(size, status)
    }
    let body = ExchangeBody(text: text, type: type)
    // Some tools cut off long bodies. A size in an encoding other than UTF-8 can't be compared. Some tools write JSON
    // without its spaces, but a list or an object that was cut off isn't JSON.
    switch body {
    case .json(.array), .json(.dictionary): return body
    default: break
    }
    let recorded = text.utf8.count
    if ["utf-8", "utf8", nil].contains(type?.charset), size >= recorded + Self.cutLength {
      return .unknown("the recording has only \(recorded) of the \(size) bytes of its body")
    }
    return body
  }

  /// Returns bytes without the encoding of `Content-Encoding`, which some tools keep; nil if they can't be decoded.
  ///
  /// Most tools record decoded bytes. Encoded ones are recognized by their first bytes, or because they aren't text
  /// although the type is one.
  private static func decoded(
    _ bytes: [UInt8], _ coding: String?, _ type: ContentType?
  ) -> [UInt8]? {
    guard let coding else { return bytes }
    let isPacked = coding.lowercased().contains("gzip") && bytes.starts(with: [0x1F, 0x8B])
    let isUTF8 = type?.isText == true && ["utf-8", "utf8", nil].contains(type?.charset)
    let isBroken = isUTF8 && String(validUTF8: bytes) == nil
    guard isPacked && type?.name.hasSuffix("gzip") != true || isBroken else { return bytes }
    return try? ContentCoding.decode(bytes, [coding])
  }

  /// The minimum number of missing bytes for a body to count as cut off, because sizes aren't exact in all recordings.
  private static let cutLength = 1024
}

/// Whether a recording contains the fields of forms and queries as they were sent, or decoded.
///
/// The format doesn't specify this, and tools differ. The difference matters only if the recording has no text or URL
/// to read instead.
private enum FieldEscapes {
  case asSent
  case decoded
  /// A plus sign can be a space or itself.
  case unclear

  /// The reason why an exchange is left out.
  static let unknown = "has a `+`, and the recording doesn't show whether that is a space"

  /// An escaped field has no spaces, and each of its percent signs begins an escape.
  init(_ fields: [HTTPField]) {
    let texts = fields.flatMap { [$0.name, $0.value] }
    let isPlain = texts.allSatisfy { text in
      text.utf8.allSatisfy { 0x21..<0x7F ~= $0 } && !text.contains(#/%(?![0-9A-Fa-f]{2})/#)
    }
    if !isPlain {
      self = .decoded
    } else if texts.contains(where: { $0.contains("%") }) {
      self = .asSent
    } else {
      self = texts.contains { $0.contains("+") } ? .unclear : .decoded
    }
  }

  /// Returns the fields without escapes, or nil if it's unclear whether one of them has escapes.
  func decoded(_ fields: [HTTPField]) -> [HTTPField]? {
    switch self {
    case .decoded: fields
    case .asSent:
      fields.map { field in
        RequestURL.fields(of: "\(field.name)=\(field.value)").first ?? field
      }
    case .unclear:
      fields.contains { ($0.name + $0.value).contains("+") } ? nil : fields
    }
  }
}

/// The `URLError`s that correspond to the errors of other programs.
enum NetworkErrors {
  /// Returns the name for a browser error, such as `net::ERR_CONNECTION_REFUSED`; nil if it's unknown.
  static func name(of error: String) -> String? {
    let error = error.uppercased()
    return names.first { error.contains($0.part) }?.name
  }

  private static let names: [(part: String, name: String)] = [
    ("TIMED_OUT", "timedOut"), ("TIMEOUT", "timedOut"), ("ABORTED", "cancelled"),
    ("CONNECTION_REFUSED", "cannotConnectToHost"), ("ADDRESS_UNREACHABLE", "cannotConnectToHost"),
    ("NAME_NOT_RESOLVED", "cannotFindHost"), ("UNKNOWN_HOST", "cannotFindHost"),
    ("INTERNET_DISCONNECTED", "notConnectedToInternet"), ("OFFLINE", "notConnectedToInternet"),
    ("CERT_DATE", "serverCertificateHasBadDate"), ("CERT", "serverCertificateUntrusted"),
    ("SSL", "secureConnectionFailed"),
    ("TOO_MANY_REDIRECTS", "httpTooManyRedirects"), ("INVALID_RESPONSE", "badServerResponse"),
    ("EMPTY_RESPONSE", "badServerResponse"), ("BLOCKED", "cancelled"),
    ("CONNECTION_RESET", "networkConnectionLost"), ("CONNECTION_CLOSED", "networkConnectionLost"),
    ("NETWORK_CHANGED", "networkConnectionLost"), ("CANCELED", "cancelled"),
    ("CANCELLED", "cancelled"),
  ]
}
