import MockData
import MockRecording

/// Reads the entries of a HAR (HTTP Archive 1.2), which browsers and proxies record.
struct HARImport {
  private(set) var exchanges: [Exchange] = []
  private(set) var notes: [ImportNote] = []
  /// How many entries there are, those that are no HTTP included.
  private(set) var entryCount = 0

  /// The folder of the file, where bodies may lie beside it; nil for standard input.
  private let folder: String?

  init(_ root: DocumentNode, folder: String?) throws(CommandFailure) {
    self.folder = folder
    let entries = try root.required("log").required("entries").elements()
    entryCount = entries.count
    for entry in entries {
      if let exchange = try exchange(entry) { exchanges.append(exchange) }
    }
  }

  private mutating func exchange(_ entry: DocumentNode) throws(CommandFailure) -> Exchange? {
    let request = try entry.required("request")
    let urlNode = try request.required("url")
    let text = try urlNode.string()
    guard let url = RequestURL(text), url.origin != nil else {
      notes.append(urlNode.note("is left out, since it is no URL of HTTP: \(text.escaped)"))
      return nil
    }
    let method = try request.required("method").string().uppercased()
    guard let answer = entry["response"] else {
      notes.append(entry.note("is left out, since it has no `response`"))
      return nil
    }
    var exchange = Exchange(
      request: ExchangeRequest(method: method, url: url), response: try response(answer),
      resource: try entry["_resourceType"]?.text())
    if exchange.response.status == 0, exchange.response.failure == nil {
      // Firefox writes so what it took from its cache.
      exchange.response.status = 200
      exchange.comments.append("The recording has an answer without a status; 200 was taken.")
    }
    exchange.request.headers = try Self.fields(request["headers"])
    if url.query.isEmpty { exchange.request.url.query = try Self.fields(request["queryString"]) }
    if let body = request["postData"] {
      exchange.request.body = try Self.body(body, exchange.request.headers)
    }
    return exchange
  }

  private static func fields(_ list: DocumentNode?) throws(CommandFailure) -> [HTTPField] {
    guard let list else { return [] }
    var fields: [HTTPField] = []
    for field in try list.elements() {
      fields.append(
        HTTPField(
          name: try field.required("name").string(), value: try field["value"]?.text() ?? ""))
    }
    return fields
  }

  private static func body(
    _ data: DocumentNode, _ headers: [HTTPField]
  ) throws(CommandFailure) -> ExchangeBody {
    let type = ContentType(try data["mimeType"]?.string() ?? headers["content-type"])
    if let text = try data["text"]?.string(), !text.isEmpty {
      if try data["encoding"]?.string() == "base64" {
        return try bytes(text, type, at: data.required("text"))
      }
      return ExchangeBody(text: text, type: type)
    }
    let fields = try fields(data["params"])
    return fields.isEmpty ? .none : .form(fields)
  }

  private static func bytes(
    _ text: String, _ type: ContentType?, at node: DocumentNode
  ) throws(CommandFailure) -> ExchangeBody {
    guard let bytes = [UInt8](base64: text.utf8.filter { $0 > 0x20 }) else {
      throw node.problem("the text is no base64, as `encoding` says; expected base64")
    }
    return ExchangeBody(bytes: bytes, type: type)
  }

  // MARK: - Answers

  private func response(_ response: DocumentNode) throws(CommandFailure) -> ExchangeResponse {
    let statusNode = try response.required("status")
    let status = try statusNode.integer()
    let text = try response["content"]?["text"]?.string() ?? ""
    let isAnswered = status == 0 && !text.isEmpty
    guard status > 0 || isAnswered else {
      let error = try response["_error"]?.text() ?? ""
      return ExchangeResponse(status: 0, failure: NetworkErrors.name(of: error))
    }
    guard isAnswered || (100...999).contains(status) else {
      throw statusNode.problem("the status \(status) is none of HTTP; expected 100 to 999")
    }
    var result = ExchangeResponse(status: status)
    result.headers = try Self.fields(response["headers"])
    if result.headers["location"] == nil, (300...399).contains(status),
      let target = try response["redirectURL"]?.text(), !target.isEmpty
    {
      result.headers.append(HTTPField(name: "Location", value: target))
    }
    guard let content = response["content"] else { return result }
    if result.headers["content-type"] == nil, let type = try content["mimeType"]?.string(),
      ContentType(type) != nil, type != "x-unknown"
    {
      result.headers.append(HTTPField(name: "Content-Type", value: type))
    }
    result.body = try self.content(content, ContentType(result.headers["content-type"]), status)
    return result
  }

  private func content(
    _ content: DocumentNode, _ type: ContentType?, _ status: Int
  ) throws(CommandFailure) -> ExchangeBody {
    guard let textNode = content["text"] else {
      // Playwright puts bodies into files of their own.
      if let file = try content["_file"]?.string(),
        let bytes = BesideFile.contents(of: file, in: folder)
      {
        return ExchangeBody(bytes: bytes, type: type)
      }
      let size = try content["size"]?.integer() ?? 0
      guard size > 0, status != 204, status != 304 else { return .none }
      return .unknown("The recording has no body here, which had \(size) bytes.")
    }
    let text = try textNode.string()
    if try content["encoding"]?.string() == "base64" {
      return try Self.bytes(text, type, at: textNode)
    }
    return ExchangeBody(text: text, type: type)
  }
}
