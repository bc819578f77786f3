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
    /// Only the expression itself can decide.
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
      } else if part == ".*" || part == "(.*)", number == parts.count - 1 {
        text += "/{rest...}"
        if query == .none { query = .optional }
      } else {
        guard !Self.mayHaveSlash(part), let regex = JavaRegex.whole(part),
          let compiled = try? LinearRegex(regex), !compiled.isFound(in: "")
        else { return false }
        let name = "part\(number + 1)"
        text += "/{\(name)}"
        if part != "[^/]+", part != "([^/]+)" { conditions.append((name, regex)) }
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

  /// Returns the only text that a part matches; nil if it matches several.
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

  private static func mayHaveSlash(_ part: String) -> Bool { may(part, have: "/") }
  private static func mayHaveMark(_ part: String) -> Bool { may(part, have: "?") }

  /// Whether an expression may match a text that contains a given character.
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

  /// Returns a template for the text that is common to the start of all matches.
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
