package import MockConfiguration
internal import MockData

/// Asks the network for a request that the scenario passes.
package typealias LiveRequest = @Sendable (RoutedRequest) async throws -> LiveResponse

/// What the network answered.
package struct LiveResponse: Sendable {
  package var status: Int
  package var headers: [(name: String, value: String)]
  package var body: [UInt8]

  /// Takes a response, and undoes its `Content-Encoding`.
  ///
  /// A client need not understand a coding that it has not asked for, and a recording holds the data. If the coding is not
  /// known here, such as `br`, or the body is not what the header states, both stay as they are.
  package init(status: Int, headers: [(name: String, value: String)], body: [UInt8]) {
    (self.status, self.headers, self.body) = (status, headers, body)
    let codings = headers.filter { Self.isCoding($0.name) }.map(\.value)
    guard !codings.isEmpty, !body.isEmpty, let decoded = try? ContentCoding.decode(body, codings)
    else { return }
    self.body = decoded
    self.headers.removeAll { Self.isCoding($0.name) || Self.isLength($0.name) }
  }

  private static func isCoding(_ name: String) -> Bool { name.lowercased() == "content-encoding" }
  private static func isLength(_ name: String) -> Bool { name.lowercased() == "content-length" }

  /// The parts as a client gets them: the bytes of the body as they came.
  var parts: [RoutedPart] {
    [.head(status: status, headers: headers, length: body.count)]
      + (body.isEmpty ? [] : [.bytes(body)])
  }

  /// The answer as the data that a route has: JSON as data, a text as text, else bytes.
  package var value: RoutedValue {
    var answer = RoutedValue(.nothing, status: status == 200 ? nil : status)
    for (name, value) in headers { answer.headers[name, default: []].append(value) }
    guard !body.isEmpty else { return answer }
    let type = answer.header("Content-Type").first
    let name = type.map { $0.prefix { $0 != ";" }.lowercased() } ?? ""
    if MediaType.isJSON(name), let text = String(validUTF8: body),
      let data = try? JSONParser().parse(text)
    {
      answer.content = .body(data)
      if name == "application/json" {
        answer.headers = answer.headers.filter { $0.key.lowercased() != "content-type" }
      }
    } else if name.hasPrefix("text/"), let text = String(validUTF8: body) {
      answer.content = .body(.string(text))
    } else {
      answer.content = .bytes(body.base64)
    }
    return answer
  }
}
