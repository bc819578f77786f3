internal import MockCalls
internal import MockConfiguration
package import MockData

/// A multipart form (RFC 7578).
package struct MultipartForm {
  /// A field, or a file if it has a file name.
  package struct Part: Equatable, Sendable {
    package var name: String
    package var filename: String?
    package var type: String?
    package var content: [UInt8]

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

  /// Parses the parts of a body, or returns nil if it has no parts or more parts than the server accepts.
  package init?(reading body: [UInt8], type: String) {
    guard let form = try? MultipartForm(body, type: type) else { return nil }
    self = form
  }

  /// Parses the parts of a body, or returns nil if there aren't any.
  init?(_ body: [UInt8], type: String) throws(MockServiceError) {
    guard let boundary = Self.parameter("boundary", of: type), !boundary.isEmpty else { return nil }
    let lineEnd = Array("\r\n".utf8)
    let delimiter = lineEnd + Array("--\(boundary)".utf8)
    // Anything before the first delimiter is ignored. At the start of the body, there is no line break before it.
    var next: Int
    if body.starts(with: delimiter[2...]) {
      next = delimiter.count - 2
    } else {
      guard let first = body.firstOffset(of: delimiter, from: 0) else { return nil }
      next = first + delimiter.count
    }
    while !body[next...].starts(with: "--".utf8) {
      while next < body.count, Self.isBlank(body[next]) { next += 1 }
      guard body[next...].starts(with: lineEnd),
        let end = Self.end(of: body, from: next, delimiter),
        // A part without headers starts with the empty line.
        let headEnd = body.firstOffset(of: lineEnd + lineEnd, from: next), headEnd <= end,
        let head = String(validUTF8: body[min(next + 2, headEnd)..<headEnd])
      else { return nil }
      guard parts.count < RequestBody.fieldLimit else {
        throw RequestBody.tooMany(RequestBody.fieldLimit, "parts")
      }
      add(head, body[min(headEnd + 4, end)..<end])
      next = end + delimiter.count
    }
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }

  /// Returns the end of a part: the next delimiter that isn't the start of a longer line.
  private static func end(of body: [UInt8], from start: Int, _ delimiter: [UInt8]) -> Int? {
    var start = start
    while let found = body.firstOffset(of: delimiter, from: start) {
      let next = body[(found + delimiter.count)...]
      if next.starts(with: "--".utf8) || next.starts(with: "\r\n".utf8)
        || next.first.map(isBlank) == true
      {
        return found
      }
      start = found + delimiter.count
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

  /// Returns a parameter of a header such as `form-data; name="file"`.
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

extension [UInt8] {
  /// Returns the offset of the first occurrence of some bytes, at or after an offset.
  ///
  /// The bytes must not be empty. `firstRange(of:)` is many times slower.
  fileprivate func firstOffset(of other: [UInt8], from start: Int) -> Int? {
    withUnsafeBufferPointer { bytes in
      other.withUnsafeBufferPointer { other in
        var offset = start
        while offset + other.count <= bytes.count {
          if bytes[offset] == other[0] {
            var length = 1
            while length < other.count, bytes[offset + length] == other[length] { length += 1 }
            if length == other.count { return offset }
          }
          offset += 1
        }
        return nil
      }
    }
  }
}
