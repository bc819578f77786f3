import MockConfiguration
import MockData
import MockLua

/// Translates the body matchers of a mapping into conditions on the request.
enum BodyMatcher {
  private static let composed: Set = ["and", "or", "not"]

  static func condition(_ matcher: DocumentNode) throws -> Condition {
    if let node = matcher["equalToJson"] {
      return .at(["raw", "json"], try JSONPattern(node, matcher).condition())
    }
    if let node = matcher["matchesJsonPath"] { return try JSONPathMatcher.condition(node) }
    if let base64 = matcher["binaryEqualTo"] {
      let bytes = try base64.bytes(ofBase64: base64.text())
      guard let text = String(validUTF8: bytes) else {
        return .at(["raw", "base64"], .text(bytes.base64))
      }
      return .at(["raw"], .fields(["body": .text(text), "base64": .word("is.absent")]))
    }
    if let (name, operand) = try matcher.members().first(where: { composed.contains($0.key) }),
      try usesJSON(matcher)
    {
      let parts = try (name == "not" ? [operand] : operand.elements()).map(condition)
      if parts.isEmpty { throw NoCounterpart("`\(name)` has no matchers") }
      switch name {
      case "and": return parts.dropFirst().reduce(parts[0]) { $0.and($1) }
      case "or": return .any(of: parts)
      default: return .no(parts[0])
      }
    }
    let text = try TextMatcher(matcher).condition
    return text == .always ? .fields([:]) : .at(["raw", "body"], text)
  }

  /// Whether a nested matcher treats the body as JSON.
  private static func usesJSON(_ matcher: DocumentNode) throws(MockConfigurationError) -> Bool {
    for (name, operand) in try matcher.members() {
      if ["equalToJson", "matchesJsonPath", "binaryEqualTo"].contains(name) { return true }
      guard composed.contains(name) else { continue }
      for element in name == "not" ? [operand] : try operand.elements()
      where try usesJSON(element) {
        return true
      }
    }
    return false
  }
}

/// The pattern of `equalToJson`, with JsonUnit's placeholders.
struct JSONPattern {
  private let value: AnyCodableValue
  private let allowsMore: Bool
  private let ignoresOrder: Bool

  init(_ node: DocumentNode, _ matcher: DocumentNode) throws(MockConfigurationError) {
    var value = node.data
    if case .string(let text) = value {
      do throws(JSONParseError) {
        value = try JSONParser(maximumDepth: 60).parse(text)
      } catch {
        throw node.problem("the text isn't JSON: \(error)")
      }
    }
    self.value = value
    allowsMore = matcher.isOn("ignoreExtraElements")
    ignoresOrder = matcher.isOn("ignoreArrayOrder")
  }

  func condition() throws(NoCounterpart) -> Condition { try condition(value) }

  private func condition(_ value: AnyCodableValue) throws(NoCounterpart) -> Condition {
    if isPlain(value) { return Self.equal(value) }
    switch value {
    case .string(let text): return try Self.placeholder(text)
    case .dictionary(let members):
      var fields: [String: Condition] = [:]
      for (name, member) in members {
        guard !name.hasPrefix("$"), !name.contains(".") else {
          throw NoCounterpart(
            "a member is called `\(name)`, which a pattern reads as a path or an operator")
        }
        fields[name] = try condition(member)
      }
      return allowsMore ? .fields(fields) : .call("is.only", [.fields(fields)])
    case .array(let elements):
      let parts = try elements.map(condition)
      if parts.isEmpty { return .call("is.type", [.text("array")]) }
      let start = Condition.call(ignoresOrder ? "is.holding" : "is.first_items", parts)
      if allowsMore { return start }
      return .call("is.all_of", [.call("is.size", [.value(.int(parts.count))]), start])
    case .number:
      throw NoCounterpart(
        "the number \(value.shortText) has more digits than a number in a script")
    default: return Self.equal(value)
    }
  }

  /// Whether a value is compared as a whole.
  private func isPlain(_ value: AnyCodableValue) -> Bool {
    switch value {
    case .string(let text): !Self.isPlaceholder(text)
    case .number: false
    case .dictionary(let members): !allowsMore && members.values.allSatisfy(isPlain)
    case .array(let elements):
      !allowsMore && (!ignoresOrder || elements.count < 2) && elements.allSatisfy(isPlain)
    default: true
    }
  }

  /// Returns a condition for equality.
  ///
  /// A pattern of the same form may accept other values too.
  private static func equal(_ value: AnyCodableValue) -> Condition {
    switch value {
    case .dictionary, .null: .call("is.eq", [.value(value)])
    default: .value(value)
    }
  }

  private static func isPlaceholder(_ text: String) -> Bool {
    text.hasPrefix("${json-unit.") || text.hasPrefix("#{json-unit.")
  }

  private static let placeholders: [String: Condition] = [
    "any-string": .call("is.type", [.text("string")]),
    "any-number": .call("is.type", [.text("number")]),
    "any-boolean": .call("is.type", [.text("bool")]),
    "any-array": .call("is.type", [.text("array")]),
    "ignore": .word("is.exists"),
    "ignore-element": .always,
    "missing-or-null": .value(.null),
  ]

  private static func placeholder(_ text: String) throws(NoCounterpart) -> Condition {
    let inner = text.dropFirst("${json-unit.".count)
    if let end = inner.firstIndex(of: "}") {
      let (name, rest) = (String(inner[..<end]), String(inner[inner.index(after: end)...]))
      if rest.isEmpty, let condition = placeholders[name] { return condition }
      // In JsonUnit, unlike WireMock itself, a dot doesn't match line breaks.
      if name == "regex", let regex = JavaRegex.whole(rest, dotTakesLineBreaks: false) {
        return .regex(regex)
      }
    }
    throw NoCounterpart("the placeholder `\(text)` has no counterpart")
  }
}

