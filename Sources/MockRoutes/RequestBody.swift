internal import MockCalls
internal import MockConfiguration
internal import MockData

/// The body of a request as an argument.
///
/// | `Content-Type` | Argument |
/// | --- | --- |
/// | JSON | the data; a byte order mark is skipped |
/// | a form or a multipart form | the fields by name; each file as `{filename, type, body}` |
/// | any other, or none | the text in its `charset`; base64 if the bytes aren't text |
///
/// JSON is also read as data if it's sent without a type, or with the type of a form, as many clients do by default.
/// `Content-Encoding` is decoded first.
struct RequestBody {
  /// The argument; nil for a request without a body.
  private(set) var value: AnyCodableValue?
  /// The decoded bytes, or the bytes as they were sent if their `Content-Encoding` can't be decoded.
  private(set) var content: [UInt8] = []
  /// The reason why the argument is only text or base64; nil if the body matches the headers.
  private(set) var problem: String?
  /// The data, if the body was read as JSON.
  private var data: AnyCodableValue?
  private var charset = Charset.utf8

  static let nothing = RequestBody()

  private init() {}

  /// Returns the error for a body that has too many parts of a kind.
  static func tooMany(_ count: Int, _ what: String) -> MockServiceError {
    tooLarge("the body has more than \(count) \(what); send fewer")
  }

  private static func tooLarge(_ text: String) -> MockServiceError {
    MockServiceError(code: RoutedCall.tooLarge, message: text)
  }

  /// The maximum number of JSON values.
  private static let valueLimit = 1_000_000
  /// The approximate maximum size of those values in memory, in bytes.
  private static let byteLimit = 128 << 20
  /// The maximum number of fields or parts of a form.
  static let fieldLimit = 100_000

  /// Parses a body as it was sent.
  ///
  /// `codings` are the values of `Content-Encoding`, in order. If the body exceeds the server's limits, throws an error
  /// for the client.
  init(_ body: [UInt8], type: String?, codings: [String] = []) throws(MockServiceError) {
    guard !body.isEmpty else { return }
    content = body
    let decoded: [UInt8]
    do throws(ContentCoding.Problem) {
      decoded = try ContentCoding.decode(body, codings)
    } catch {
      if case .tooLarge = error { throw Self.tooLarge(error.description) }
      (value, problem) = (Self.text(body), error.description)
      return
    }
    content = decoded
    if !decoded.isEmpty { try read(decoded, type) }
  }

  private mutating func read(_ body: [UInt8], _ type: String?) throws(MockServiceError) {
    let name = type.map(MediaType.name) ?? ""
    charset = type.flatMap(MediaType.charset).flatMap { Charset($0) } ?? .utf8
    // UTF-8 is a common mistake for ASCII.
    if charset == .ascii { charset = .utf8 }
    let isForm = name == "application/x-www-form-urlencoded"
    let isJSON = MediaType.isJSON(name)
    if isJSON || ((isForm || name.isEmpty) && Self.looksLikeJSON(body)) {
      // JSON is UTF-8 with any `charset` (RFC 8259, 8.1), unless it can't be.
      let isUTF8 = String(validUTF8: body) != nil && !body.contains(0)
      switch Self.json(isUTF8 ? body : decoded.map { Array($0.utf8) } ?? body) {
      case .success(.some(let data)):
        (value, self.data) = (data, data)
        return
      case .success(.none):
        throw Self.tooMany(Self.valueLimit, "values of JSON, or takes too much memory")
      case .failure(let error):
        // Invalid JSON is only a problem if the type declares JSON.
        if isJSON {
          problem =
            "the body is not JSON, although its `Content-Type` is `\(name.escaped)`: \(error)"
        }
      }
    }
    if isForm {
      guard body.count(where: { $0 == UInt8(ascii: "&") }) < Self.fieldLimit else {
        throw Self.tooMany(Self.fieldLimit, "fields")
      }
      value = .dictionary(HTTPTarget.members(HTTPTarget.pairs(body)))
      return
    }
    if name == "multipart/form-data", let type {
      if let form = try MultipartForm(body, type: type) {
        value = form.value
        return
      }
      problem =
        "the body has no parts, although its `Content-Type` is `multipart/form-data`; "
        + "begin each with CR LF, `--`, and the `boundary`, and end the last with `--`"
    }
    value = .string(decoded ?? body.base64)
  }

  // MARK: - The body as it was sent

  /// The text; nil if the bytes aren't text.
  private var decoded: String? { charset.decoded(content) }

  /// The text, with replacement characters for bytes that aren't text.
  var text: String { decoded ?? String(decoding: content, as: UTF8.self) }

  /// The bytes in base64, if they aren't text.
  ///
  /// Text is never encoded, because redaction couldn't find secrets in base64.
  var bytesInBase64: String? {
    decoded == nil ? content.base64 : nil
  }

  /// The text as data, if it is JSON, with any `Content-Type`.
  var textAsData: AnyCodableValue? {
    if let data, charset == .utf8 { return data }
    return (try? Self.json(Array(text.utf8)).get()) ?? nil
  }

  /// Parses JSON, or returns nil if it has more values than the server accepts.
  static func json(_ body: [UInt8]) -> Result<AnyCodableValue?, JSONParseError> {
    var (values, bytes) = (0, 0)
    return Result { () throws(JSONParseError) in
      try JSONParser().parse(utf8: body.withoutByteOrderMark) { moreValues, moreBytes in
        values += moreValues
        bytes += moreBytes
        return values <= valueLimit && bytes <= byteLimit
      }
    }
  }

  static func text(_ bytes: some Collection<UInt8>) -> AnyCodableValue {
    .string(String(validUTF8: bytes) ?? Array(bytes).base64)
  }

  private static func looksLikeJSON(_ body: [UInt8]) -> Bool {
    let first = body.withoutByteOrderMark.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
  }
}

extension [UInt8] {
  /// The bytes without a UTF-8 byte order mark at the start, which a JSON parser may ignore (RFC 8259, 8.1).
  fileprivate var withoutByteOrderMark: [UInt8] {
    starts(with: [0xEF, 0xBB, 0xBF]) ? Array(dropFirst(3)) : self
  }
}
