/// A secret in a string.
struct SecretPlace {
  /// The range of its bytes in the UTF-8 of the text.
  var range: Range<Int>
  /// The secret, without the escapes that the text requires.
  var value: String

  init(_ range: Range<Int>, _ bytes: [UInt8]) {
    (self.range, value) = (range, String(decoding: bytes[range], as: UTF8.self))
  }
}

/// Finds values in a string that are secrets because of their names.
///
/// One scan recognizes every notation in which a name comes before its value:
///
/// | Where | Notation |
/// | --- | --- |
/// | queries, forms, cookies, settings | `name=value` |
/// | attributes and source code | `name="value"`, `name: "value"` |
/// | JSON in other text, such as a server-sent event | `"name": value`, `\"name\": \"value\"` |
/// | a line with a header, or a line of YAML | `name: value` |
/// | XML, property lists | `<name>value</name>`, `<key>name</key><string>value</string>` |
/// | HTML | `<input name="name" value="value">` |
/// | multipart forms | `name="name"`, an empty line, and the value |
/// | addresses | `scheme://user:password@host` |
struct SecretPlaces {
  private let bytes: [UInt8]
  private(set) var places: [SecretPlace] = []

  private static let nameLengthLimit = 100
  /// The maximum distance between two attributes of a tag.
  private static let tagLengthLimit = 500
  private static let quotes = Set("\"'`".utf8)
  /// The bytes that end an unquoted value, in addition to spaces.
  private static let ends = Set("&;#\"'`<>\\".utf8)

