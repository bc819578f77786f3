internal import MockCalls
internal import MockConfiguration
internal import MockData
internal import MockHTTPServer
internal import MockLuaTools

extension HTTPExchange {
  func answer(_ status: Int, _ bytes: [UInt8]) { answer(status, bytes, .json) }

  func answer(_ value: AnyCodableValue) { answer(200, value.compactJSON) }

  func refuse(_ refusal: Refusal, _ headers: HTTPHeaders = .json) {
    answer(refusal.status, refusal.value.compactJSON, headers)
  }

  func beginEvents() { beginStream(200, .events) }

  /// Compact JSON has no line breaks, so the event is one line.
  func send(_ event: String, _ value: AnyCodableValue) {
    write(Array("event: \(event)\ndata: ".utf8) + value.compactJSON + [0x0A, 0x0A])
  }
}

/// The reason why a request is refused.
struct Refusal: Error {
  var status: Int
  var code: String
  var message: String

  init(_ status: Int, _ code: String, _ message: String) {
    (self.status, self.code, self.message) = (status, code, message)
  }

  static func badRequest(_ message: String) -> Refusal { Refusal(400, "badRequest", message) }

  var value: AnyCodableValue {
    .dictionary(["code": .string(code), "message": .string(message)])
  }
}

// The headers of the inspector's responses. They are created once, because each response uses some of them.
extension HTTPHeaders {
  /// These headers prevent caching, type sniffing, and use in frames.
  private static let common = [
    (name: "Cache-Control", value: "no-store"), ("X-Content-Type-Options", "nosniff"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
  ]

  private static let api = common + [("Content-Security-Policy", "default-src 'none'")]

  static let json = HTTPHeaders(api + [("Content-Type", "application/json")])
  static let empty = HTTPHeaders(api)
  static let events = HTTPHeaders(api + [("Content-Type", "text/event-stream")])
  static let unauthorized = HTTPHeaders(
    api + [("Content-Type", "application/json"), ("WWW-Authenticate", "Bearer")])

  /// Returns the headers for a path that only supports other methods.
  static func allowing(_ methods: [String]) -> HTTPHeaders {
    let list = methods.joined(separator: ", ")
    return HTTPHeaders(api + [("Content-Type", "application/json"), ("Allow", list)])
  }

  /// Returns the headers for a part of the page, which can run no inline code and connect only to this server.
  static func page(_ type: String) -> HTTPHeaders {
    HTTPHeaders(
      common + [
        (
          "Content-Security-Policy",
          "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; "
            + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'"
        ), ("Referrer-Policy", "no-referrer"), ("Cross-Origin-Opener-Policy", "same-origin"),
        ("Content-Type", type),
      ])
  }
}

extension HTTPExchange {
  /// The decoded path components.
  var path: [String] { HTTPTarget(target).path }

  /// The decoded values of the query by name.
  var query: [String: String] {
    Dictionary(HTTPTarget(target).query.map { ($0.name, $0.value) }) { $1 }
  }

  /// Whether the client requests values as events.
  var wantsEvents: Bool {
    header("Accept")?.lowercased().contains("text/event-stream") ?? false
  }

  /// If `keys` is nil, any key is allowed.
  ///
  /// With `isOptional`, an empty body counts as an empty object.
  func object(keys: [String]? = nil, isOptional: Bool = false) throws(Refusal) -> [String:
    AnyCodableValue]
  {
    let bytes = body ?? []
    if isOptional, bytes.isEmpty { return [:] }
    // A form on another site's page has a different type, and browsers send it without permission.
    if let contentType = header("Content-Type"),
      !contentType.lowercased().hasPrefix("application/json")
    {
      throw Refusal(415, "badType", "send JSON, with `Content-Type: application/json`")
    }
    let value: AnyCodableValue
    do throws(JSONParseError) {
      value = try JSONParser(maximumDepth: 200).parse(utf8: bytes)
    } catch {
      throw .badRequest("the body is not JSON: \(error)")
    }
    guard case .dictionary(let members) = value else {
      throw .badRequest("the body must be a JSON object")
    }
    if let keys, let unknown = members.keys.filter({ !keys.contains($0) }).min() {
      let hint = NearestName.hint(for: unknown, candidates: keys) ?? "remove it"
      throw .badRequest("unknown key `\(unknown.escaped)` in the body; \(hint)")
    }
    return members
  }

  func number(_ name: String, _ range: ClosedRange<Int>, default standard: Int) throws(Refusal)
    -> Int
  {
    guard let text = query[name] else { return standard }
    guard let number = Int(text), range.contains(number) else {
      throw .badRequest(
        "`\(name)` must be a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }
}

extension [String: AnyCodableValue] {
  func text(_ key: String) throws(Refusal) -> String {
    guard case .string(let text) = self[key] else {
      throw .badRequest("`\(key)` must be a string")
    }
    return text
  }

  /// Returns the call that the key `call` names.
  func call(arguments: AnyCodableValue = [:]) throws(Refusal) -> MockCallRequest {
    guard let request = MockCallRequest(try text("call"), arguments: arguments) else {
      throw .badRequest("`call` must have the form `Service.method`, such as `OTP.verify`")
    }
    return request
  }

  func bool(_ key: String) throws(Refusal) -> Bool {
    guard case .bool(let flag) = self[key] else {
      throw .badRequest("`\(key)` must be true or false")
    }
    return flag
  }

  /// Returns an integer, even if it is written with a decimal point; nil for anything else.
  func wholeNumber(_ key: String) -> Int? {
    switch self[key] {
    case .int(let number): number
    case .double(let number): Int(exactly: number)
    default: nil
    }
  }

  /// Returns the arguments object of a key, or an empty object if the key is absent.
  func arguments(_ key: String) throws(Refusal) -> AnyCodableValue {
    guard let value = self[key] else { return [:] }
    guard case .dictionary = value else {
      throw .badRequest("`\(key)` must be an object of arguments by label")
    }
    return value
  }
}
