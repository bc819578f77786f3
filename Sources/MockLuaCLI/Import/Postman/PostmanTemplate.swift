import MockData
import MockLua
import MockRecording

/// A response with Postman's dynamic variables, such as `{{$guid}}`, which have a different value in each response, or
/// with the variables in the path of its request.
///
/// Postman replaces them when a mock server responds, so a function of the script computes the response. Any other
/// variable without a value stays unchanged, as in Postman.
struct PostmanTemplate {
  /// The names of path parameters by the variables in their place.
  private var pathNames: [String: String]
  /// The variables in the query of the request, which a response can't repeat.
  private let queryVariables: Set<String>
  /// The body, if it has variables.
  private var body: AnyCodableValue?
  private var headers: [HTTPField] = []
  /// Whether the response repeats a part of the request's path.
  private(set) var usesRequest = false

  init(_ request: ExchangeRequest) {
    (pathNames, queryVariables) = (request.captures, request.queryVariables)
  }

  /// The prefix of a variable that is unquoted in JSON, and whose value isn't a string.
  private static let bare = "\u{E000}"

  /// Makes a response computed if its text or its headers contain dynamic variables.
  ///
  /// Leaves it out if one of them is unknown.
  func apply(to response: inout ExchangeResponse, text: String, type: ContentType?) {
    let texts = [text] + response.headers.map(\.value)
    let names = texts.flatMap(names(in:))
    guard !names.isEmpty else { return }
    if let unknown = names.first(where: { word($0) == nil }) {
      response = ExchangeResponse(
        leftOut: queryVariables.contains(unknown)
          ? "its response repeats `{{\(unknown)}}` of the query"
          : "`{{\(unknown)}}` has no counterpart in a script")
      return
    }
    var template = self
    if !self.names(in: text).isEmpty {
      let isJSON = type?.isJSON == true
      let quoted = isJSON ? PostmanVariables.quoted(text, marker: Self.bare) : text
      let data = isJSON ? try? JSONParser(maximumDepth: 100).parse(quoted) : .string(text)
      guard let data, isComplete(data) else {
        response = ExchangeResponse(
          leftOut: "its body isn't JSON, even with values for the variables")
        return
      }
      template.body = data
      response.body = isJSON ? .json(data) : .text(text)
    }
    template.headers = response.headers.filter { !self.names(in: $0.value).isEmpty }
    template.usesRequest = names.contains { pathNames[$0] != nil }
    response.template = template
  }

  /// Renames the path parameters to their names in a route.
  mutating func rename(_ routeNames: [String: String]) {
    pathNames = pathNames.mapValues { routeNames[$0] ?? $0 }
  }

  /// Replaces the secrets around the variables.
  mutating func redact(_ redaction: Redaction) {
    body = body.map { redaction.redacted($0) }
    headers = headers.redacted(by: redaction)
  }

  /// The expression for the body; nil if it is constant.
  var bodyPiece: LuaPiece? { body.map(piece) }

  /// The expressions for headers, by lowercase name.
  var headerPieces: [String: LuaPiece] {
    let pieces = headers.map { ($0.name.lowercased(), piece(.string($0.value))) }
    return Dictionary(pieces) { $1 }
  }

  /// Returns the variables in a string that a response computes.
  private func names(in text: String) -> [String] {
    pieces(of: text).compactMap { if case .variable(let name) = $0 { name } else { nil } }
  }

  private enum Piece {
    case text(String)
    case variable(String)
  }

  private func pieces(of text: String) -> [Piece] {
    var pieces: [Piece] = []
    var rest = Substring(text)
    for match in text.matches(of: #/{{([^{}]*)}}/#) {
      let name = String(match.1).trimmed
      guard
        name.hasPrefix("$") || pathNames[name] != nil || queryVariables.contains(name)
      else { continue }
      if match.range.lowerBound > rest.startIndex {
        pieces.append(.text(String(rest[..<match.range.lowerBound])))
      }
      pieces.append(.variable(name))
      rest = rest[match.range.upperBound...]
    }
    if !rest.isEmpty { pieces.append(.text(String(rest))) }
    return pieces
  }

  /// Whether all unquoted variables are dynamic, and no variable is in a name.
  private func isComplete(_ value: AnyCodableValue) -> Bool {
    !value.contains { value in
      if let text = value.string {
        return text.hasPrefix(Self.bare) && !text.hasPrefix(Self.bare + "{{$")
      }
      return value.members?.keys.contains { !names(in: $0).isEmpty } ?? false
    }
  }

  // MARK: - Expressions

  private func piece(_ value: AnyCodableValue) -> LuaPiece {
    switch value {
    case .string(let text) where text.hasPrefix(Self.bare):
      guard case .variable(let name)? = pieces(of: String(text.dropFirst())).first,
        let word = word(name)
      else { return LuaText.piece(value) }
      return LuaPiece(word.expression)
    case .string(let text) where !names(in: text).isEmpty:
      // A string literal can follow a word without parentheses, but a concatenation can't.
      return LuaPiece(LuaPiece(concatenated(text)), LuaPiece(""))
    case .array(let elements) where !elements.isEmpty:
      return LuaPiece(table: elements.map { LuaPiece.Entry(piece($0)) })
    case .dictionary(let members): return LuaText.table(members.mapValues(piece))
    default: return LuaText.computed(value)
    }
  }

