import MockConfiguration
import MockData
import MockLua

/// Translates `matchesJsonPath` into a condition on the body.
///
/// The values that the path finds are compared as text. In a list, one matching element is enough. Null counts as
/// missing.
enum JSONPathMatcher {
  static func condition(_ node: DocumentNode) throws -> Condition {
    var matcher: DocumentNode?
    let text: String
    if case .object(let members) = node.value.content {
      text = try node.required("expression").string()
      let rest = members.filter { $0.key != "expression" }
      if !rest.isEmpty {
        matcher = DocumentNode(
          value: DocumentValue(content: .object(rest), line: node.value.line), path: node.path,
          file: node.file)
      }
    } else {
      text = try node.string()
    }
    guard let path = JSONPathExpression(text) else {
      throw NoCounterpart("the path `\(text.escaped(limit: 200))` has no counterpart")
    }
    guard let matcher else { return .at(["raw", "json"], path.condition(.found)) }
    if matcher["absent"] != nil {
      guard let names = path.names else {
        throw NoCounterpart("`absent` of the path `\(text)` has no counterpart")
      }
      // A body that isn't JSON never matches.
      let isMissing = Condition.fields([
        "raw.json": .word("is.exists"),
        (["raw", "json"] + names).joined(separator: "."):
          // An empty list counts as missing, too.
          .any(of: [.value(.null), .call("is.eq", [.value(.array([]))])]),
      ])
      return .any(of: [isMissing, .at(["raw", "body"], .word("is.absent"))])
    }
    if let json = matcher["equalToJson"] {
      let reason = "`equalToJson` of the path `\(text)` has no counterpart"
      guard path.names != nil else { throw NoCounterpart(reason) }
      let pattern = try JSONPattern(json, matcher)
      do throws(NoCounterpart) {
        return .at(["raw", "json"], path.condition(.is(try pattern.condition())))
      } catch {
        throw NoCounterpart("\(error); \(reason)")
      }
    }
    if case .string(let text)? = matcher["equalTo"]?.data, text.contains(#/[.eE]/#),
      Double(text)?.hasExponentInJava == true
    {
      throw NoCounterpart("`equalTo` of a large or small number has no counterpart")
    }
    let found = try TextMatcher(matcher)
    if found.condition == .always {
      return .at(["raw", "json"], path.condition(.is(.call("any", [.no(.value(.null))]))))
    }
    let condition =
      acceptsObjects(matcher)
      ? Condition.any(of: [
        .call("is.text", [found.condition]), .call("is.type", [.text("object")]),
        .call("is.type", [.text("array")]),
      ])
      : found.condition.ofText(mayBeOfObject: try mayAcceptObject(matcher))
    return .at(["raw", "json"], path.condition(.is(.call("any", [condition]))))
  }

  /// Whether a matcher accepts the text of any object or list.
  private static func acceptsObjects(_ matcher: DocumentNode) -> Bool {
    guard case .string(let expression)? = matcher["matches"]?.data else { return false }
    return [".*", ".+"].contains(expression) && (try? matcher.members().count) == 1
  }

  /// Whether a matcher may accept the text of an object or a list, which begins with a bracket.
  private static func mayAcceptObject(
    _ matcher: DocumentNode
  ) throws(MockConfigurationError) -> Bool {
    for (name, operand) in try matcher.members() {
      switch name {
      case "equalTo", "equalToIgnoreCase":
        if let first = try operand.text().first, "{[".contains(first) { return true }
      case "matches":
        let text = try operand.text()
        let begin = text.prefix(2)
        let isLiteral =
          begin.count == 2 && begin.allSatisfy { $0.isLetter || $0.isNumber }
          && !text.contains("|")
        if !isLiteral { return true }
      case "caseInsensitive", "anything", "equalToNumber", "greaterThanNumber",
        "greaterThanEqualNumber", "lessThanNumber", "lessThanEqualNumber":
        break
      default: return true
      }
    }
    return false
  }
}

extension Condition {
  /// Returns the condition on the text of a string, a number, or a boolean.
  ///
  /// WireMock also compares the text of an object, which depends on the order of its members. A script doesn't know
  /// this order.
  ///
  /// `mayBeOfObject` indicates whether the text of an object may meet the condition. If it may, a request with an
  /// object gets an error instead of another response.
  fileprivate func ofText(mayBeOfObject: Bool) -> Condition {
    if mayBeOfObject { return .call("as_text", [self]) }
    if case .value(.string(let text)) = self, (try? JSONParser().parse(text)) == nil { return self }
    return .call("is.text", [self])
  }
}

/// A step of a JSONPath.
enum JSONPathStep {
  case name(Substring)
  /// The position of an element, from 0.
  case index(Int)
  /// Any element of a list, or any member of an object.
  case anyValue
  /// The condition of a filter, as it is written.
  case filter(Substring)

