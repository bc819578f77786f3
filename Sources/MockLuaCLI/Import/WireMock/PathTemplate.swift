/// The template of a route that is as good as a regular expression of a path.
struct PathTemplate {
  /// Such as `/users/{part1}`.
  private(set) var text = ""
  /// What the parts have to be, by name.
  private(set) var conditions: [(name: String, regex: String)] = []
  /// Whether the expression may go on into a query.
  private(set) var mayHaveQuery = false

  /// Parts that stand for anything.
  private static let anything: Set<String> = [
    "[^/]+", ".+", ".*", "[^/]*", "([^/]+)", "(.+)", "(.*)",
  ]
  private static let metacharacters = Set("^$.|?*+()[]{}\\")

  /// Reads an expression for the whole of a path; nil where its parts are not apart from each other.
  init?(regex: String) {
    var regex = Substring(regex)
    if regex.hasPrefix("^") { regex.removeFirst() }
    if regex.hasSuffix("$"), !regex.hasSuffix("\\$") { regex.removeLast() }
    // What may follow as a query is no part of a path.
    for end in ["(\\?.*)?", "(?:\\?.*)?", "\\?.*"] where regex.hasSuffix(end) {
      regex.removeLast(end.count)
      mayHaveQuery = true
    }
    if regex == ".*" || regex == ".+" { regex = "/.*" }
    guard regex.hasPrefix("/"), !regex.contains("\\?"),
      let parts = Self.parts(of: regex.dropFirst())
    else {
      return nil
    }
    for (number, part) in parts.enumerated() {
      let isLast = number == parts.count - 1
      if let literal = Self.literal(part) {
        text += "/" + literal
      } else if isLast, part == ".*" || part == "(.*)" || part == ".+" {
        text += "/{rest...}"
      } else {
        // What crosses slashes is no part.
        let isWild = part.contains(".*") || part.contains(".+")
        guard Self.anything.contains(part) || !isWild else { return nil }
        let name = "part\(number + 1)"
        text += "/{\(name)}"
        if !Self.anything.contains(part) { conditions.append((name, part.regexAnchored)) }
      }
    }
    if text.isEmpty { text = "/" }
    // What stands for more than letters and digits may stand for a `?`.
    if let last = parts.last?.replacing(#"\."#, with: "") {
      mayHaveQuery =
        mayHaveQuery || [".", "[^", #"\S"#, #"\D"#, #"\W"#].contains { last.contains($0) }
    }
  }

  /// The parts between slashes; nil where a group or a class holds one.
  private static func parts(of regex: Substring) -> [String]? {
    var parts = [""]
    var (depth, isClass, isEscaped) = (0, false, false)
    for character in regex {
      if isEscaped {
        isEscaped = false
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
      default: break
      }
      parts[parts.count - 1].append(character)
    }
    return depth == 0 && !isClass && !isEscaped ? parts : nil
  }

  /// The text that a part stands for; nil where it stands for several.
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
}
