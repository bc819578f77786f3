internal import MockCalls
package import MockConfiguration
internal import MockData

/// Sends a request that the scenario passes through to the network.
package typealias LiveRequest = @Sendable (RoutedRequest) async throws -> LiveResponse

/// A response from the network.
package struct LiveResponse: Sendable {
  package var status: Int
  package var headers: [(name: String, value: String)]
  package var body: [UInt8]

  /// Takes a response, and decodes its `Content-Encoding`.
  ///
  /// A client may not understand an encoding that it didn't request, and recordings need the decoded data. If the
  /// encoding isn't supported (such as `br`), or if the body doesn't match the header, both stay unchanged.
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

  /// The parts for a client, with the bytes of the body as they were received.
  var parts: [RoutedPart] {
    [.head(status: status, headers: headers, length: body.count)]
      + (body.isEmpty ? [] : [.bytes(body)])
  }

  /// The response as the value of a route: JSON as data, text as a string, and anything else as bytes.
  package var value: RoutedValue {
    var answer = RoutedValue(.nothing, status: status == 200 ? nil : status)
    for (name, value) in headers { answer.headers[name, default: []].append(value) }
    guard !body.isEmpty else { return answer }
    let type = answer.header("Content-Type").first
    let name = type.map(MediaType.name) ?? ""
    if MediaType.isJSON(name), let text = String(validUTF8: body),
      let data = try? JSONParser().parse(text)
    {
      answer.content = .body(data)
      // A script sends plain JSON with this type.
      let parameters = type?.lowercased().filter { !" \"".contains($0) }.dropFirst(name.count) ?? ""
      if name == "application/json", ["", ";", ";charset=utf-8"].contains(parameters) {
        answer.headers = answer.headers.filter { $0.key.lowercased() != "content-type" }
      }
    } else if name.hasPrefix("text/"), let text = answer.charset.decoded(body),
      answer.charset.encoded(text) == body
    {
      answer.content = .body(.string(text))
    } else {
      answer.content = .bytes(body.base64)
      if type == nil { answer.headers["Content-Type"] = [] }
    }
    return answer
  }
}