  /// Returns the steps of a path; nil if it has others, such as `..`.
  static func steps(of path: String) -> [JSONPathStep]? {
    guard path.hasPrefix("$") else { return nil }
    let form =
      #/(?s)\[\?\((.*?)\)\]|\[\*\]|\.\*|\['(.*?)'\]|\[([0-9]+)\]|\.([^.\[*()$@]+)/#
    var steps: [JSONPathStep] = []
    var rest = path.dropFirst()
    while !rest.isEmpty {
      guard let match = rest.prefixMatch(of: form) else { return nil }
      let (_, filter, quoted, digits, name) = match.output
      if let filter {
        steps.append(.filter(filter))
      } else if let name = quoted ?? name {
        steps.append(.name(name))
      } else if let digits {
        guard let index = Int(digits), index < Int.max else { return nil }
        steps.append(.index(index))
      } else {
        steps.append(.anyValue)
      }
      rest = rest[match.range.upperBound...]
    }
    return steps
  }
}

/// A path that a pattern can express: names, any element or member, and filters of elements.
struct JSONPathExpression {
  private enum Step {
    case name(String)
    /// Any element of a list, or any member of an object.
    case anyValue
    case filter(Condition)
  }

  /// The requirement on the values that a path finds.
  enum Requirement {
    /// The path finds a value. Null doesn't count.
    case found
    case `is`(Condition)
  }

  private var steps: [Step] = []
  /// The maximum number of steps; each nests the pattern more deeply, and Lua limits the depth.
  private static let stepLimit = 50

  /// The names in the path, or nil if the path has other steps and can find several values.
  var names: [String]? {
    let names = steps.compactMap { if case .name(let name) = $0 { name } else { nil } }
    return names.isEmpty || names.count < steps.count ? nil : names
  }

  init?(_ text: String) {
    guard let parts = JSONPathStep.steps(of: text), parts.count <= Self.stepLimit else {
      return nil
    }
    for part in parts {
      switch part {
      case .name(let name) where Self.isName(name): steps.append(.name(String(name)))
      case .anyValue: steps.append(.anyValue)
      case .filter(let text):
        guard let filter = Self.filter(String(text)) else { return nil }
        steps.append(.filter(filter))
      case .name, .index: return nil
      }
    }
  }

  /// Whether a pattern can have a name.
  ///
  /// Dots, dollar signs, stars, and functions have a different meaning there.
  private static func isName(_ text: Substring) -> Bool {
    !text.isEmpty && !text.contains { ".*$()@,'\"".contains($0) }
  }

  /// Parses a filter such as `@.name == 'text'`, or several joined by `&&`.
  private static func filter(_ text: String) -> Condition? {
    guard !text.contains("||"), !text.contains("!") || text.contains("!=") else { return nil }
    var condition: Condition?
    for part in text.split(separator: "&&", omittingEmptySubsequences: false) {
      guard let next = comparison(String(part).trimmed) else { return nil }
      condition = condition.map { $0.and(next) } ?? next
    }
    return condition
  }

  private static func comparison(_ text: String) -> Condition? {
    guard text.hasPrefix("@.") else { return nil }
    let operators = ["==", ">=", "<=", ">", "<"]
    let found = operators.compactMap { sign in text.firstRange(of: sign).map { (sign, $0) } }.first
    let names = (found.map { String(text[..<$0.1.lowerBound]) } ?? text).trimmed.dropFirst(2)
      .split(separator: ".", omittingEmptySubsequences: false)
    // An operator can be a word, as in `@.items size 2`.
    guard !text.contains("=~"), !text.contains("!="),
      names.allSatisfy({ isName($0) && !$0.contains { " []".contains($0) } })
    else { return nil }
    guard let (sign, range) = found else {
      return .at(names.map(String.init), .word("is.exists"))
    }
    var operand = String(text[range.upperBound...]).trimmed
    if operand.hasPrefix("'"), operand.hasSuffix("'"), operand.count > 1 {
      operand = "\"\(operand.dropFirst().dropLast())\""
    }
    guard let value = try? JSONParser().parse(operand) else { return nil }
    let word = ["==": "is.eq", ">=": "is.ge", "<=": "is.le", ">": "is.gt", "<": "is.lt"][sign]
    switch (sign, value) {
    case ("==", .null): return .at(names.map(String.init), .call("is.eq", [.value(.null)]))
    case ("==", .string), ("==", .int), ("==", .double), ("==", .bool):
      return .at(names.map(String.init), equal(to: value))
    case (_, .int), (_, .double):
      return word.map { .at(names.map(String.init), .call($0, [.value(value)])) }
    default: return nil
    }
  }

  /// Returns the condition for a value in a filter, where a number equals a string with this number.
  private static func equal(to value: AnyCodableValue) -> Condition {
    let other: AnyCodableValue?
    switch value {
    case .int, .double: other = .string(value.shortText)
    case .string(let text):
      let parsed = try? JSONParser().parse(text)
      other = parsed?.asDouble == nil ? nil : parsed
    default: other = nil
    }
    return .any(of: [value, other].compactMap(\.self).map { .value($0) })
  }

  /// Returns the condition on the value at which the path begins.
  func condition(_ wanted: Requirement) -> Condition { condition(steps[...], wanted) }

  private func condition(_ steps: ArraySlice<Step>, _ wanted: Requirement) -> Condition {
    guard let step = steps.first else {
      switch wanted {
      case .found:
        // A path that can find several values counts null as a value.
        return names == nil ? .word("is.exists") : .no(.value(.null))
      case .is(let condition): return condition
      }
    }
    let rest = steps.dropFirst()
    switch step {
    case .name(let name): return .fields([name: condition(rest, wanted)])
    case .anyValue: return .each(condition(rest, wanted))
    case .filter(let filter):
      let inner = condition(rest, wanted)
      // A filter on an object applies to the object itself.
      return .call(
        "any", [rest.isEmpty && inner == .word("is.exists") ? filter : filter.and(inner)])
    }
  }
}
