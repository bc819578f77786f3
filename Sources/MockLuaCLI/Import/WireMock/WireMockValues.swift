import MockConfiguration
import MockData

/// A mapping's matcher for an optional string: a header, query, or cookie value, or the body.
struct TextMatcher {
  /// The condition on the string.
  var condition: Condition
  /// Whether an absent string is accepted.
  var acceptsAbsent = false
  /// Whether the only requirement is that the string is absent.
  var isAbsent = false

  /// The options that can appear next to an operator.
  private static let options: Set = ["caseInsensitive"]

  /// Reads a matcher, or returns nil if the script language can't express it.
  ///
  /// In that case, `reasons` explains why.
  init?(_ matcher: DocumentNode, _ reasons: inout [String]) throws(CommandFailure) {
    // WireMock only uses the first operator.
    let members = try matcher.members().filter { !Self.options.contains($0.key) }
    guard let (name, operand) = members.first else {
      reasons.append("`\(matcher.data.shortText)` names no matcher")
      return nil
    }
    switch name {
    case "equalTo":
      let text = try operand.text()
      let isFree = matcher["caseInsensitive"]?.data == true
      condition = isFree ? .regex("(?i)^\(text.regexEscaped)$") : .text(text)
    case "equalToIgnoreCase":
      condition = .regex("(?i)^\(try operand.text().regexEscaped)$")
    case "contains": condition = .regex(try operand.text().regexEscaped)
    case "doesNotContain":
      condition = .no(.regex(try operand.text().regexEscaped))
      acceptsAbsent = true
    case "matches", "doesNotMatch":
      let expression = try operand.text()
      guard let regex = JavaRegex.whole(expression) else {
        reasons.append("the expression `\(expression)` has no counterpart")
        return nil
      }
      condition = name == "matches" ? .regex(regex) : .no(.regex(regex))
      acceptsAbsent = name == "doesNotMatch"
    case "absent":
      condition = .word("is.absent")
      (acceptsAbsent, isAbsent) = (true, true)
    case "anything":
      condition = .fields([:])
      acceptsAbsent = true
    case "and", "or":
      var parts: [TextMatcher] = []
      for element in try operand.elements() {
        guard let part = try TextMatcher(element, &reasons) else { return nil }
        parts.append(part)
      }
      guard !parts.isEmpty else {
        reasons.append("`\(name)` has no matchers")
        return nil
      }
      let conditions = parts.map(\.condition)
      condition = name == "and" ? .all(of: conditions) : .any(of: conditions)
      acceptsAbsent =
        name == "and" ? parts.allSatisfy(\.acceptsAbsent) : parts.contains(where: \.acceptsAbsent)
    case "not":
      guard let part = try TextMatcher(operand, &reasons) else { return nil }
      condition = part.isAbsent ? .word("is.exists") : .no(part.condition)
      acceptsAbsent = !part.acceptsAbsent
    case "equalToNumber", "greaterThanNumber", "greaterThanEqualNumber", "lessThanNumber",
      "lessThanEqualNumber":
      let text = try operand.text()
      guard let number = Double(text), number.isFinite, let sign = Self.signs[name] else {
        throw operand.wrongKind("a number")
      }
      let value = Int(exactly: number).map { "\($0)" } ?? "\(number)"
      condition = .lua(
        "function(text) local number = tonumber(text) return number and number \(sign) \(value) end"
      )
    default:
      reasons.append("`\(name)` has no counterpart")
      return nil
    }
  }

  private static let signs = [
    "equalToNumber": "==", "greaterThanNumber": ">", "greaterThanEqualNumber": ">=",
    "lessThanNumber": "<", "lessThanEqualNumber": "<=",
  ]

  /// The condition on a single value, or on any of several, as in a query.
  var anyValue: Condition {
    if isAbsent { return condition }
    return .call("any", [condition])
  }

  /// The condition on any line of a header.
  var anyLine: Condition {
    if isAbsent { return condition }
    return acceptsAbsent
      ? .any(of: [.word("is.absent"), .anyItem(condition)]) : .anyItem(condition)
  }
}

/// A mapping's matcher for all values with the same name in a query, a form, or the headers.
struct ValuesMatcher {
  /// The operator that combines several matchers, or nil if there is a single matcher.
  private var operation: String?
  private var parts: [TextMatcher] = []

  init?(_ matcher: DocumentNode, _ reasons: inout [String]) throws(CommandFailure) {
    operation = ["hasExactly", "includes"].first { matcher[$0] != nil }
    let matchers = try operation.flatMap { matcher[$0] }?.elements() ?? [matcher]
    for matcher in matchers {
      guard let part = try TextMatcher(matcher, &reasons) else { return nil }
      parts.append(part)
    }
  }

  /// Whether the only requirement is that there is no value.
  var isAbsent: Bool { operation == nil && parts[0].isAbsent }

  /// The condition on a string for one value, and a list for several.
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

  /// The condition on a string, if there is at most one value.
  var ofText: Condition? { operation == nil ? parts[0].condition : nil }
}
