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
      return isFree ? ["$regex": .string("(?i)^\(text.regexEscaped)$")] : .string(text)
    case "equalToIgnoreCase": return ["$regex": .string("(?i)^\(try operand.text().regexEscaped)$")]
    case "matches": return ["$regex": .string(try operand.text().regexAnchored)]
    case "doesNotMatch": return ["$not": ["$regex": .string(try operand.text().regexAnchored)]]
    case "contains": return ["$regex": .string(try operand.text().regexEscaped)]
    case "doesNotContain": return ["$not": ["$regex": .string(try operand.text().regexEscaped)]]
    case "absent": return ["$exists": .bool(operand.data != true)]
    case "hasExactly", "includes":
      var values: [AnyCodableValue] = []
      for element in try operand.elements() {
        guard let value = try element["equalTo"]?.text() else { return nil }
        values.append(.string(value))
      }
      return ["$all": .array(values)]
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
    if matcher["equalToXml"] != nil || matcher["matchesXPath"] != nil
      || matcher["binaryEqualTo"] != nil
    {
      if let bytes = try matcher["binaryEqualTo"]?.text() { return .string(bytes) }
      return nil
    }
    return try ValueMatcher.pattern(of: matcher)
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
    let allowsMore = matcher["ignoreExtraElements"]?.data == true
    if value.hasPlaceholder || allowsMore { return value.partial }
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

extension AnyCodableValue {
  private static let placeholder = "${json-unit."

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
  fileprivate var partial: AnyCodableValue {
    switch self {
    case .string(let text) where text.hasPrefix(Self.placeholder):
      text.contains("any-string")
        ? ["$type": "string"]
        : text.contains("any-number")
          ? ["$type": "number"]
          : text.contains("any-boolean") ? ["$type": "bool"] : ["$exists": true]
    case .dictionary(let members):
      members.keys.contains { $0.contains(".") || $0.hasPrefix("$") }
        ? ["$eq": self] : .dictionary(members.mapValues(\.partial))
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
