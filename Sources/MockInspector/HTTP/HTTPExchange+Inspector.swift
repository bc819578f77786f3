internal import MockData
internal import MockHTTPServer

// What the inspector answers with.
extension HTTPExchange {
  /// The request as it came, taken apart.
  var request: HTTPRequest { HTTPRequest(self) }

  func answer(_ status: Int, _ bytes: [UInt8]) { answer(status, bytes, .json) }

  func answer(_ value: AnyCodableValue) { answer(200, value.compactJSON) }

  func refuse(_ refusal: Refusal, _ headers: HTTPHeaders = .json) {
    answer(refusal.status, refusal.value.compactJSON, headers)
  }

  func beginEvents() { beginStream(200, .events) }

  /// Writes one server-sent event; JSON has no line breaks, so that it is one line.
  func send(_ event: String, _ value: AnyCodableValue) {
    write(Array("event: \(event)\ndata: ".utf8) + value.compactJSON + [0x0A, 0x0A])
  }
}

/// Why a request is not answered as it wishes.
struct Refusal: Error {
  var status: Int
  var code: String
  var message: String

  init(_ status: Int, _ code: String, _ message: String) {
    (self.status, self.code, self.message) = (status, code, message)
  }

  var value: AnyCodableValue {
    .dictionary(["code": .string(code), "message": .string(message)])
  }
}
