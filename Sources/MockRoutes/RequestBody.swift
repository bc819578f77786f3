internal import MockConfiguration
package import MockData

/// The body of a request as an argument.
///
/// | `Content-Type` | Argument |
/// | --- | --- |
/// | JSON | the data |
/// | a form, also in parts | the fields by name; a file as `{filename, type, body}` |
/// | any other, or none | the text, or base64 where the bytes are no UTF-8 |
///
/// A body of JSON that is called a form, as senders do by default, or nothing at all, is data too.
enum RequestBody {
  static func value(of body: [UInt8], type: String?) -> AnyCodableValue? {
    guard !body.isEmpty else { return nil }
    let name = type?.prefix { $0 != ";" }.lowercased().filter { $0 != " " } ?? ""
    let isForm = name == "application/x-www-form-urlencoded"
    if MediaType.isJSON(name) || ((isForm || name.isEmpty) && looksLikeJSON(body)),
      let text = String(validUTF8: body), let data = try? JSONParser().parse(text)
    {
      return data
    }
    if isForm { return .dictionary(HTTPTarget.members(HTTPTarget.pairs(body))) }
    if name == "multipart/form-data", let type, let form = MultipartForm(body, type: type) {
      return form.value
    }
    return text(body)
  }

  static func text(_ bytes: some Collection<UInt8>) -> AnyCodableValue {
    .string(String(validUTF8: bytes) ?? Array(bytes).base64)
  }

  private static func looksLikeJSON(_ body: [UInt8]) -> Bool {
    let first = body.first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
  }
}

/// A form that was sent in parts (RFC 7578).
package struct MultipartForm {
  /// A field, or a file if it has a name of one.
  package struct Part: Equatable, Sendable {
    package var name: String
    package var filename: String?
    /// The type as it was sent; nil for none.
    package var type: String?
    package var content: [UInt8]

    package init(name: String, filename: String? = nil, type: String? = nil, content: [UInt8]) {
      (self.name, self.filename, self.type) = (name, filename, type)
      self.content = content
    }

    /// The field as an argument.
    fileprivate var value: AnyCodableValue {
      let body = RequestBody.text(content)
      guard let filename else { return body }
      return [
        "filename": .string(filename), "body": body,
        "type": .string(type ?? "application/octet-stream"),
      ]
    }
  }

  package private(set) var parts: [Part] = []

  package var value: AnyCodableValue {
    .dictionary(HTTPTarget.members(parts.map { ($0.name, $0.value) }))
  }

  /// Reads a body; nil if it isn't a form in parts.
  package init?(_ body: [UInt8], type: String) {
    guard let boundary = Self.parameter("boundary", of: type), !boundary.isEmpty else { return nil }
    let delimiter = Array("--\(boundary)".utf8)
    var parts = body[...].split(separator: delimiter, omittingEmptySubsequences: false)
    guard parts.count >= 2 else { return nil }
    parts.removeFirst()
    for part in parts {
      if part.starts(with: "--".utf8) { return }
      guard part.starts(with: "\r\n".utf8) else { return nil }
      let pieces = part.dropFirst(2).split(
        separator: Array("\r\n\r\n".utf8), maxSplits: 1, omittingEmptySubsequences: false)
      // A part without headers begins with the empty line.
      guard pieces.count == 2, let head = String(validUTF8: pieces[0]) else { return nil }
      add(head, pieces[1].dropLast(2))
    }
    return nil
  }

  private mutating func add(_ head: String, _ content: ArraySlice<UInt8>) {
    var headers: [String: String] = [:]
    for line in head.split(separator: "\r\n") {
      guard let colon = line.firstIndex(of: ":") else { continue }
      headers[line[..<colon].lowercased()] = String(
        line[line.index(after: colon)...].drop { $0 == " " })
    }
    let disposition = headers["content-disposition"] ?? ""
    guard let name = Self.parameter("name", of: disposition) else { return }
    parts.append(
      Part(
        name: name, filename: Self.parameter("filename", of: disposition),
        type: headers["content-type"], content: Array(content)))
  }

  /// A parameter of a header such as `form-data; name="file"`.
  private static func parameter(_ name: String, of header: String) -> String? {
    var isQuoted = false
    let parts = header.split { character in
      if character == "\"" { isQuoted.toggle() }
      return character == ";" && !isQuoted
    }
    for part in parts.dropFirst() {
      let sides = part.split(separator: "=", maxSplits: 1)
      guard sides.count == 2, sides[0].filter({ $0 != " " }).lowercased() == name else { continue }
      return String(sides[1].drop { $0 == " " }).trimmingQuotes
    }
    return nil
  }
}

extension String {
  fileprivate var trimmingQuotes: String {
    hasPrefix("\"") && hasSuffix("\"") && count > 1 ? String(dropFirst().dropLast()) : self
  }
}
