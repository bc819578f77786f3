package import MockData

/// The response of a route, as data.
///
/// A configuration contains this data instead of a method's value.
///
/// | Member | Meaning |
/// | --- | --- |
/// | `status` | the status, from 200 to 599; 200 by default; 204, 205 and 304 have no body |
/// | `headers` | the headers by name: a string, or a list of strings for a header that is sent more than once; an empty list sends none |
/// | `body` | any data, sent as JSON; if `Content-Type` isn't JSON, a string is sent as text in its `charset`; no body by default |
/// | `encoding` | `base64` if `body` or `chunk` contains bytes as base64 |
/// | `event` | for a stream: one server-sent event, as data or as `{event, data, id, retry}` |
/// | `chunk` | for any other stream: a string that is sent as text, data that is sent as a line of JSON, or base64; an empty string sends only the status and headers |
/// | `fault` | a connection fault, see ``RouteFault``; only `truncated` has a status, headers, and a body |
/// | `close` | for a socket: closes it after the body, as `{code, reason}` |
///
/// The first value of a stream contains its status and headers. For a socket, a `body` is a message: a string is sent
/// unchanged, and other data as JSON.
package struct RoutedValue: Sendable, Equatable {
  package enum Content: Sendable, Equatable {
    case nothing
    case body(AnyCodableValue)
    /// Bytes as base64.
    case bytes(String)
    case event(AnyCodableValue)
    case chunk(AnyCodableValue)
    /// A piece of a stream, as base64.
    case piece(String)

    var isOfStream: Bool {
      switch self {
      case .nothing, .body, .bytes: false
      case .event, .chunk, .piece: true
      }
    }
  }

  package var status: Int?
  /// The names are unchanged.
  package var headers: [String: [String]] = [:]
  package var content: Content
  package var close: SocketClose?
  package var fault: RouteFault?

  package init(_ content: Content, status: Int? = nil) {
    (self.content, self.status) = (content, status)
  }

  private enum Key: String, CaseIterable {
    case status, headers, body, encoding, event, chunk, close, fault
  }

  /// If the value is nil, the response doesn't have a body.
  package init(_ value: AnyCodableValue?) throws(RouteProblem) {
    guard let value else {
      self.init(.nothing)
      return
    }
    guard case .dictionary(let members) = value else {
      throw RouteProblem(
        "a route's response must be an object, not \(value.kind.phrase)", "write {\"body\": ...}")
    }
    for name in members.keys.sorted() where Key(rawValue: name) == nil {
      let hint = NearestName.hint(for: name, candidates: Key.allCases.map(\.rawValue)) ?? ""
      throw RouteProblem("a route's response has the unknown key `\(name.escaped)`", hint)
    }
    /// A null counts as absent, except for content.
    func member(_ key: Key) -> AnyCodableValue? {
      let value = members[key.rawValue]
      return value == .null && ![.body, .event, .chunk].contains(key) ? nil : value
    }
    self.init(.nothing)
    status = try member(.status).map(Self.status)
    headers = try member(.headers).map(Self.headers) ?? [:]
    close = try member(.close).map { value throws(RouteProblem) in try SocketClose(value) }
    fault = try member(.fault).map(Self.fault)
    let contents = [Key.body, .event, .chunk].compactMap { key in member(key).map { (key, $0) } }
    guard contents.count < 2 else {
      throw RouteProblem(
        "a route's response has more than one of `body`, `event`, and `chunk`", "keep one")
    }
    switch (contents.first, member(.encoding)) {
    case ((.body, .string(let text))?, .string("base64")?):
      guard [UInt8](base64: Array(text.utf8)) != nil else {
        throw RouteProblem("the `body` is not base64", "remove `encoding` for plain text")
      }
      content = .bytes(text)
    case ((.chunk, .string(let text))?, .string("base64")?): content = .piece(text)
    case (_, _?):
      throw RouteProblem(
        "`encoding` is only for a `body` or a `chunk` in base64",
        "write \"encoding\": \"base64\" next to a string, or remove it")
    case ((.body, let data)?, nil): content = .body(data)
    case ((.event, let data)?, nil): content = .event(data)
    case ((.chunk, let data)?, nil): content = .chunk(data)
    case (_, nil): break
    }
    if let status, Self.bodiless.contains(status), content != .nothing {
      throw RouteProblem(
        "a response with the status \(status) cannot have a body",
        "remove it, or use another status")
    }
    if let fault, fault != .truncated, status != nil || !headers.isEmpty || content != .nothing {
      throw RouteProblem(
        "the fault `\(fault.rawValue)` can't have a status, headers, or body",
        "remove them, or use the fault `truncated`")
    }
    if case .body(.string(let text)) = content, isText { _ = try encoded(text) }
    try checkLength()
  }

  /// The length isn't known for a stream or for the response to a `HEAD` request.
  private func checkLength() throws(RouteProblem) {
    let suggestion = "remove the header, because it is computed"
    let stated = header(Self.lengthHeader)
    guard let text = stated.first else { return }
    guard stated.count == 1 else {
      throw RouteProblem("the header `\(Self.lengthHeader)` is set more than once", suggestion)
    }
    guard let length = statedLength else {
      throw RouteProblem(
        "the header `\(Self.lengthHeader)` is `\(text.escaped)`, which isn't a number of bytes",
        suggestion)
    }
    if let count = bytes?.count, count != length {
      throw RouteProblem(
        "the header `\(Self.lengthHeader)` is \(length), but the body has \(count) bytes",
        suggestion)
    }
  }

  private static let lengthHeader = "Content-Length"

  /// The length in bytes according to the response's own header, if it has one.
  package var statedLength: Int? {
    header(Self.lengthHeader).first.flatMap { text in
      text.utf8.allSatisfy(\.isASCIIDigit)
        ? Int(text) : nil
    }
  }

  /// The bytes of a body that is sent as a whole; nil for an empty response and for part of a stream.
  package var bytes: [UInt8]? {
    switch content {
    case .body(.string(let text)) where isText: return try? encoded(text)
    case .body(let data): return data.compactJSON
    case .bytes(let text): return [UInt8](base64: Array(text.utf8)) ?? []
    case .nothing, .event, .chunk, .piece: return nil
    }
  }

  /// Whether a string is sent as text instead of JSON.
  private var isText: Bool {
    header("Content-Type").first.map { !MediaType.isJSON($0) } ?? false
  }

  /// The name of the encoding of text, according to `Content-Type`; nil by default, and for JSON.
  private var charsetName: String? {
    isText ? header("Content-Type").first.flatMap(MediaType.charset) : nil
  }

  /// The encoding of text; UTF-8 by default, and for JSON.
  ///
  /// Of an encoding that isn't supported, only ASCII is sent.
  package var charset: Charset { charsetName.map { Charset($0) ?? .ascii } ?? .utf8 }

  /// If other text has been sent (`continues`), UTF-16 doesn't need a byte order mark.
  ///
  /// Throws if the charset doesn't have a character, or isn't supported and the text isn't ASCII.
  package func encoded(
    _ text: String, continues: Bool = false
  ) throws(RouteProblem) -> [UInt8] {
    let used = continues && charset == .utf16 ? .utf16LittleEndian : charset
    if let bytes = used.encoded(text) { return bytes }
    let character = text.first { used.encoded(String($0)) == nil } ?? " "
    let isUnknown = charsetName.map { Charset($0) == nil } ?? false
    let reason = isUnknown ? ", whose charset isn't supported" : ""
    throw RouteProblem(
      "the text contains `\(character)`, but its `Content-Type` is `\(header("Content-Type")[0].escaped)`\(reason)",
      "write `charset=utf-8`, or send bytes in base64")
  }

  /// The status codes whose responses never have a body (RFC 9110, 6.4.1).
  private static let bodiless: Set = [204, 205, 304]

  private static func status(_ value: AnyCodableValue) throws(RouteProblem) -> Int {
    guard let status = value.asDouble.flatMap(Int.init(exactly:)), (200...599).contains(status)
    else {
      throw RouteProblem(
        "the `status` of a route is \(value.shortText), which isn't a number from 200 to 599",
        "write a status such as 404")
    }
    return status
  }

  private static func fault(_ value: AnyCodableValue) throws(RouteProblem) -> RouteFault {
    guard case .string(let name) = value, let fault = RouteFault(rawValue: name) else {
      let known = RouteFault.allCases.map(\.rawValue).joined(separator: ", ")
      throw RouteProblem(
        "unknown `fault` \(value.shortText)", "write one of \(known)")
    }
    return fault
  }

  private static func headers(
    _ value: AnyCodableValue
  ) throws(RouteProblem) -> [String: [String]] {
    guard case .dictionary(let members) = value else {
      throw RouteProblem(
        "the `headers` of a route must be an object, not \(value.kind.phrase)",
        "write {\"Retry-After\": \"120\"}")
    }
    var headers: [String: [String]] = [:]
    for (name, value) in members.sortedByKeyBytes() {
      guard !name.isEmpty, name.utf8.allSatisfy({ $0.isHTTPToken }) else {
        throw RouteProblem(
          "`\(name.escaped)` isn't a header name", "write a name such as `Retry-After`")
      }
      let values: [AnyCodableValue] =
        switch value {
        case .array(let list): list
        // In Lua, an empty list is an empty table.
        case .dictionary(let members) where members.isEmpty: []
        default: [value]
        }
      var texts: [String] = []
      for value in values {
        switch value {
        case .string(let text) where text.utf8.allSatisfy(\.isOfHTTPField): texts.append(text)
        case .int(let number): texts.append("\(number)")
        default:
          throw RouteProblem(
            "the header `\(name.escaped)` is \(value.shortText), which isn't a single-line string",
            "write a string, or a list of strings for a header that is sent more than once")
        }
      }
      headers[name] = texts
    }
    return headers
  }

  /// The case of the name is ignored.
  package func header(_ name: String) -> [String] {
    headers.filter { $0.key.lowercased() == name.lowercased() }.flatMap(\.value)
  }

  /// Whether the values of a stream with these headers are server-sent events.
  package var isOfEvents: Bool {
    header("Content-Type").first.map { MediaType.name(of: $0) == "text/event-stream" } ?? true
  }

  /// Whether the response sets its type, possibly to none, so that no other is sent by default.
  package var setsType: Bool { headers.keys.contains { $0.lowercased() == "content-type" } }

  /// The response as a function of a script gets it: with the status and the type that are sent by default, and without
  /// headers about the length of the body, which are computed.
  package var complete: RoutedValue {
    var answer = self
    answer.status = status ?? 200
    switch content {
    case .body where !setsType: answer.headers["Content-Type"] = ["application/json"]
    case .bytes where !setsType: answer.headers["Content-Type"] = ["application/octet-stream"]
    default: break
    }
    answer.headers = answer.headers.filter { !Self.isOfLength($0.key) }
    return answer
  }

  private static func isOfLength(_ name: String) -> Bool {
    [lengthHeader.lowercased(), "transfer-encoding"].contains(name.lowercased())
  }

  /// Returns the result of a call to a route as a function of a script gets it.
  ///
  /// A whole response is complete, and a stream is a list of its values.
  package static func result(_ value: AnyCodableValue) -> AnyCodableValue {
    if case .array(var values) = value {
      // A stream that a function opens, or that has no values, begins with an empty chunk that has its headers.
      if let first = values.first.flatMap({ try? RoutedValue($0) }), first.content == .chunk("") {
        values.removeFirst()
        return .array(values)
      }
      guard values.count == 1, let only = try? RoutedValue(values[0]), !only.content.isOfStream
      else {
        return value
      }
      return only.complete.value
    }
    return (try? RoutedValue(value))?.complete.value ?? value
  }

  /// The headers as data, with a list of values for a repeated header.
  package var dataOfHeaders: [String: AnyCodableValue] {
    headers.mapValues { values in
      values.count == 1 ? .string(values[0]) : .array(values.map { .string($0) })
    }
  }

  package var value: AnyCodableValue {
    var members: [String: AnyCodableValue] = [:]
    members[Key.status.rawValue] = status.map { .int($0) }
    members[Key.close.rawValue] = close?.value
    if !headers.isEmpty {
      members[Key.headers.rawValue] = .dictionary(dataOfHeaders)
    }
    switch content {
    case .nothing: break
    case .body(let data): members[Key.body.rawValue] = data
    case .bytes(let text):
      members[Key.body.rawValue] = .string(text)
      members[Key.encoding.rawValue] = "base64"
    case .event(let data): members[Key.event.rawValue] = data
    case .chunk(let data): members[Key.chunk.rawValue] = data
    case .piece(let text):
      members[Key.chunk.rawValue] = .string(text)
      members[Key.encoding.rawValue] = "base64"
    }
    members[Key.fault.rawValue] = fault.map { .string($0.rawValue) }
    return .dictionary(members)
  }
}

