import MockConfiguration
import MockData
import MockRecording

extension CallFields {
  /// Collects the fields of a request.
  init(of request: ExchangeRequest) {
    self.init(hasVariables: request.hasVariables)
    for (name, value) in request.pathValues { add(.string(value), at: ["path", name]) }
    for (name, value) in request.url.query.data { add(value, at: ["query", name]) }
    var headers: [String: String] = [:]
    for field in request.headers {
      headers[field.name.lowercased()] =
        headers[field.name.lowercased()].map { "\($0), \(field.value)" } ?? field.value
    }
    for (name, value) in headers where HeaderNames.discriminating.contains(name) {
      // Each client generates its own multipart boundary, so it can't be part of a match.
      guard name != "content-type" || !value.lowercased().hasPrefix("multipart/") else { continue }
      add(.string(value), at: ["headers", name])
    }
    switch request.body {
    case .json(let value): addMembers(of: value, at: ["body"])
    case .form(let fields): addMembers(of: .dictionary(fields.data), at: ["body"])
    case .parts(let parts): addMembers(of: parts.data, at: ["body"])
    case .text(let text): add(.string(text), at: ["body"])
    case .bytes(let bytes): add(.string(bytes.base64), at: ["body"])
    case .none, .unknown: break
    }
  }
}

extension [FormPart] {
  /// The parts by name, as a route parses them, without unknown contents.
  fileprivate var data: AnyCodableValue {
    .dictionary(
      HTTPTarget.members(
        compactMap { part -> (name: String, value: AnyCodableValue)? in
          guard let filename = part.filename else {
            return part.content?.argument.map { (part.name, $0) }
          }
          var members: [String: AnyCodableValue] = ["filename": .string(filename)]
          members["body"] = part.content?.argument
          members["type"] = part.type.map { .string($0) }
          return (part.name, .dictionary(members))
        }))
  }
}

extension FormPart.Content {
  fileprivate var argument: AnyCodableValue? {
    switch self {
    case .text(let text): .string(text)
    case .bytes(let bytes): .string(String(validUTF8: bytes) ?? bytes.base64)
    }
  }
}
