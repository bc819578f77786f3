import MockConfiguration
import MockData

/// The template of a route that accepts every path that a regular expression matches.
struct PathTemplate {
  /// The template, such as `/users/{part2}`.
  private(set) var text = ""
  /// The conditions on the path parameters, by name.
  private(set) var conditions: [(name: String, regex: String)] = []
  /// Whether the template with its conditions accepts no other paths.
  private(set) var isExact = true
  /// The requirement on the query, for an expression that matches the path and the query.
  private(set) var query = Query.none

  enum Query {
    /// The request must not have a query.
    case none
    /// The request can have any query.
    case optional
    /// Only the expression itself can decide whether a query is accepted.
    case some
  }

  private static let metacharacters = Set("^$.|?*+()[]{}\\")

  /// Parses an expression for a whole path, or for path and query.
  init(regex: String) {
    var rest = Substring(regex)
    if rest.hasPrefix("^") { rest.removeFirst() }
    if rest.hasSuffix("$"), !rest.hasSuffix("\\$") { rest.removeLast() }
    for end in ["(\\?.*)?", "(?:\\?.*)?"] where rest.hasSuffix(end) {
      rest.removeLast(end.count)
      query = .optional
    }
    if rest == ".*" || rest == "/.*" {
      text = "/{rest...}"
      return
    }
    guard rest.hasPrefix("/"), let parts = Self.parts(of: rest.dropFirst()), read(parts) else {
      text = Self.beginning(of: rest)
      (conditions, isExact) = ([], false)
      if query == .none { query = .some }
      return
    }
  }

  /// Builds the template from parts.
  ///
  /// - Returns: False if a part can be empty or can match a slash.
  private mutating func read(_ parts: [String]) -> Bool {
    for (number, part) in parts.enumerated() {
      if let literal = Self.literal(part) {
        text += "/" + literal
        isExact = isExact && literal.isUnreservedPath
      } else if part == ".*" || part == "(.*)", number == parts.count - 1 {
        text += "/{rest...}"
        if query == .none { query = .optional }
      } else {
        guard !Self.mayHaveSlash(part), let regex = JavaRegex.whole(part),
          let compiled = try? LinearRegex(regex), !compiled.isFound(in: "")
        else { return false }
        let name = "part\(number + 1)"
        text += "/{\(name)}"
        if part != "[^/]+", part != "([^/]+)" {
          conditions.append((name, regex))
          isExact = isExact && !Self.mayHaveEscapes(part)
        }
        if query == .none, Self.mayHaveMark(part) { query = .some }
      }
    }
    return true
  }

  /// Returns the parts between slashes; nil if a group or a class contains a slash.
  private static func parts(of regex: Substring) -> [String]? {
    var parts = [""]
    var (depth, isClass, isEscaped) = (0, false, false)
    for character in regex {
      if isEscaped {
        isEscaped = false
        if character == "?" { return nil }
        if character == "/" { parts.append("") } else { parts[parts.count - 1] += "\\\(character)" }
        continue
      }
      switch character {
      case "\\":
        isEscaped = true
        continue
      case "[": isClass = true
      case "]": isClass = false
      case "(" where !isClass: depth += 1
      case ")" where !isClass: depth -= 1
      case "|" where depth == 0 && !isClass: return nil
      case "/" where !isClass:
        guard depth == 0 else { return nil }
        parts.append("")
        continue
      // A quantifier right after a slash can make the slash optional.
      case "?", "*", "+", "{":
        if parts[parts.count - 1].isEmpty { return nil }
      default: break
      }
      parts[parts.count - 1].append(character)
    }
    return depth == 0 && !isClass && !isEscaped ? parts : nil
  }