extension UInt8 {
  /// Whether the byte can be part of a header name (RFC 9110, 5.6.2).
  package var isHTTPToken: Bool {
    isASCIIAlphanumeric || "!#$%&'*+-.^_`|~".utf8.contains(self)
  }

  /// Whether the byte can be part of a header value: no control characters except the tab (RFC 9110, 5.5).
  package var isOfHTTPField: Bool { self >= 0x20 && self != 0x7F || self == 0x09 }
}

/// The media types of files by their filename extensions.
package enum MediaType {
  /// Returns the media type of a file, or `application/octet-stream` if it isn't known.
  package static func ofFile(_ name: String) -> String {
    let ending = name.split(separator: ".").last.map { $0.lowercased() } ?? ""
    return types[ending] ?? "application/octet-stream"
  }

  /// Returns the type in lowercase, without its parameters.
  package static func name(of type: String) -> String {
    type.prefix { $0 != ";" }.lowercased().filter { $0 != " " && $0 != "\t" }
  }

  /// Returns the value of the parameter `charset`, in lowercase; nil if the type doesn't have it.
  package static func charset(of type: String) -> String? {
    type.split(separator: ";").dropFirst().map { $0.lowercased().filter { !" \t\"".contains($0) } }
      .first { $0.hasPrefix("charset=") }.map { String($0.dropFirst("charset=".count)) }
  }

  package static func isJSON(_ type: String) -> Bool {
    let name = name(of: type)
    return name == "application/json" || name.hasSuffix("+json") || name == "text/json"
  }

  /// Returns whether data of the type, which is in lowercase without parameters, is text.
  package static func isText(_ name: String) -> Bool {
    name.hasPrefix("text/") || isJSON(name) || name.hasSuffix("+xml") || texts.contains(name)
  }

  private static let texts: Set = [
    "application/xml", "application/javascript", "application/x-javascript",
    "application/ecmascript", "application/x-www-form-urlencoded", "application/graphql",
    "application/yaml", "application/x-ndjson", "application/x-mpegurl",
    "application/vnd.apple.mpegurl",
  ]

  private static let types = [
    "aac": "audio/aac", "avif": "image/avif", "css": "text/css; charset=utf-8",
    "csv": "text/csv; charset=utf-8", "gif": "image/gif", "gz": "application/gzip",
    "heic": "image/heic", "html": "text/html; charset=utf-8", "ico": "image/x-icon",
    "jpeg": "image/jpeg", "jpg": "image/jpeg", "js": "text/javascript; charset=utf-8",
    "json": "application/json", "m3u8": "application/vnd.apple.mpegurl", "m4a": "audio/mp4",
    "mov": "video/quicktime", "mp3": "audio/mpeg", "mp4": "video/mp4", "otf": "font/otf",
    "pdf": "application/pdf", "plist": "application/x-plist", "png": "image/png",
    "svg": "image/svg+xml", "ttf": "font/ttf", "txt": "text/plain; charset=utf-8",
    "wasm": "application/wasm", "wav": "audio/wav", "webm": "video/webm", "webp": "image/webp",
    "woff": "font/woff", "woff2": "font/woff2", "xml": "application/xml", "zip": "application/zip",
  ]
}

