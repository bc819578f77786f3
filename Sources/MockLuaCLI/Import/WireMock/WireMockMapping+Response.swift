import MockConfiguration
import MockData
import MockRecording

extension WireMockMapping {
  private static let faults: [String: RouteFault] = [
    "CONNECTION_RESET_BY_PEER": .reset, "EMPTY_RESPONSE": .empty,
    "MALFORMED_RESPONSE_CHUNK": .malformed, "RANDOM_DATA_THEN_CLOSE": .malformed,
  ]

  mutating func readResponse(_ node: DocumentNode) throws(CommandFailure) {
    if let fault = try node["fault"]?.text() {
      response.fault = Self.faults[fault]
      if response.fault == nil {
        unknownAnswers.append("the fault `\(fault)` has no counterpart")
      }
    }
    if let status = node["status"] {
      response.status = try status.integer()
      guard (100...999).contains(response.status) else {
        throw status.problem("\(response.status) isn't an HTTP status; expected 100 to 999")
      }
      if !(200...599).contains(response.status) {
        unknownAnswers.append("a route can't return the status \(response.status)")
      }
    }
    if let message = try node["statusMessage"]?.text(), !message.isEmpty {
      comments.append("The reason phrase \"\(message)\" is left out: routes don't send one.")
    }
    for (name, value) in try node["headers"]?.members() ?? [] {
      let values = (try? value.elements()) ?? [value]
      for value in values {
        response.headers.append(HTTPField(name: name, value: try value.text()))
      }
    }
    writtenType = ContentType(response.headers["content-type"])
    try readBody(of: node)
    try readDelay(of: node)
    for key in ["proxyBaseUrl"] where node[key] != nil {
      unknownAnswers.append("`\(key)` has no counterpart")
    }
    try readTransformers(of: node)
  }

  private mutating func readBody(of node: DocumentNode) throws(CommandFailure) {
    if let json = node["jsonBody"] {
      response.body = .json(json.data)
    } else if let body = node["body"] {
      let text = try body.text()
      response.body = Self.body(text, response.headers)
      if response.headers["content-type"] == nil, case .text = response.body {
        response.headers.append(HTTPField(name: "Content-Type", value: "text/plain"))
      }
    } else if let base64 = node["base64Body"] {
      guard let bytes = [UInt8](base64: try base64.string().utf8.filter { $0 > 0x20 }) else {
        throw base64.problem("the text isn't base64; encode it as base64")
      }
      response.body = ExchangeBody(
        bytes: bytes, type: ContentType(response.headers["content-type"]))
    }
    bodyFile = try node["bodyFileName"]?.text()
  }

  /// Returns the body for a text.
  ///
  /// Without a type, text that looks like JSON is treated as JSON.
  static func body(_ text: String, _ headers: [HTTPField]) -> ExchangeBody {
    let type = ContentType(headers["content-type"])
    let guess =
      type ?? (text.hasPrefix("{") || text.hasPrefix("[") ? ContentType("application/json") : nil)
    return ExchangeBody(text: text, type: guess)
  }

  private mutating func readTransformers(of node: DocumentNode) throws(CommandFailure) {
    guard let transformers = node["transformers"] else { return }
    for transformer in try transformers.elements() {
      let name = try transformer.text()
      guard name == "response-template" else {
        unknownAnswers.append("the transformer `\(name)` has no counterpart")
        continue
      }
      let parameters = try node["transformerParameters"]?.members() ?? []
      template = WireMockTemplate(
        body: try node["body"]?.text(),
        parameters: Dictionary(parameters.map { ($0.key, $0.value.data) }) { $1 })
    }
  }

  private mutating func readDelay(of node: DocumentNode) throws(CommandFailure) {
    if let fixed = node["fixedDelayMilliseconds"] {
      response.delay = .fixed(ms: max(0, try fixed.integer()))
    }
    if let dribble = node["chunkedDribbleDelay"] {
      let pieces = try dribble.required("numberOfChunks").integer()
      let ms = max(0, try dribble.required("totalDuration").integer())
      if pieces > 1 { response.dribble = MockDribble(pieces: min(pieces, 10_000), ms: ms) }
    }
    guard let delay = node["delayDistribution"] else { return }
    func number(_ name: String) throws(CommandFailure) -> Double {
      switch try delay.required(name).data {
      case .int(let number): Double(number)
      case .double(let number): number
      default: throw try delay.required(name).wrongKind("a number")
      }
    }
    switch try delay.required("type").text() {
    case "fixed": response.delay = .fixed(ms: max(0, Int(try number("milliseconds"))))
    case "uniform":
      let (low, high) = (max(0, Int(try number("lower"))), max(0, Int(try number("upper"))))
      response.delay = .uniform(minMs: min(low, high), maxMs: max(low, high))
    case "lognormal":
      let median = max(1, Int(try number("median")))
      response.delay = .logNormal(
        medianMs: median, sigma: max(0, try number("sigma")), maxMs: median * 100)
    case let type: unknownAnswers.append("the delay of type `\(type.escaped)` has no counterpart")
    }
  }
}