/// A mapping's matcher for an optional string: a header, query, or cookie value, or the body.
struct TextMatcher {
  var condition: Condition
  var acceptsAbsent = false
  /// Whether the only requirement is that the string is absent.
  var isAbsent = false

  /// The options that can appear next to an operator.
  private static let options: Set = ["caseInsensitive"]

  init(_ matcher: DocumentNode) throws {
    // WireMock only uses the first operator.
    let members = try matcher.members().filter { !Self.options.contains($0.key) }
    guard let (name, operand) = members.first else {
      throw NoCounterpart("`\(matcher.data.shortText)` names no matcher")
    }
    switch name {
    case "equalTo":
      let text = try operand.text()
      let isFree = matcher.isOn("caseInsensitive")
      condition = isFree ? Self.ignoringCase(text) : .text(text)
    case "equalToIgnoreCase":
      condition = Self.ignoringCase(try operand.text())
    case "contains": condition = .containing(try operand.text())
    case "doesNotContain":
      condition = .no(.containing(try operand.text()))
      acceptsAbsent = true
    case "matches", "doesNotMatch":
      let expression = try operand.text()
      guard let regex = JavaRegex.whole(expression) else {
        throw NoCounterpart("the expression `\(expression)` has no counterpart")
      }
      condition = name == "matches" ? .regex(regex) : .no(.regex(regex))
      acceptsAbsent = name == "doesNotMatch"
    case "absent":
      condition = .word("is.absent")
      (acceptsAbsent, isAbsent) = (true, true)
    case "anything":
      condition = .always
      acceptsAbsent = true
    case "and", "or":
      let parts = try operand.elements().map(TextMatcher.init)
      if parts.isEmpty { throw NoCounterpart("`\(name)` has no matchers") }
      let conditions = parts.map(\.condition)
      condition = name == "and" ? .all(of: conditions) : .any(of: conditions)
      acceptsAbsent =
        name == "and" ? parts.allSatisfy(\.acceptsAbsent) : parts.contains(where: \.acceptsAbsent)
    case "not":
      let part = try TextMatcher(operand)
      condition = part.isAbsent ? .word("is.exists") : .no(part.condition)
      acceptsAbsent = !part.acceptsAbsent
    case "equalToNumber", "greaterThanNumber", "greaterThanEqualNumber", "lessThanNumber",
      "lessThanEqualNumber":
      let text = try operand.text()
      guard let number = Double(text), number.isFinite, let sign = Self.signs[name] else {
        throw operand.wrongKind("a number")
      }
      let value = Int(exactly: number).map { "\($0)" } ?? "\(number)"
      condition = .call(
        "number", [.lua("function(number) return number \(sign) \(value) end")])
    default: throw NoCounterpart("`\(name)` has no counterpart")
    }
  }

  private static func ignoringCase(_ text: String) -> Condition {
    let flags = text.utf8.allSatisfy { $0 < 0x80 } ? "i" : "iu"
    return .regex("(?\(flags))^\(text.regexEscaped)$")
  }

  private static let signs = [
    "equalToNumber": "==", "greaterThanNumber": ">", "greaterThanEqualNumber": ">=",
    "lessThanNumber": "<", "lessThanEqualNumber": "<=",
  ]

  /// The condition on a single value, or on any of several, as in a query.
  var anyValue: Condition {
    if isAbsent || condition == .always { return condition }
    return .call("any", [condition])
  }

  /// The condition on any line of a header.
  var anyLine: Condition {
    if isAbsent || condition == .always { return condition }
    return acceptsAbsent
      ? .any(of: [.word("is.absent"), .anyItem(condition)]) : .anyItem(condition)
  }
}

/// A mapping's matcher for all values with the same name in a query, a form, or the headers.
struct ValuesMatcher {
  /// The operator that combines several matchers, or nil for a single matcher.
  private let operation: String?
  private let parts: [TextMatcher]

  init(_ matcher: DocumentNode) throws {
    operation = ["hasExactly", "includes"].first { matcher[$0] != nil }
    let matchers = try operation.flatMap { matcher[$0] }?.elements() ?? [matcher]
    parts = try matchers.map(TextMatcher.init)
  }

  /// Whether the only requirement is that there is no value.
  var isAbsent: Bool { operation == nil && parts[0].isAbsent }

  /// Whether no values are accepted, too.
  var acceptsAbsent: Bool { operation == nil && parts[0].acceptsAbsent }

  /// The condition on the values, which are a string if there is one value, and a list if there are several.
  var ofTextOrList: Condition {
    switch operation {
    case "hasExactly" where parts.count == 1:
      return .all(of: [
        .word("is.exists"), .no(.call("is.type", [.text("array")])), parts[0].condition,
      ])
    case "hasExactly": return ofList
    case "includes":
      return .all(of: [.word("is.exists")] + parts.map(\.anyValue))
    default: return parts[0].anyValue
    }
  }

  /// The condition on values that are always a list.
  var ofList: Condition {
    switch operation {
    case "hasExactly":
      return .all(
        of: [.call("is.size", [.value(.int(parts.count))])] + parts.map { .anyItem($0.condition) })
    case "includes":
      return parts.isEmpty ? .word("is.exists") : .all(of: parts.map { .anyItem($0.condition) })
    default: return parts[0].anyLine
    }
  }

  /// The condition on a string; nil for a combination of several matchers.
  var ofText: Condition? { operation == nil ? parts[0].condition : nil }
}

extension DocumentNode {
  /// Returns whether an option is true, or the text of it, which WireMock takes for the same.
  fileprivate func isOn(_ option: String) -> Bool {
    ["true", true].contains(self[option]?.data)
  }
}