/// A connection fault, which replaces or interrupts the response of a route.
package enum RouteFault: String, CaseIterable, Sendable {
  /// Resets the connection before the response.
  case reset
  /// Closes the connection before the response.
  case empty
  /// Sends a status, and then bytes that aren't HTTP.
  case malformed
  /// Sends the first half of the body, and closes the connection.
  case truncated

  /// The name of the `URLError` that a client gets.
  package var errorName: String {
    self == .malformed ? "cannotParseResponse" : "networkConnectionLost"
  }

  /// The number of bytes that a truncated response without a body announces.
  package static let announcedLength = 1024
}

/// Status codes of HTTP.
package enum HTTPStatus {
  /// The codes that a number in a body probably is, because they are usual and rarely a count.
  package static let usual: Set = [
    201, 204, 301, 302, 304, 401, 403, 404, 405, 409, 410, 422, 429, 502, 503, 504,
  ]

  /// Returns the status in a body that is only this number, or an object with only a status, a body, and headers.
  package static func inBody(_ body: AnyCodableValue) -> Int? {
    if case .int(let status) = body { return usual.contains(status) ? status : nil }
    // A body with `statusCode` can be the result of another service, but usually only if it succeeds.
    let (status, other) = (body.member(at: ["status"]), body.member(at: ["statusCode"]))
    guard case .int(let number)? = status ?? other,
      (status == nil ? 201...599 : 200...599).contains(number),
      case .dictionary(let parts) = body,
      parts["body"] != nil,
      parts.keys.allSatisfy({ ["status", "statusCode", "body", "headers"].contains($0) })
    else { return nil }
    return number
  }
}
