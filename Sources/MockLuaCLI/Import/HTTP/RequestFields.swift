import MockData
import MockRecording

extension CallFields {
  /// The fields of a request.
  init(of request: ExchangeRequest) {
    self.init()
    for (name, value) in request.pathValues { add(.string(value), at: ["path", name]) }
    for (name, value) in request.url.query.data { add(value, at: ["query", name]) }
    for field in request.headers {
      let name = field.name.lowercased()
      if HeaderNames.discriminating.contains(name) {
        add(.string(field.value), at: ["headers", name])
      }
    }
    switch request.body {
    case .json(let value): addMembers(of: value, at: ["body"])
    case .form(let fields): addMembers(of: .dictionary(fields.data), at: ["body"])
    case .text(let text): add(.string(text), at: ["body"])
    case .bytes(let bytes): add(.string(bytes.base64), at: ["body"])
    case .none, .unknown: break
    }
  }
}
