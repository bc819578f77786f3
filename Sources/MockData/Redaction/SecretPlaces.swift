/// A value in a string whose name marks it as a secret.
struct SecretPlace {
  var name: String
  /// The range of its bytes in the UTF-8 of the text.
  var range: Range<Int>
  /// The value, without the escapes that the text requires.
  var value: String

  private static let schemes: Set<String> = [
    "apikey", "aws4-hmac-sha256", "basic", "bearer", "bot", "digest", "dpop", "hawk", "jwt", "mac",
    "negotiate", "ntlm", "oauth", "sharedaccesssignature", "sharedkey", "token",
  ]

  /// Words that are values of options, or of variables in programs, but never secrets.
  private static let words: Set<String> = [
    "false", "include", "nil", "none", "null", "omit", "same-origin", "true", "undefined",
  ]

  /// Returns whether a value isn't a secret: a word such as `true`, a scheme without credentials, or a variable of a
  /// program or of a template, such as `${token}` or `{{token}}`.
  private static func isWord(_ value: ArraySlice<UInt8>) -> Bool {
    let text = value.drop { $0 == 0x20 }
    let last = text.lastIndex { $0 != 0x20 } ?? text.startIndex
    let word = String(decoding: text[..<min(last + 1, text.endIndex)], as: UTF8.self).lowercased()
    let isVariable = [("${", "}"), ("{{", "}}")].contains { start, end in
      word.hasPrefix(start) && word.hasSuffix(end)
        && !word.dropFirst(2).dropLast(end.utf8.count).contains { "{}".contains($0) }
    }
    return isVariable || words.contains(word) || schemes.contains(word)
  }

  /// The secrets in the value: credentials without their scheme, and cookies without their names.
  var parts: [SecretPlace] {
    let (bytes, lower) = (Array(value.utf8), name.lowercased())
    guard bytes.count == range.count else { return Self.isWord(bytes[...]) ? [] : [self] }
    var parts = [bytes[...]]
    if lower.hasSuffix("cookie"), bytes.contains(UInt8(ascii: "=")) {
      // In `Set-Cookie`, the attributes come after the value.
      // Some recordings have several cookies in the lines of one value.
      let pairs = bytes.split { $0 == 0x0A || $0 == 0x0D }.flatMap {
        $0.split(separator: UInt8(ascii: ";")).prefix(lower.contains("set") ? 1 : .max)
      }
      parts = pairs.compactMap { pair in
        pair.firstIndex(of: UInt8(ascii: "=")).map { pair[($0 + 1)...] }
      }
    } else if let space = bytes.firstIndex(of: 0x20), space + 1 < bytes.count,
      Self.schemes.contains(String(decoding: bytes[..<space], as: UTF8.self).lowercased())
    {
      parts = [bytes[(space + 1)...]]
    } else if ["http://", "https://"].contains(where: value.hasPrefix) {
      // An address is readable, apart from a long part with digits.
      parts = bytes.split { "/?&=#:@".utf8.contains($0) }.filter { part in
        part.count >= 12 && part.contains(where: \.isASCIIDigit)
          && part.contains(where: \.isASCIILetter)
      }
    }
    return parts.filter { !Self.isWord($0) }.map { part in
      let places = range.lowerBound + part.startIndex..<range.lowerBound + part.endIndex
      return SecretPlace(name: name, range: places, value: String(decoding: part, as: UTF8.self))
    }
  }
}

/// Finds the values in a string that are secrets because of their names.
///
/// One walk stops at each sign that can separate a name from its value, `=`, `:`, or `>`:
///
/// | Where | Notation |
/// | --- | --- |
/// | queries, forms, cookies, settings | `name=value`, `name = 12`, and a line with `name = value` |
/// | attributes and source code | `name="value"`, `name: "value"`, `["name"] = { "value", 12 }` |
/// | JSON in other text, such as a server-sent event | `"name": value`, `\"name\": \"value\"` |
/// | a line with a header, or a line of YAML | `name: value` |
/// | XML, property lists | `<name>value</name>`, `<key>name</key><string>value</string>`, `<x name="name">value</x>` |
/// | HTML | `<input name="name" value="value">`, `<input name=name value=value>` |
/// | multipart forms | `name="name"` or `name=name`, an empty line, and the value |
/// | addresses | `scheme://user:password@host` |
///
/// The values in the columns of a table, such as CSV, have the names in its first line.
struct SecretPlaces {
  private let bytes: [UInt8]
  private var places: [SecretPlace] = []
  /// The end of the latest place, so that text inside it isn't searched again.
  private var end = 0
  /// The ends of the last list or object, and of the last word, which may contain the same names again.
  private var (itemsEnd, wordEnd) = (0, 0)
  /// Whether the rest of the text may contain `]]`, which ends a text in double brackets.
  private var hasLongTexts = true
  /// The start of the current tag.
  private var tagStart: Int?
  /// The attributes of the current tag or object that contain a secret's name, and a value, and the name for the
  /// tag's content.
  private var attributes: (name: String?, value: Range<Int>?, content: String?)
  /// The content of the previous element, if it is the name of the next one.
  private var elementName: String?