  /// Returns the only string that a part matches; nil if it matches several.
  private static func literal(_ part: String) -> String? {
    var text = ""
    var isEscaped = false
    for character in part {
      if isEscaped {
        guard metacharacters.contains(character) || character == "-" else { return nil }
        text.append(character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else if metacharacters.contains(character) {
        return nil
      } else {
        text.append(character)
      }
    }
    return text
  }

  /// Whether an expression may match a string with escapes, or a string that some clients escape.
  ///
  /// WireMock matches it with the part as it was sent, but a script has the parameter without escapes.
  private static func mayHaveEscapes(_ part: String) -> Bool {
    part.contains("\\s") || !part.utf8.allSatisfy { $0 < 0x80 }
      || (" %\"!$&'()*+,;=:@<>[]\\^`{|}é" as String).contains { may(part, have: $0) }
  }

  private static func mayHaveSlash(_ part: String) -> Bool { may(part, have: "/") }
  private static func mayHaveMark(_ part: String) -> Bool { may(part, have: "?") }

  /// Whether an expression may match a string that contains a given character.
  private static func may(_ part: String, have wanted: Character) -> Bool {
    var rest = part[...]
    while let character = rest.popFirst() {
      switch character {
      case "\\":
        guard let next = rest.popFirst() else { return true }
        if "DWSPQ".contains(next) || next == wanted { return true }
      case ".": return true
      case "[":
        var members = ""
        while let member = rest.popFirst(), member != "]" || members.isEmpty {
          members.append(member)
        }
        let isNegated = members.hasPrefix("^")
        if isNegated { members.removeFirst() }
        guard let regex = try? LinearRegex("[\(members)]"), !members.contains("[") else {
          return true
        }
        if regex.isFound(in: String(wanted)) != isNegated { return true }
      case wanted where !metacharacters.contains(wanted): return true
      default: break
      }
    }
    return false
  }

  /// Returns a template for the prefix that all matches have in common.
  private static func beginning(of regex: Substring) -> String {
    var (depth, isEscaped, isClass) = (0, false, false)
    for character in regex {
      switch character {
      case _ where isEscaped: isEscaped = false
      case "\\": isEscaped = true
      case "[": isClass = true
      case "]": isClass = false
      case "(" where !isClass: depth += 1
      case ")" where !isClass: depth -= 1
      case "|" where depth == 0 && !isClass: return "/{rest...}"
      default: break
      }
    }
    var text = ""
    var rest = regex
    while let character = rest.popFirst() {
      var literal = character
      if character == "\\" {
        guard let next = rest.popFirst(), !next.isLetter, !next.isNumber else { break }
        literal = next
      } else if metacharacters.contains(character) {
        break
      }
      if let next = rest.first, "?*{+".contains(next) { break }
      // The path ends at the question mark.
      if literal == "?" { return text }
      text.append(literal)
    }
    guard let slash = text.lastIndex(of: "/"), text.hasPrefix("/") else { return "/{rest...}" }
    return text[...slash] + "{rest...}"
  }
}

extension RouteTemplate {
  /// Whether the route accepts every path that another route accepts.
  func takesAll(of other: RouteTemplate) -> Bool {
    for (index, segment) in segments.enumerated() {
      guard index < other.segments.count else { return false }
      switch (segment, other.segments[index]) {
      case (.rest, _): return true
      case (.parameters(let part), .parameters(let other)) where part.takesAll(of: other): continue
      case (.parameters(let part), .literal(let text)) where part.values(in: text) != nil: continue
      case (.literal(let text), .literal(let other)) where text == other: continue
      default: return false
      }
    }
    return segments.count == other.segments.count
  }

  /// Whether a path may exist that both routes accept.
  func mayMeet(_ other: RouteTemplate) -> Bool {
    for (own, their) in zip(segments, other.segments) {
      switch (own, their) {
      case (.rest, _), (_, .rest): return true
      case (.literal(let text), .literal(let other)):
        if text != other { return false }
      case (.parameters(let part), .literal(let text)), (.literal(let text), .parameters(let part)):
        if part.values(in: text) == nil { return false }
      case (.parameters, .parameters): continue
      }
    }
    return segments.count == other.segments.count
  }

  /// The path, if it has no parameters.
  var literalPath: String? {
    var path = ""
    for segment in segments {
      guard case .literal(let text) = segment else { return nil }
      path += "/" + text
    }
    return path
  }
}

extension RoutePart {
  /// Whether this part accepts everything that another part accepts.
  ///
  /// The check only covers simple cases, so it can return false even if this part accepts everything.
  fileprivate func takesAll(of other: RoutePart) -> Bool {
    texts == other.texts
      || texts.count == 2 && (other.texts.first ?? "").hasPrefix(texts[0])
        && (other.texts.last ?? "").hasSuffix(texts[1])
  }
}