  private func concatenated(_ text: String) -> String {
    let texts = pieces(of: text).map { piece in
      switch piece {
      case .text(let text): LuaText.string(text)
      case .variable(let name):
        word(name).map { $0.isString ? $0.expression : "tostring(\($0.expression))" } ?? ""
      }
    }
    return texts.joined(separator: " .. ")
  }

  /// Returns a regular expression that matches all of a string with variables, or nil if it doesn't have variables.
  func pattern(of text: String) -> String? {
    let text = text.hasPrefix(Self.bare) ? String(text.dropFirst()) : text
    guard !names(in: text).isEmpty else { return nil }
    return pieces(of: text).map { piece in
      switch piece {
      case .text(let text): text.regexEscaped
      case .variable(let name): "(?:\(word(name)?.pattern ?? ".*"))"
      }
    }.joined()
  }

  /// Returns the expression for a variable; nil if it is unknown.
  private func word(_ name: String) -> Word? {
    if let parameter = pathNames[name] {
      return Word(expression: "request.path" + LuaText.member(parameter), pattern: ".*")
    }
    return name.hasPrefix("$") ? Self.words[String(name.dropFirst())] : nil
  }

  /// A variable as a Lua expression.
  private struct Word {
    var expression: String
    var isString = true
    var pattern: String
  }

  private static func oneOf(_ values: String...) -> Word {
    let list = values.map(LuaText.string).joined(separator: ", ")
    return Word(
      expression: "({ \(list) })[random(\(values.count))]",
      pattern: values.map(\.regexEscaped).joined(separator: "|"))
  }

  private static func format(_ format: String, _ values: [String], _ pattern: String) -> Word {
    Word(
      expression: "(\(LuaText.string(format))):format(\(values.joined(separator: ", ")))",
      pattern: pattern)
  }

  private static let uuid = Word(
    expression: "uuid()", pattern: "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
  private static let firstName = oneOf("Ada", "Ben", "Cleo", "Dana", "Emil", "Fay")
  private static let lastName = oneOf("Arden", "Brook", "Castle", "Dale", "Ellis", "Frost")

  private static let words: [String: Word] = [
    "guid": uuid, "randomUUID": uuid,
    "timestamp": Word(expression: "clock() // 1000", isString: false, pattern: "[0-9]+"),
    "isoTimestamp": format(
      "%s.%03dZ", ["clock.date():sub(1, -2)", "clock() % 1000"],
      "[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}[.][0-9]{3}Z"),
    "randomInt": Word(expression: "random(0, 1000)", isString: false, pattern: "[0-9]{1,4}"),
    "randomBoolean": Word(expression: "(random(2) == 1)", isString: false, pattern: "true|false"),
    "randomAlphaNumeric": Word(expression: "string.char(random(97, 122))", pattern: "[a-z]"),
    "randomHexColor": format("#%06x", ["random(0, 0xFFFFFF)"], "#[0-9a-f]{6}"),
    "randomIP": format(
      "%d.%d.%d.%d", Array(repeating: "random(0, 255)", count: 4), "[0-9]+(?:[.][0-9]+){3}"),
    "randomIPV6": format(
      Array(repeating: "%04x", count: 8).joined(separator: ":"),
      Array(repeating: "random(0, 65535)", count: 8), "[0-9a-f]{4}(?::[0-9a-f]{4}){7}"),
    "randomMACAddress": format(
      Array(repeating: "%02x", count: 6).joined(separator: ":"),
      Array(repeating: "random(0, 255)", count: 6), "[0-9a-f]{2}(?::[0-9a-f]{2}){5}"),
    "randomPrice": format("%.2f", ["random(0, 100000) / 100"], "[0-9]+[.][0-9]{2}"),
    "randomLatitude": format("%.4f", ["random() * 180 - 90"], "-?[0-9]+[.][0-9]{4}"),
    "randomLongitude": format("%.4f", ["random() * 360 - 180"], "-?[0-9]+[.][0-9]{4}"),
    "randomPhoneNumber": format(
      "%03d-%03d-%04d", ["random(200, 999)", "random(200, 999)", "random(0, 9999)"],
      "[0-9]{3}-[0-9]{3}-[0-9]{4}"),
    "randomBankAccount": format("%08d", ["random(0, 99999999)"], "[0-9]{8}"),
    "randomFirstName": firstName, "randomLastName": lastName,
    "randomFullName": Word(
      expression: "\(firstName.expression) .. \" \" .. \(lastName.expression)",
      pattern: "(?:\(firstName.pattern)) (?:\(lastName.pattern))"),
    "randomEmail": format(
      "user%d@example.com", ["random(1000)"], "user[0-9]+@example[.]com"),
    "randomExampleEmail": format(
      "user%d@example.com", ["random(1000)"], "user[0-9]+@example[.]com"),
    "randomUserName": format("user%d", ["random(1000)"], "user[0-9]+"),
    "randomColor": oneOf("red", "green", "blue", "yellow", "black", "white"),
    "randomCity": oneOf("Oslo", "Lima", "Kyoto", "Accra", "Porto", "Quito"),
    "randomCountry": oneOf("Norway", "Peru", "Japan", "Ghana", "Portugal", "Ecuador"),
    "randomWord": oneOf("river", "stone", "cloud", "paper", "window", "garden"),
  ]
}