  /// Returns the secrets in a string.
  static func all(in text: String) -> [SecretPlace] {
    var scan = SecretPlaces(bytes: Array(text.utf8))
    scan.run()
    return scan.places
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private mutating func run() {
    var index = 0
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "="), UInt8(ascii: ":"): addValue(after: index)
      case UInt8(ascii: "@"): addPassword(before: index)
      case UInt8(ascii: "<"): addElement(at: index)
      default: break
      }
      index = max(index + 1, places.last?.range.upperBound ?? 0)
    }
  }

  private mutating func add(_ range: Range<Int>, _ value: String? = nil) {
    guard !range.isEmpty, range.lowerBound >= places.last?.range.upperBound ?? 0,
      bytes[range].contains(where: { $0.isASCIIAlphanumeric || $0 >= 0x80 }),
      // A single letter is usually part of a sentence, not a secret.
      range.count > 1 || bytes[range.lowerBound].isASCIIDigit
    else { return }
    var place = SecretPlace(range, bytes)
    if let value { place.value = value }
    places.append(place)
  }

  // MARK: - The value of a secret's name

  private static let schemes: Set<String> = [
    "apikey", "aws4-hmac-sha256", "basic", "bearer", "bot", "digest", "dpop", "hawk", "jwt", "mac",
    "negotiate",
    "ntlm", "oauth", "sharedaccesssignature", "sharedkey", "token",
  ]

  /// Returns the secrets in a value whose name marks it as secret, such as credentials without their scheme and cookies
  /// without their names.
  static func parts(of value: String, named name: String) -> [SecretPlace] {
    let bytes = Array(value.utf8)
    let lower = name.lowercased()
    if lower.hasSuffix("cookie"), bytes.contains(UInt8(ascii: "=")) {
      var (parts, start) = ([SecretPlace](), 0)
      for pair in bytes.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false) {
        if let sign = pair.firstIndex(of: UInt8(ascii: "=")), sign + 1 < start + pair.count {
          parts.append(SecretPlace(sign + 1..<start + pair.count, bytes))
        }
        // In `Set-Cookie`, the attributes come after the value.
        if lower.contains("set") { break }
        start += pair.count + 1
      }
      return parts
    }
    if let space = bytes.firstIndex(of: 0x20), space + 1 < bytes.count,
      schemes.contains(String(decoding: bytes[..<space], as: UTF8.self).lowercased())
    {
      return [SecretPlace(space + 1..<bytes.count, bytes)]
    }
    return [SecretPlace(0..<bytes.count, bytes)]
  }

  // MARK: - Names and values

  private mutating func addValue(after sign: Int) {
    let isColon = bytes[sign] == UInt8(ascii: ":")
    var next = sign + 1
    while next < bytes.count, bytes[next] == 0x20 { next += 1 }
    let opening = quote(at: next)
    var end = sign
    while end > 0, isColon || opening != nil, bytes[end - 1] == 0x20 { end -= 1 }
    let isQuoted = end > 0 && Self.quotes.contains(bytes[end - 1])
    if isQuoted {
      end -= 1
      while end > 0, bytes[end - 1] == UInt8(ascii: "\\") { end -= 1 }
    }
    var start = end
    while start > 0, end - start <= Self.nameLengthLimit,
      Self.isOfName(bytes[start - 1]) || isQuoted && bytes[start - 1] == 0x20
    {
      start -= 1
    }
    guard start < end, end - start <= Self.nameLengthLimit, let name = unescaped(start..<end) else {
      return
    }
    if let opening, let close = closing(opening),
      ["name", "id", "key", "property", "field"].contains(name.lowercased())
    {
      addField(named: opening.end..<close, start)
    }
    guard MockSecrets.isSecret(name) else { return }
    if let opening {
      guard let close = closing(opening) else { return }
      let raw = SecretPlace(opening.end..<close, bytes).value
      let isJSON = opening.escapes == 0 && raw.utf8.contains(UInt8(ascii: "\\"))
      guard isJSON, case .string(let text)? = try? JSONParser().parse("\"\(raw)\"") else {
        return add(parts: opening.end..<close, named: name)
      }
      add(opening.end..<close, text)
    } else if !isColon {
      let last =
        bytes[(sign + 1)...].firstIndex { Self.ends.contains($0) || $0 <= 0x20 } ?? bytes.count
      if let value = unescaped(sign + 1..<last) { add(sign + 1..<last, value) }
    } else if isQuoted {
      // JSON never quotes with backticks, but messages do: `password`: expected ...
      if bytes[sign - 1] != UInt8(ascii: "`") { addData(at: next) }
    } else if bytes[..<start].last(where: { $0 != 0x20 && $0 != UInt8(ascii: "-") }).map({
      $0 == 0x0A
    }) ?? true {
      var last = bytes[next...].firstIndex { $0 == 0x0D || $0 == 0x0A } ?? bytes.count
      while last > next, bytes[last - 1] == 0x20 { last -= 1 }
      add(parts: next..<last, named: name, isLine: true)
    }
  }

  /// Adds the secrets of a value.
  ///
  /// - Parameters:
  ///   - range: The range of the value.
  ///   - name: The name of the value.
  ///   - isLine: Whether the value ends a line and may be prose. In that case, a secret has no spaces, and has a digit
  ///     or a minimum length.
  private mutating func add(parts range: Range<Int>, named name: String, isLine: Bool = false) {
    for part in Self.parts(of: SecretPlace(range, bytes).value, named: name)
    where !isLine
      || !part.value.utf8.contains(0x20)
        && (part.value.utf8.count >= 16 || part.value.utf8.contains(where: \.isASCIIDigit))
    {
      let place =
        part.range.lowerBound + range.lowerBound..<part.range.upperBound + range.lowerBound
      add(place)
    }
  }

  /// Adds a JSON number, or all strings of a list or an object.
  private mutating func addData(at start: Int) {
    guard start < bytes.count else { return }
    guard bytes[start] == UInt8(ascii: "[") || bytes[start] == UInt8(ascii: "{") else {
      let end =
        bytes[start...].firstIndex { !$0.isASCIIDigit && !"-+.eE".utf8.contains($0) }
        ?? bytes.count
      // A word isn't a number, even if it starts with an `e`.
      let first = bytes[start] == UInt8(ascii: "-") ? start + 1 : start
      guard first < end, bytes[first].isASCIIDigit,
        end == bytes.count || !bytes[end].isASCIIAlphanumeric
      else { return }
      return add(start..<end)
    }
    var (index, depth) = (start, 0)
    repeat {
      if "[{".utf8.contains(bytes[index]) { depth += 1 }
      if "]}".utf8.contains(bytes[index]) { depth -= 1 }
      if let opening = quote(at: index) {
        guard let close = closing(opening) else { return }
        let after = bytes[(close + opening.escapes + 1)...].first { $0 > 0x20 }
        if after != UInt8(ascii: ":") { add(opening.end..<close) }
        index = close + opening.escapes
      }
      index += 1
    } while index < bytes.count && depth > 0
  }

  /// Returns the quotation mark at a position, with the number of backslashes before it.
  private func quote(at start: Int) -> (end: Int, escapes: Int)? {
    var index = start
    while index < bytes.count, bytes[index] == UInt8(ascii: "\\") { index += 1 }
    guard index < bytes.count, Self.quotes.contains(bytes[index]) else { return nil }
    return (index + 1, index - start)
  }

  /// Returns the end of quoted text: the position of the closing quotation mark, or of the backslashes before it.
  private func closing(_ opening: (end: Int, escapes: Int)) -> Int? {
    let quote = bytes[opening.end - 1]
    var escapes = 0
    for index in opening.end..<max(bytes.count, opening.end) {
      if bytes[index] == quote,
        opening.escapes > 0 ? escapes == opening.escapes : escapes % 2 == 0
      {
        return index - opening.escapes
      }
      escapes = bytes[index] == UInt8(ascii: "\\") ? escapes + 1 : 0
    }
    return nil
  }

  // MARK: - Forms and elements

  /// Adds the value of a multipart form field, or of a tag such as `<input name="password" value="...">`.
  ///
  /// In both, the field's name is the value of an attribute.
  private mutating func addField(named range: Range<Int>, _ start: Int) {
    guard let name = unescaped(range), MockSecrets.isSecret(name) else { return }
    let line = bytes[..<start].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    if SecretPlace(line..<start, bytes).value.lowercased().contains("form-data") {
      guard let head = first(of: "\r\n\r\n", in: range.upperBound..<bytes.count) else { return }
      let end = first(of: "\r\n--", in: head + 4..<bytes.count) ?? bytes.count
      return add(head + 4..<end)
    }
    let window =
      max(0, start - Self.tagLengthLimit)..<min(bytes.count, range.upperBound + Self.tagLengthLimit)
    guard let tag = bytes[window.lowerBound..<start].lastIndex(of: UInt8(ascii: "<")),
      let end = bytes[range.upperBound..<window.upperBound].firstIndex(of: UInt8(ascii: ">"))
    else { return }
    for attribute in [" value=", " content="] {
      guard let place = first(of: attribute, in: tag..<end),
        let opening = quote(at: place + attribute.utf8.count),
        let close = closing(opening)
      else { continue }
      return add(opening.end..<close)
    }
  }

  private mutating func addElement(at start: Int) {
    guard let (name, content) = element(at: start) else { return }
    if MockSecrets.isSecret(name) { return add(content) }
    guard ["key", "name"].contains(name.lowercased()),
      MockSecrets.isSecret(SecretPlace(content, bytes).value),
      let end = bytes[content.upperBound...].firstIndex(of: UInt8(ascii: ">")),
      let next = bytes[end...].firstIndex(of: UInt8(ascii: "<")), let (_, value) = element(at: next)
    else { return }
    add(value)
  }

  /// Returns the local name of the element at a position, and the range of its text.
  private func element(at start: Int) -> (name: String, content: Range<Int>)? {
    let head = bytes[(start + 1)...].prefix(Self.tagLengthLimit)
    let name = head.prefix { Self.isOfName($0) || $0 == UInt8(ascii: ":") }
    guard !name.isEmpty, let end = head.firstIndex(of: UInt8(ascii: ">")),
      bytes[end - 1] != UInt8(ascii: "/"),
      var last = bytes[end...].firstIndex(of: UInt8(ascii: "<"))
    else { return nil }
    var first = end + 1
    if bytes[last...].starts(with: "<![CDATA[".utf8),
      let close = self.first(of: "]]>", in: last..<bytes.count)
    {
      (first, last) = (last + 9, close)
    }
    while first < last, bytes[first] <= 0x20 { first += 1 }
    while first < last, bytes[last - 1] <= 0x20 { last -= 1 }
    let local = name.split(separator: UInt8(ascii: ":")).last ?? name
    return (String(decoding: local, as: UTF8.self), first..<last)
  }

  private func first(of text: String, in range: Range<Int>) -> Int? {
    range.isEmpty ? nil : bytes[range].firstRange(of: Array(text.utf8))?.lowerBound
  }

  // MARK: - Addresses

  /// Adds the password of `scheme://user:password@host`.
  private mutating func addPassword(before at: Int) {
    let start =
      at
      - bytes[..<at].reversed().prefix {
        $0 > 0x20 && !Self.ends.contains($0) && !"/?@".utf8.contains($0)
      }.count
    guard bytes[..<start].suffix(3).elementsEqual("://".utf8),
      let colon = bytes[start..<at].firstIndex(of: UInt8(ascii: ":")),
      let value = unescaped(colon + 1..<at)
    else { return }
    add(colon + 1..<at, value)
  }

  private static func isOfName(_ byte: UInt8) -> Bool {
    byte.isASCIIAlphanumeric || byte >= 0x80 || "_-.%[]".utf8.contains(byte)
  }

  /// Returns a part without the escapes of a URL or a form, or nil if an escape is invalid.
  private func unescaped(_ range: Range<Int>) -> String? {
    let part = bytes[range]
    return part.contains { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") }
      ? String(urlEscaped: part, isQuery: true) : String(decoding: part, as: UTF8.self)
  }
}
