import MockConfiguration
import MockData
import MockLua
import MockRecording

/// A response that WireMock fills in from the request, as a Lua expression.
struct WireMockTemplate {
  /// The text of the body, or nil if the body is JSON in the mapping or comes from a file.
  var body: String?
  /// The values for `{{parameters.name}}`, by name.
  var parameters: [String: AnyCodableValue] = [:]
  /// Helpers that the expressions call, such as `text`.
  private(set) var helpers: Set<String> = []
  /// Whether the expressions use the raw request.
  private(set) var needsRaw = false
  /// The reasons why the template can't be expressed in Lua.
  private(set) var reasons: [String] = []
  var variables: VariablePath?

  init(body: String?, parameters: [String: AnyCodableValue]) {
    (self.body, self.parameters) = (body, parameters)
  }

  static func isTemplate(_ text: String) -> Bool { text.contains("{{") }

  static func isTemplate(_ value: AnyCodableValue) -> Bool {
    value.contains { value in
      value.string.map(isTemplate) ?? value.members?.keys.contains(where: isTemplate) ?? false
    }
  }

  /// Whether a text with templates is JSON if each template becomes a number, or a part of a string.
  static func mayBecomeJSON(_ text: String) -> Bool {
    guard !text.hasPrefix("{{"), text.hasPrefix("{") || text.hasPrefix("[") else { return false }
    let filled = text.replacing(#/\{\{\{.*?\}\}\}|\{\{.*?\}\}/#, with: "0")
    return (try? JSONParser().parse(filled)) != nil
  }

  // MARK: - Values

  /// Returns the value with its templates as expressions.
  mutating func piece(of value: AnyCodableValue) -> LuaPiece {
    switch value {
    case .string(let text): return expression(of: text)
    case .array(let elements) where !elements.isEmpty:
      return LuaPiece(table: elements.map { LuaPiece.Entry(piece(of: $0)) })
    case .dictionary(let members):
      if let name = members.keys.first(where: Self.isTemplate) {
        reasons.append("a member's name is a template: `\(name)`")
      }
      return LuaText.table(members.mapValues { piece(of: $0) })
    default: return LuaText.computed(value)
    }
  }

  /// The maximum number of parts of one string, for which Lua has enough registers, and of bytes of its code.
  private static let (partLimit, byteLimit) = (200, 1 << 20)

  /// Returns the expression for a string that contains templates.
  ///
  /// - Parameters:
  ///   - text: The string.
  ///   - isJSON: Whether the string is JSON, in which the order of an object's members has no meaning.
  /// - Returns: The expression.
  mutating func expression(of text: String, isJSON: Bool = false) -> LuaPiece {
    guard Self.isTemplate(text) else { return LuaText.piece(ofText: text) }
    var parts: [String] = []
    var byteCount = 0
    var rest = text[...]
    while let start = rest.firstRange(of: "{{") {
      byteCount += parts.last?.utf8.count ?? 0
      guard parts.count < Self.partLimit, byteCount < Self.byteLimit else {
        reasons.append("the template is too long")
        return LuaPiece("\"\"")
      }
      // `\{{name}}` is the text `{{name}}`.
      if rest[..<start.lowerBound].hasSuffix("\\"),
        let end = rest[start.upperBound...].firstRange(of: "}}")
      {
        parts.append(
          LuaText.string(
            rest[..<start.lowerBound].dropLast() + String(rest[start.lowerBound..<end.upperBound])))
        rest = rest[end.upperBound...]
        continue
      }
      if start.lowerBound > rest.startIndex {
        parts.append(LuaText.string(String(rest[..<start.lowerBound])))
      }
      // A comment between dashes may have braces.
      if rest[start.upperBound...].hasPrefix("!--"),
        let end = rest[start.upperBound...].firstRange(of: "--}}")
      {
        rest = rest[end.upperBound...]
        continue
      }
      let isTriple = rest[start.upperBound...].hasPrefix("{")
      let close = isTriple ? "}}}" : "}}"
      let inner = rest[start.upperBound...].dropFirst(isTriple ? 1 : 0)
      guard let end = inner.firstRange(of: close) else {
        reasons.append("the template `\(rest[start.lowerBound...].prefix(40))` has no end")
        return LuaPiece("\"\"")
      }
      if let part = part(String(inner[..<end.lowerBound]).trimmed, isJSON) { parts.append(part) }
      rest = inner[end.upperBound...]
    }
    if !rest.isEmpty { parts.append(LuaText.string(String(rest))) }
    let text = LuaPiece(parts.isEmpty ? "\"\"" : parts.joined(separator: " .. "))
    // A string literal can follow a word without parentheses, but a concatenation can't.
    return parts.count > 1 ? LuaPiece(text, LuaPiece("")) : text
  }

  /// Returns one expression of the template; nil for a comment.
  ///
  /// Since version 3, WireMock doesn't escape values for HTML, so two braces and three mean the same.
  private mutating func part(_ text: String, _ isJSON: Bool) -> String? {
    if text.hasPrefix("!") { return nil }
    let words = Self.words(text.hasPrefix("&") ? String(text.dropFirst()).trimmed : text)
    guard let first = words.first, let found = value(first, Array(words.dropFirst())) else {
      reasons.append("the template `{{\(text)}}` has no counterpart")
      return nil
    }
    if found.form == .text { return found.lua }
    helpers.insert("text")
    guard found.form == .json, !isJSON else { return "text(\(found.lua))" }
    helpers.insert("scalar")
    return "text(scalar(\(found.lua)))"
  }

  /// Splits a string into words at spaces outside of quotes.
  private static func words(_ text: String) -> [String] {
    text.matches(of: #/(?:'[^']*+'?|"[^"]*+"?|[^'" \n\t])++/#).map { String($0.output) }
  }

  private static func unquoted(_ word: String) -> String? {
    guard let first = word.first, first == "'" || first == "\"", word.last == first, word.count > 1
    else { return nil }
    return String(word.dropFirst().dropLast())
  }

  // MARK: - Expressions

  /// The values of an expression.
  private enum Form {
    /// Always a string.
    case text
    /// A string or nil.
    case optionalText
    /// Any value of JSON, or nil.
    case json
  }

  private typealias Found = (lua: String, form: Form)

  private mutating func value(_ word: String, _ arguments: [String]) -> Found? {
    var options: [String: String] = [:]
    var plain: [String] = []
    for argument in arguments {
      if Self.unquoted(argument) == nil, let equals = argument.firstIndex(of: "=") {
        let value = String(argument[argument.index(after: equals)...])
        options[String(argument[..<equals])] = Self.unquoted(value) ?? value
      } else {
        plain.append(argument)
      }
    }
    switch word {
    case "jsonPath":
      guard plain.count == 2, options.isEmpty, plain[0] == "request.body",
        let path = Self.unquoted(plain[1])
      else { return nil }
      return jsonPath(path)
    case "randomValue": return plain.isEmpty ? randomValue(options) : nil
    case "now": return plain.isEmpty ? now(options) : nil
    case "base64":
      guard plain == ["request.body"], options.isEmpty else { return nil }
      return request("request.bodyAsBase64")
    default: return arguments.isEmpty ? request(word) : nil
    }
  }

  /// Translates `request.query.name`, and the other members of a request.
  private mutating func request(_ word: String) -> Found? {
    // `[name]` contains characters that a word can't.
    var parts: [String] = []
    var rest = word[...]
    while !rest.isEmpty {
      if rest.hasPrefix("["), let end = rest.firstIndex(of: "]") {
        parts.append(String(rest[rest.index(after: rest.startIndex)..<end]))
        rest = rest[rest.index(after: end)...]
      } else {
        let end = rest.firstIndex { $0 == "." } ?? rest.endIndex
        parts.append(String(rest[..<end]))
        rest = rest[end...]
      }
      if rest.hasPrefix(".") { rest = rest.dropFirst() }
    }
    if parts.first == "parameters", parts.count == 2 {
      switch parameters[parts[1]] {
      // WireMock writes lists, objects, and large or small numbers in Java's form.
      case nil, .array?, .dictionary?, .number?: return nil
      case .double(let number)? where number.hasExponentInJava: return nil
      case let value?: return (LuaText.piece(value).text, .json)
      }
    }
    guard parts.first == "request", parts.count > 1 else { return nil }
    // The same members also exist under an older path.
    if parts[1] == "requestLine", parts.count > 2 { parts.remove(at: 1) }
    let names = Array(parts.dropFirst(2))
    switch (parts[1], names.count) {
    case ("method", 0): return ("request.method", .text)
    case ("scheme", 0): return (#"request.url:match "^%a+""#, .text)
    case ("host", 0): return (#"request.url:match "^%a+://([^/:]+)""#, .text)
    case ("port", 0): return (#"(request.url:match "^%a+://[^/]+:(%d+)" or "80")"#, .text)
    case ("baseUrl", 0): return (#"request.url:match "^%a+://[^/?]+""#, .text)
    case ("url", 0): return raw("request.raw.target", .text)
    case ("path", 0), ("pathSegments", 0): return raw("request.raw.path", .text)
    case ("path", 1), ("pathSegments", 1):
      // WireMock inserts a parameter as it was sent, with its escapes.
      if let number = Int(names[0]).map({ $0 &+ 1 }) ?? variables?.part(of: names[0]), number > 0 {
        helpers.insert("segment")
        return raw("segment(request, \(number))", .optionalText)
      }
      guard let pattern = variables?.luaPattern(of: names[0]) else { return nil }
      return raw("request.raw.path:match \(LuaText.string(pattern))", .optionalText)
    case ("query", 1), ("query", 2):
      return nth("request.query\(LuaText.member(names[0]))", names)
    case ("headers", 1) where HeaderNames.isSingle(names[0].lowercased()):
      return ("request.headers\(LuaText.member(names[0].lowercased()))", .optionalText)
    case ("headers", 1), ("headers", 2):
      needsRaw = true
      return nth("request.raw.headers\(LuaText.member(names[0].lowercased()))", names)
    case ("cookies", 1), ("cookies", 2):
      needsRaw = true
      return nth("request.raw.cookies\(LuaText.member(names[0]))", names)
    case ("body", 0): return raw("request.raw.body", .optionalText)
    case ("bodyAsBase64", 0):
      return raw("(request.raw.base64 or base64(request.raw.body or \"\"))", .text)
    default: return nil
    }
  }

  /// Returns an expression that uses the raw request.
  private mutating func raw(_ lua: String, _ form: Form) -> Found {
    needsRaw = true
    return (lua, form)
  }

  /// Returns one of the values of a name, by default the first.
  private mutating func nth(_ values: String, _ names: [String]) -> Found? {
    helpers.insert("nth")
    guard names.count == 2 else { return ("nth(\(values), 1)", .optionalText) }
    guard let index = Int(names[1]), (0..<Int.max).contains(index) else { return nil }
    return ("nth(\(values), \(index + 1))", .optionalText)
  }

  /// Translates a JSONPath of names and indices; other paths aren't supported.
  private mutating func jsonPath(_ path: String) -> Found? {
    guard let steps = JSONPathStep.steps(of: path) else { return nil }
    var words = ["request"]
    for step in steps {
      switch step {
      case .name(let name): words.append(LuaText.string(String(name)))
      case .index(let index): words.append("\(index + 1)")
      case .anyValue, .filter: return nil
      }
    }
    helpers.insert("at")
    return raw("at(\(words.joined(separator: ", ")))", .json)
  }

  private static let letters = (
    digits: "0123456789", lower: "abcdefghijklmnopqrstuvwxyz",
    upper: "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
  )

  private mutating func randomValue(_ options: [String: String]) -> Found? {
    guard Set(options.keys).isSubset(of: ["length", "type", "uppercase"]) else { return nil }
    let isUpper = options["uppercase"] == "true"
    let type = options["type"] ?? "ALPHANUMERIC"
    if type == "UUID" { return (isUpper ? "uuid():upper()" : "uuid()", .text) }
    let letters = isUpper ? Self.letters.upper : Self.letters.lower
    let known = [
      "ALPHANUMERIC": letters + Self.letters.digits, "ALPHABETIC": letters,
      "NUMERIC": Self.letters.digits, "HEXADECIMAL": letters.prefix(6) + Self.letters.digits,
    ]
    guard let choice = known[type], let length = Int(options["length"] ?? "36"), length >= 0,
      length <= 10_000
    else { return nil }
    helpers.insert("random_text")
    return ("random_text(\(length), \(LuaText.string(choice)))", .text)
  }

  private static let units = [
    "second": 1, "minute": 60, "hour": 3600, "day": 86400,
  ]

  private mutating func now(_ options: [String: String]) -> Found? {
    guard Set(options.keys).isSubset(of: ["offset", "format", "timezone"]),
      ["UTC", "GMT", "Z"].contains(options["timezone"] ?? "UTC")
    else { return nil }
    var seconds = 0
    if let offset = options["offset"] {
      // More digits would overflow.
      let form = #/ *([+-]?[0-9]{1,12}) +(second|minute|hour|day)s? */#.ignoresCase()
      guard let match = offset.wholeMatch(of: form), let amount = Int(match.1),
        let unit = Self.units[match.2.lowercased()]
      else { return nil }
      seconds = amount * unit
    }
    let shift = seconds == 0 ? "" : seconds < 0 ? " - \(-seconds)" : " + \(seconds)"
    switch options["format"] {
    case "epoch"?:
      return (seconds == 0 ? "clock()" : "(clock()\(shift)000)", .text)
    case "unix"?: return ("(clock() // 1000\(shift))", .text)
    case nil where seconds == 0: return ("clock.date()", .text)
    case let format:
      guard let pattern = Self.pattern(of: format ?? "yyyy-MM-dd'T'HH:mm:ss'Z'") else { return nil }
      return ("os.date(\(LuaText.string("!" + pattern)), clock() // 1000\(shift))", .text)
    }
  }

  /// Translates a Java date format for `os.date`; nil if it has unsupported letters.
  private static func pattern(of format: String) -> String? {
    let signs = [
      "yyyy": "%Y", "yy": "%y", "MM": "%m", "dd": "%d", "HH": "%H", "hh": "%I", "mm": "%M",
      "ss": "%S", "a": "%p", "MMM": "%b", "MMMM": "%B", "EEE": "%a", "EEEE": "%A",
    ]
    var pattern = ""
    var rest = format[...]
    while let character = rest.first {
      if character == "'" {
        rest = rest.dropFirst()
        guard let end = rest.firstIndex(of: "'") else { return nil }
        pattern += rest[..<end].isEmpty ? "'" : rest[..<end].replacing("%", with: "%%")
        rest = rest[rest.index(after: end)...]
      } else if character.isLetter {
        let run = rest.prefix { $0 == character }
        guard let sign = signs[String(run)] else { return nil }
        pattern += sign
        rest = rest.dropFirst(run.count)
      } else {
        pattern += character == "%" ? "%%" : String(character)
        rest = rest.dropFirst()
      }
    }
    return pattern
  }
}

extension Double {
  var hasExponentInJava: Bool { self != 0 && (abs(self) < 0.001 || abs(self) >= 1e7) }
}
