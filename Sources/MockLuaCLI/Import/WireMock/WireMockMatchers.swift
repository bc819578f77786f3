import MockConfiguration
import MockData

/// What a mapping asks of a header, a parameter or a cookie, as a pattern.
enum ValueMatcher {
  /// The pattern; nil where there is none for it.
  static func pattern(of matcher: DocumentNode) throws(CommandFailure) -> AnyCodableValue? {
    let isFree = matcher["caseInsensitive"]?.data == true
    var patterns: [AnyCodableValue] = []
    for (name, operand) in try matcher.members() where name != "caseInsensitive" {
      guard let pattern = try pattern(name, operand, isFree) else { return nil }
      patterns.append(pattern)
    }
    return patterns.count == 1 ? patterns[0] : patterns.isEmpty ? nil : ["$and": .array(patterns)]
  }

  private static func pattern(
    _ name: String, _ operand: DocumentNode, _ isFree: Bool
  ) throws(CommandFailure) -> AnyCodableValue? {
    switch name {
    case "equalTo":
      let text = try operand.text()
      return isFree ? .regex("(?i)^\(text.regexEscaped)$") : .string(text)
    case "equalToIgnoreCase": return .regex("(?i)^\(try operand.text().regexEscaped)$")
    case "matches": return .regex(try operand.text().regexAnchored)
    case "doesNotMatch":
      return AnyCodableValue.regex(try operand.text().regexAnchored).map { ["$not": $0] }
    case "contains": return .regex(try operand.text().regexEscaped)
    case "doesNotContain":
      return AnyCodableValue.regex(try operand.text().regexEscaped).map { ["$not": $0] }
    case "absent": return ["$exists": .bool(operand.data != true)]
    case "hasExactly", "includes":
      var values: [AnyCodableValue] = []
      for element in try operand.elements() {
        guard let value = try element["equalTo"]?.text() else { return nil }
        values.append(.string(value))
      }
      let all: AnyCodableValue = ["$all": .array(values)]
      // One value alone is a text, and several are a list.
      if values.count == 1 { return name == "includes" ? ["$or": [values[0], all]] : values[0] }
      return name == "includes" ? all : ["$and": [all, ["$size": .int(values.count)]]]
    case "and": return try composed("$and", operand)
    case "or": return try composed("$or", operand)
    case "not": return try pattern(of: operand).map { ["$not": $0] }
    default: return nil
    }
  }

  private static func composed(
    _ name: String, _ operand: DocumentNode
  ) throws(CommandFailure) -> AnyCodableValue? {
    var patterns: [AnyCodableValue] = []
    for element in try operand.elements() {
      guard let pattern = try pattern(of: element) else { return nil }
      patterns.append(pattern)
    }
    return patterns.isEmpty ? nil : [name: .array(patterns)]
  }
}

/// What a mapping asks of a body, as a pattern.
enum BodyMatcher {
  /// The pattern; nil where there is none for it.
  static func pattern(of matcher: DocumentNode) throws(CommandFailure) -> AnyCodableValue? {
    if let node = matcher["equalToJson"] { return try json(node, matcher) }
    if let node = matcher["matchesJsonPath"] { return try path(node) }
    if matcher["equalToXml"] != nil || matcher["matchesXPath"] != nil { return nil }
    if let base64 = try matcher["binaryEqualTo"]?.text() {
      // Bytes that are text are a text here.
      return .string(
        [UInt8](base64: Array(base64.utf8)).flatMap { String(validUTF8: $0) } ?? base64)
    }
    if let text = try matcher["equalTo"]?.text(), text.hasPrefix("{") || text.hasPrefix("["),
      let data = try? JSONParser(maximumDepth: 60).parse(text)
    {
      return ["$in": [.string(text), data]]
    }
    return try ValueMatcher.pattern(of: matcher)
  }

  /// Whether a matcher looks for something in the text of a body, which no body is that is data here.
  static func looksIntoText(_ matcher: DocumentNode) -> Bool {
    ["contains", "doesNotContain", "matches", "doesNotMatch"].contains { matcher[$0] != nil }
  }

  private static func json(
    _ node: DocumentNode, _ matcher: DocumentNode
  ) throws(CommandFailure) -> AnyCodableValue? {
    var value = node.data
    if case .string(let text) = value {
      do throws(JSONParseError) {
        value = try JSONParser(maximumDepth: 60).parse(text)
      } catch {
        throw node.problem("the text is no JSON: \(error); expected JSON")
      }
    }
    let lists = JSONLists(
      allowMore: matcher["ignoreExtraElements"]?.data == true,
      inAnyOrder: matcher["ignoreArrayOrder"]?.data == true && value.hasList)
    if value.hasPlaceholder || lists.allowMore || lists.inAnyOrder { return value.partial(lists) }
    return ["$eq": value]
  }