  /// The words with which an expression of a program can begin.
  private static let keywords: Set<String> = [
    "async", "await", "false", "function", "new", "null", "this", "true", "typeof", "undefined",
    "void",
  ]
  private static let nameLengthLimit = 100
  /// The maximum length of a tag, and of the headers in a part of a form.
  private static let headLengthLimit = 500
  private static let quote = UInt8(ascii: "\"")
  private static let quotes = Set("\"'`".utf8)
  /// The bytes that end an unquoted value, in addition to spaces.
  private static let ends = Set("&;#\"'`<>\\".utf8)

  /// Returns the values with the name of a secret, in the order in which they occur.
  static func all(in text: String) -> [SecretPlace] {
    var search = SecretPlaces(bytes: Array(text.utf8))
    search.addColumns()
    search.end = 0
    search.addValues()
    return search.joined()
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private mutating func addValues() {
    var index = 0
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "="), UInt8(ascii: ":"): addValue(after: index)
      case UInt8(ascii: "<"): (tagStart, attributes) = (index, (nil, nil, nil))
      case UInt8(ascii: ">"):
        if let tagStart { addContent(of: tagStart..<index) }
        (tagStart, attributes) = (nil, (nil, nil, nil))
      case UInt8(ascii: "{"), UInt8(ascii: "}"):
        attributes = (nil, nil, nil)
        // In `if(a<b){`, no tag begins.
        if let tagStart, !bytes[tagStart..<index].contains(0x20) { self.tagStart = nil }
      default: break
      }
      index = max(index + 1, end)
    }
  }

  private mutating func add(_ name: String, _ range: Range<Int>, _ value: String? = nil) {
    guard range.lowerBound >= end,
      bytes[range].contains(where: { $0.isASCIIAlphanumeric || $0 >= 0x80 }),
      // A single letter is usually part of a sentence, not a secret.
      range.count > 1 || bytes[range.lowerBound].isASCIIDigit
    else { return }
    end = range.upperBound
    places.append(SecretPlace(name: name, range: range, value: value ?? text(range)))
  }

  /// Returns the places in their order, with those that overlap joined.
  private func joined() -> [SecretPlace] {
    let sorted = places.sorted { $0.range.lowerBound < $1.range.lowerBound }
    return sorted.reduce(into: []) { joined, place in
      guard let last = joined.last, place.range.lowerBound < last.range.upperBound else {
        return joined.append(place)
      }
      guard place.range.upperBound > last.range.upperBound else { return }
      let range = last.range.lowerBound..<place.range.upperBound
      joined[joined.count - 1] = SecretPlace(name: last.name, range: range, value: text(range))
    }
  }

  // MARK: - Names and values

  private mutating func addValue(after sign: Int) {
    let isColon = bytes[sign] == UInt8(ascii: ":")
    if isColon, bytes[sign...].starts(with: "://".utf8) { return addPassword(after: sign + 3) }
    guard let (name, start, isQuoted) = name(before: sign) else { return }
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || isQuoted && byte < 0x20 }
    var next = skip(from: sign + 1, while: isSpace)
    // A server-sent event can have the value on the next line.
    while bytes[..<next].last == 0x0A, bytes[next...].starts(with: "data:".utf8) {
      next = skip(from: next + 5, while: isSpace)
    }
    // In a script, the name of a method applies to its response.
    if !isColon, bytes[next...].starts(with: "reply".utf8), MockSecrets.isSecret(endOf: name) {
      next = skip(from: next + 5) { " (".utf8.contains($0) }
    }
    let content = quoted(at: next)
    if !isColon { addAttribute(name, at: start, content, or: next) }
    guard MockSecrets.isSecret(name), next < bytes.count else { return }
    let isItem = isColon ? isQuoted : next > sign + 1 || "[{".utf8.contains(bytes[next])
    if !isColon, let text = longText(at: next) {
      add(name, text)
    } else if isItem || content != nil, addItems(name, at: next) {
      return
    } else if !isColon, next == sign + 1, next >= wordEnd {
      wordEnd = skip(from: next) { $0 > 0x20 && !Self.ends.contains($0) }
      if let value = unescaped(next..<wordEnd), !isCode(next..<wordEnd) {
        add(name, next..<wordEnd, value)
      }
    } else if bytes[..<start].last(where: { $0 != 0x20 && $0 != UInt8(ascii: "-") }) ?? 0x0A == 0x0A
    {
      let line = trimmed(next..<skip(from: next) { $0 != 0x0A })
      // An expression of a program isn't a value of a settings file.
      let isSetting = bytes[line].allSatisfy {
        $0.isASCIIAlphanumeric || "+/=_-!@#$%^&*~".utf8.contains($0)
      }
      if isColon || isSetting { addProse(name, line) }
    }
  }

  /// Returns the name that ends before a sign: a word, or text between quotation marks.
  private func name(before sign: Int) -> (text: String, start: Int, isQuoted: Bool)? {
    var end = sign
    while end > 0, bytes[end - 1] == 0x20 { end -= 1 }
    if end > 1, bytes[end - 1] == UInt8(ascii: "]"), Self.quotes.contains(bytes[end - 2]) {
      end -= 1
    }
    let quote = end > 0 && Self.quotes.contains(bytes[end - 1]) ? bytes[end - 1] : nil
    if quote != nil { end -= 1 }
    while quote != nil, end > 0, bytes[end - 1] == UInt8(ascii: "\\") { end -= 1 }
    let length = bytes[..<end].suffix(Self.nameLengthLimit + 1).reversed().prefix {
      Self.isOfName($0) || quote != nil && $0 == 0x20
    }.count
    guard 1...Self.nameLengthLimit ~= length, let text = unescaped(end - length..<end) else {
      return nil
    }
    // Data never quotes with backticks, but messages do: `password`: 3 of 4 differ
    return (text, end - length, quote != nil && quote != UInt8(ascii: "`"))
  }

  /// Whether the text after `=` is an expression of a program or the start of a comparison, not a value.
  ///
  /// Examples are `token=keyword{`, `tokens=this.lexer.lex(raw)`, and `password=form.password`. A letter or digit after
  /// a pair of brackets isn't possible in an expression.
  private func isCode(_ range: Range<Int>) -> Bool {
    let value = bytes[range]
    // Programs without spaces have `!0` and `!1` for `true` and `false`.
    let isBoolean = value.starts(with: "!0".utf8) || value.starts(with: "!1".utf8)
    let word = isBoolean ? value.prefix(2) : value.prefix(while: \.isASCIILetter)
    let isKeyword = isBoolean || Self.keywords.contains(String(decoding: word, as: UTF8.self))
    let isWhole = value.dropFirst(word.count).first.map { ",;:)}]".utf8.contains($0) } ?? true
    if value.first == UInt8(ascii: "=") || isKeyword && isWhole { return true }
    guard value.contains(where: { "(){}[]|".utf8.contains($0) }) else {
      return value.count <= 40 && value.contains(UInt8(ascii: "."))
        && value.allSatisfy { $0.isASCIILetter || $0 == UInt8(ascii: ".") }
    }
    var depth = 0
    return !zip(value, value.dropFirst()).contains { byte, next in
      if "([{".utf8.contains(byte) { depth += 1 }
      guard ")]}".utf8.contains(byte) else { return false }
      depth -= 1
      return depth == 0 && next.isASCIIAlphanumeric
    }
  }

  /// Adds a value in text that may be prose.
  ///
  /// Only a value without spaces that has a digit or a minimum length counts as a secret.
  private mutating func addProse(_ name: String, _ range: Range<Int>) {
    let parts = SecretPlace(name: name, range: range, value: text(range)).parts.map(\.value.utf8)
    let hasSecret = parts.contains {
      !$0.contains(0x20) && ($0.count >= 16 || $0.contains(where: \.isASCIIDigit))
    }
    if hasSecret { add(name, range) }
  }

  /// Adds a string or a number, or all in a list or an object, and returns whether there is at least one.
  private mutating func addItems(_ name: String, at start: Int) -> Bool {
    let isList = "[{".utf8.contains(bytes[start])
    if isList, start < itemsEnd { return false }
    let count = places.count
    var (index, depth, calls) = (start, 0, 0)
    repeat {
      let previous = bytes[start..<index].last ?? 0x20
      switch bytes[index] {
      case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
      // The arguments of a function aren't values, except in `reply("a")`.
      case UInt8(ascii: "(") where !bytes[..<index].suffix(5).elementsEqual("reply".utf8):
        calls += 1
      case UInt8(ascii: ")"): calls = max(0, calls - 1)
      case _ where previous == UInt8(ascii: "\\") || previous.isASCIIWord: break
      default:
        guard let item = quoted(at: index) ?? number(at: index) else { break }
        // The number of bytes before the text between quotation marks is the same as after it.
        index = item.upperBound + item.lowerBound - index - 1
        let next = bytes[(index + 1)...].first { $0 > 0x20 && $0 != UInt8(ascii: "]") }
        let isKey = depth > 0 && next.map { ":=".utf8.contains($0) } ?? false
        if calls == 0, !isKey { add(name, item, unescapedJSON(item)) }
      }
      index += 1
    } while index < bytes.count && depth > 0
    if isList { itemsEnd = index }
    return places.count > count
  }

  /// Returns text without the escapes of JSON, or nil if it doesn't have any.
  private func unescapedJSON(_ range: Range<Int>) -> String? {
    guard bytes[range].contains(UInt8(ascii: "\\")) else { return nil }
    return (try? JSONParser().parse("\"\(text(range))\""))?.string
  }

  private func number(at start: Int) -> Range<Int>? {
    let end = skip(from: start) { $0.isASCIIDigit || "-+.eE".utf8.contains($0) }
    // A word isn't a number, even if it starts with an `e`.
    let digits = bytes[start] == UInt8(ascii: "-") ? bytes[(start + 1)...] : bytes[start...]
    let isNumber =
      digits.first?.isASCIIDigit == true && bytes[end...].first?.isASCIIAlphanumeric != true
    return isNumber ? start..<end : nil
  }

  /// Returns the range of the text between quotation marks, which can have backslashes before them.
  private func quoted(at start: Int) -> Range<Int>? {
    let first = skip(from: start) { $0 == UInt8(ascii: "\\") } + 1
    guard first <= bytes.count, Self.quotes.contains(bytes[first - 1]) else { return nil }
    let escapes = first - 1 - start
    var count = 0
    for index in first..<bytes.count {
      if bytes[index] == bytes[first - 1], escapes > 0 ? count == escapes : count % 2 == 0 {
        return first..<index - escapes
      }
      count = bytes[index] == UInt8(ascii: "\\") ? count + 1 : 0
    }
    return nil
  }

  /// Returns the range of the text in double brackets, as in a script.
  private mutating func longText(at start: Int) -> Range<Int>? {
    guard hasLongTexts, bytes[start...].starts(with: "[[".utf8) else { return nil }
    let end = first(of: "]]", in: start + 2..<bytes.count)
    hasLongTexts = end != nil
    return end.map { start + 2..<$0 }
  }

  /// Adds the password of `scheme://user:password@host`.
  private mutating func addPassword(after start: Int) {
    let host = bytes[start...].prefix {
      $0 > 0x20 && !Self.ends.contains($0) && !"/?".utf8.contains($0)
    }
    guard let at = host.lastIndex(of: UInt8(ascii: "@")),
      let colon = host[..<at].firstIndex(of: UInt8(ascii: ":")),
      let value = unescaped(colon + 1..<at)
    else { return }
    add("password", colon + 1..<at, value)
  }

  // MARK: - Tags and forms

  /// Adds the value of a tag or of a field in a multipart form, which has the field's name as the value of an attribute.
  private mutating func addAttribute(
    _ name: String, at start: Int, _ quoted: Range<Int>?, or next: Int
  ) {
    let name = name.lowercased()
    guard ["value", "content", "name", "id", "key", "property", "field"].contains(name) else {
      return
    }
    let isInForm = text(max(0, start - 20)..<start).lowercased().contains("form-data")
    let word = bytes[min(next, bytes.count)...].prefix(Self.headLengthLimit + 1)
      .prefix { $0 > 0x20 && !Self.ends.contains($0) }.indices
    let isWord = (isInForm || isInTag) && 1...Self.headLengthLimit ~= word.count
    guard let range = quoted ?? (isWord ? word : nil) else { return }
    if ["value", "content"].contains(name) {
      attributes.value = range
    } else if let field = unescaped(range), MockSecrets.isSecret(field) {
      attributes.name = field
      if name != "id" { attributes.content = field }
      let head = range.upperBound..<min(range.upperBound + Self.headLengthLimit, bytes.count)
      if isInForm, let end = first(of: "\r\n\r\n", in: head) {
        let body = end + 4..<bytes.count
        add(field, body.lowerBound..<(first(of: "\r\n--", in: body) ?? bytes.count))
      }
    }
    if let name = attributes.name, let value = attributes.value { add(name, value) }
  }

  private var isInTag: Bool { tagStart.map { bytes[$0 + 1].isASCIILetter } ?? false }

  /// Adds the text after a tag such as `<password>` or `<string name="api_key">`, or after the element with its name.
  private mutating func addContent(of tag: Range<Int>) {
    let end = tag.upperBound + 1
    let tag = bytes[tag].dropFirst()
    if tag.first == UInt8(ascii: "/") {
      // A name is for the next element at its level.
      if !["/key", "/name"].contains(text(tag.indices).lowercased()) { elementName = nil }
      return
    }
    let words = tag.prefix { Self.isOfName($0) || $0 == UInt8(ascii: ":") }
    guard let word = words.split(separator: UInt8(ascii: ":")).last, tag.last != UInt8(ascii: "/")
    else { return }
    let name = String(decoding: word, as: UTF8.self)
    var content = end..<skip(from: end) { $0 != UInt8(ascii: "<") }
    let isKey = ["key", "name"].contains(name.lowercased())
    // The keys of an object inside of the value aren't secrets.
    if isKey { elementName = nil }
    if tag.count <= Self.headLengthLimit,
      let name = elementName ?? (MockSecrets.isSecret(name) ? name : nil)
    {
      if bytes[content.upperBound...].starts(with: "<![CDATA[".utf8) {
        let rest = content.upperBound + 9..<bytes.count
        content = rest.lowerBound..<(first(of: "]]>", in: rest) ?? bytes.count)
      }
      // The value can be in an element inside of this one.
      let next = bytes[content.upperBound...].dropFirst().first
      if !trimmed(content).isEmpty || next == UInt8(ascii: "/") { elementName = nil }
      add(name, trimmed(content))
    } else if isKey, content.count <= Self.nameLengthLimit, MockSecrets.isSecret(text(content)) {
      elementName = text(content)
    } else if isInTag, let name = attributes.content, attributes.value == nil {
      addProse(name, trimmed(content))
    }
  }

  // MARK: - Tables

  /// Adds the values in the columns of a table whose names, in the first line, are names of secrets.
  ///
  /// Only a line with as many cells as the first line is part of the table.
  private mutating func addColumns() {
    // A sentence has spaces after its commas.
    guard let lineEnd = bytes.firstIndex(of: 0x0A),
      let separator = ",;\t|".utf8.first(where: bytes[..<lineEnd].contains),
      bytes[..<lineEnd].firstRange(of: [separator, 0x20]) == nil
    else { return }
    let head = bytes[..<lineEnd].split(separator: separator, omittingEmptySubsequences: false)
      .map { cell($0.indices) }
    let isTable = head.allSatisfy { name in
      1...Self.nameLengthLimit ~= name.count
        && bytes[name].allSatisfy { Self.isOfName($0) || $0 == 0x20 }
    }
    let names = head.map { MockSecrets.isSecret(text($0)) ? text($0) : nil }
    guard isTable, names.contains(where: { $0 != nil }) else { return }
    var (cells, start, isQuoted) = ([Range<Int>](), lineEnd + 1, false)
    for index in lineEnd + 1..<bytes.count + 1 {
      let byte = index < bytes.count ? bytes[index] : 0x0A
      if byte == Self.quote, bytes[start] == Self.quote { isQuoted.toggle() }
      guard !isQuoted, byte == separator || byte == 0x0A else { continue }
      cells.append(cell(start..<index))
      start = index + 1
      guard byte == 0x0A else { continue }
      if cells.count == names.count {
        for case (let name?, let cell) in zip(names, cells) {
          add(name, cell, text(cell).replacing("\"\"", with: "\""))
        }
      } else if places.isEmpty, cells != [index..<index] {
        return
      }
      cells = []
    }
  }

  /// Returns the range of a cell without the quotation marks around it.
  private func cell(_ range: Range<Int>) -> Range<Int> {
    let range = trimmed(range)
    let isQuoted =
      range.count > 1 && bytes[range].first == Self.quote && bytes[range].last == Self.quote
    return isQuoted ? range.lowerBound + 1..<range.upperBound - 1 : range
  }

  // MARK: - Bytes

  private func skip(from start: Int, while isSkipped: (UInt8) -> Bool) -> Int {
    bytes[min(start, bytes.count)...].prefix(while: isSkipped).endIndex
  }

  private func trimmed(_ range: Range<Int>) -> Range<Int> {
    let start = bytes[range].firstIndex { $0 > 0x20 } ?? range.upperBound
    return start..<(bytes[start..<range.upperBound].lastIndex { $0 > 0x20 } ?? start - 1) + 1
  }

  private func first(of text: String, in range: Range<Int>) -> Int? {
    range.isEmpty ? nil : bytes[range].firstRange(of: Array(text.utf8))?.lowerBound
  }

  private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

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