  /// `$.a.b`, and the same with a matcher of what is found.
  private static func path(_ node: DocumentNode) throws(CommandFailure) -> AnyCodableValue? {
    var leaf: AnyCodableValue? = ["$exists": true]
    var text: String
    if case .object = node.value.content {
      text = try node.required("expression").string()
      var members: [(key: String, value: DocumentValue)] = []
      if case .object(let own) = node.value.content {
        members = own.filter { $0.key != "expression" }
      }
      let rest = DocumentNode(
        value: DocumentValue(content: .object(members), line: node.value.line), path: node.path,
        file: node.file)
      leaf = try ValueMatcher.pattern(of: rest)
      // What is found is compared as a text there, whatever it is.
      if case .string(let text)? = leaf, let scalar = try? JSONParser().parse(text), scalar != .null
      {
        leaf = ["$in": [.string(text), scalar]]
      }
    } else {
      text = try node.string()
    }
    guard var pattern = leaf, text.hasPrefix("$.") else { return nil }
    // `$.a[?(@.b == 'c')]` asks for an element of a list.
    let filter = try Filter(&text)
    if let filter { pattern = ["$elemMatch": [filter.name: filter.value]] }
    let names = text.dropFirst(2).split(separator: ".", omittingEmptySubsequences: false)
    guard
      names.allSatisfy({
        $0.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" } && !$0.isEmpty
      })
    else { return nil }
    for name in names.reversed() { pattern = [String(name): pattern] }
    return pattern
  }

  private struct Filter {
    let name: String
    let value: AnyCodableValue

    /// Takes a filter off the end of an expression; nil where there is none that is understood.
    init?(_ text: inout String) throws(CommandFailure) {
      guard text.hasSuffix(")]"), let start = text.firstRange(of: "[?(@.") else { return nil }
      let inner = text[start.upperBound...].dropLast(2)
      guard let equals = inner.firstRange(of: "==") else { return nil }
      let name = String(inner[..<equals.lowerBound]).trimmed
      var operand = String(inner[equals.upperBound...]).trimmed
      if operand.hasPrefix("'"), operand.hasSuffix("'"), operand.count > 1 {
        operand = "\"\(operand.dropFirst().dropLast())\""
      }
      guard let value = try? JSONParser().parse(operand),
        name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" })
      else { return nil }
      (self.name, self.value) = (name, value)
      text = String(text[..<start.lowerBound])
    }
  }
}

/// How lists in a body are compared.
private struct JSONLists {
  /// Whether there may be other elements, and other members of objects.
  var allowMore: Bool
  var inAnyOrder: Bool
}

extension AnyCodableValue {
  /// The pattern of an expression; nil where it is none here.
  static func regex(_ text: String) -> AnyCodableValue? {
    let pattern: AnyCodableValue = ["$regex": .string(text)]
    guard (try? MatchPattern(pattern)) != nil else { return Optional.none }
    return pattern
  }

  private static let placeholder = "${json-unit."

  /// Whether a list of more than one element is in it.
  fileprivate var hasList: Bool {
    switch self {
    case .array(let elements): elements.count > 1 || elements.contains(where: \.hasList)
    case .dictionary(let members): members.values.contains(where: \.hasList)
    default: false
    }
  }

  /// Whether a value of JsonUnit's stands for any other.
  fileprivate var hasPlaceholder: Bool {
    switch self {
    case .string(let text): text.hasPrefix(Self.placeholder)
    case .array(let elements): elements.contains(where: \.hasPlaceholder)
    case .dictionary(let members): members.values.contains(where: \.hasPlaceholder)
    default: false
    }
  }

  /// The pattern that asks for these members and lets others be.
  fileprivate func partial(_ lists: JSONLists) -> AnyCodableValue {
    switch self {
    case .string(let text) where text.hasPrefix(Self.placeholder):
      text.contains("any-string")
        ? ["$type": "string"]
        : text.contains("any-number")
          ? ["$type": "number"]
          : text.contains("any-boolean") ? ["$type": "bool"] : ["$exists": true]
    case .dictionary(let members):
      members.keys.contains { $0.contains(".") || $0.hasPrefix("$") }
        ? ["$eq": self] : .dictionary(members.mapValues { $0.partial(lists) })
    case .array(let elements) where lists.allowMore || lists.inAnyOrder:
      lists.allowMore
        ? elements.isEmpty
          ? ["$type": "array"]
          : elements.count == 1
            ? ["$elemMatch": elements[0].partial(lists)]
            : ["$and": .array(elements.map { ["$elemMatch": $0.partial(lists)] })]
        : ["$and": [["$all": self], ["$size": .int(elements.count)]]]
    default: self
    }
  }
}

extension String {
  /// The expression for the whole of a text.
  var regexAnchored: String {
    contains("|")
      ? "^(?:\(self))$" : (hasPrefix("^") ? "" : "^") + self + (hasSuffix("$") ? "" : "$")
  }

  /// The text as a regular expression that finds it.
  var regexEscaped: String {
    reduce(into: "") { text, character in
      if "\\^$.|?*+()[]{}".contains(character) { text += "\\" }
      text.append(character)
    }
  }
}
