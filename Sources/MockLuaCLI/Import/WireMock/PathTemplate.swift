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
  /// Whether an exact template for path and query accepts requests with any query, rather than only those without one.
  private(set) var acceptsQuery = false

  private static let metacharacters = Set("^$.|?*+()[]{}\\")

  /// The expression is for a whole path, or for path and query if `includesQuery` is true.
  init(regex: String, includesQuery: Bool = false) {
    var rest = Substring(regex)
    if rest.hasPrefix("^") { rest.removeFirst() }
    if rest.hasSuffix("$"), !rest.hasSuffix("\\$") { rest.removeLast() }
    for end in ["(\\?.*)?", "(?:\\?.*)?"] where rest.hasSuffix(end) {
      rest.removeLast(end.count)
      acceptsQuery = true
    }
    if rest == ".*" || rest == "/.*" {
      text = "/{rest...}"
      return
    }
    guard rest.hasPrefix("/"), let parts = Self.parts(of: rest.dropFirst()),
      read(parts, includesQuery)
    else {
      text = Self.beginning(of: rest)
      (conditions, isExact) = ([], false)
      return
    }
  }

  /// Builds the template from parts.
  ///
  /// - Returns: False if a part can be empty, or can match a slash or the beginning of the query.
  private mutating func read(_ parts: [String], _ includesQuery: Bool) -> Bool {
    for (number, part) in parts.enumerated() {
      if let literal = Self.literal(part) {
        text += "/" + literal
        isExact = isExact && literal.isUnreservedPath
      } else if part == ".*" || part == "(.*)", number == parts.count - 1 {
        text += "/{rest...}"
        acceptsQuery = true
      } else {
        // The path can end at the part's question mark, so that the part of the path is empty.
        if includesQuery, Self.mayHaveMark(part) { return false }
        guard !Self.mayHaveSlash(part), let regex = JavaRegex.whole(part),
          let compiled = try? LinearRegex(regex), !compiled.isFound(in: "")
        else { return false }
        let name = "part\(number + 1)"
        text += "/{\(name)}"
        if part != "[^/]+", part != "([^/]+)" {
          conditions.append((name, regex))
          isExact = isExact && !Self.mayHaveEscapes(part)
        }
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
    let form = #/(?:[^\^$.|?*+()\[\]{}\\]|\\[\^$.|?*+()\[\]{}\\\-])*+/#
    return part.wholeMatch(of: form) == nil ? nil : part.replacing(#/\\(.)/#) { $0.1 }
  }

  /// Whether an expression may match a string with escapes, or a string that some clients escape.
  ///
  /// WireMock matches it with the part as it was sent, but a script has the parameter without escapes.
  fileprivate static func mayHaveEscapes(_ part: String) -> Bool {
    part.contains("\\s") || !part.utf8.allSatisfy { $0 < 0x80 }
      || (" %\"!$&'()*+,;=:@<>[]\\^`{|}é" as String).contains { may(part, have: $0) }
  }

  fileprivate static func mayHaveSlash(_ part: String) -> Bool { may(part, have: "/") }
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

/// A WireMock path template: text, variables, and `**`.
struct VariablePath {
  private enum Piece {
    case text(String)
    case variable(String)
    case wildcard
  }

  private var pieces: [Piece] = []
  /// The names of the variables that share a part of the path with another one.
  ///
  /// WireMock and a route split such a part at different places.
  private(set) var sharedNames: Set<String> = []

  init(_ template: String) {
    var rest = template[...]
    while let mark = rest.firstRange(of: #/\{[^}]+\}|\*\*/#) {
      pieces.append(.text(String(rest[..<mark.lowerBound])))
      let piece = rest[mark]
      pieces.append(piece == "**" ? .wildcard : .variable(String(piece.dropFirst().dropLast())))
      rest = rest[mark.upperBound...]
    }
    pieces.append(.text(String(rest)))
    var neighbor: String?
    for piece in pieces {
      switch piece {
      case .text(let text): if text.contains("/") { neighbor = nil }
      case .wildcard: neighbor = nil
      case .variable(let name):
        if let neighbor { sharedNames.formUnion([neighbor, name]) }
        neighbor = name
      }
    }
  }

  /// Whether clients send the text between the variables without escapes.
  var hasPlainText: Bool {
    pieces.allSatisfy { if case .text(let text) = $0 { text.isUnreservedPath } else { true } }
  }

  private var hasWildcard: Bool {
    pieces.contains { if case .wildcard = $0 { true } else { false } }
  }

  /// Returns the position of the last variable with a name, whose value counts.
  func lastIndex(of name: String) -> Int? {
    pieces.lastIndex { if case .variable(name) = $0 { true } else { false } }
  }

  func count(of name: String) -> Int {
    pieces.count { if case .variable(name) = $0 { true } else { false } }
  }

  /// The expressions are by the position of their variable; other variables match any text without a slash.
  func regex(_ expressions: [Int: String], flags: String = "") -> String {
    let flags = (hasWildcard ? "s" : "") + flags
    let parts = pieces.enumerated().map { index, piece in
      switch piece {
      case .text(let text): text.regexEscaped
      case .variable: expressions[index] ?? "[^/]+"
      case .wildcard: ".*"
      }
    }
    return (flags.isEmpty ? "" : "(?\(flags))") + "^\(parts.joined())$"
  }

  /// Returns the condition on the path for a condition on a variable, both as they were sent.
  ///
  /// The result is for paths with the same number of parts. It is nil for a condition that a path can't have.
  func condition(_ condition: Condition, at index: Int) -> Condition? {
    switch condition {
    case .value(.string(let text)): return .regex(regex([index: text.regexEscaped]))
    case .word("is.exists"): return .regex(regex([:]))
    case .call("is.regex", let operands):
      guard case .value(.string(let text))? = operands.first else { return nil }
      return expression(text, at: index)
    case .call("is.containing", let operands):
      guard case .value(.string(let text))? = operands.first else { return nil }
      return hasWildcard && text.contains("/")
        ? nil : .regex(regex([index: "[^/]*\(text.regexEscaped)[^/]*"]))
    case .call(let word, let operands):
      guard ["is.anything_but", "is.any_of", "is.all_of"].contains(word) else { return nil }
      let parts = operands.compactMap { self.condition($0, at: index) }
      return parts.count == operands.count ? .call(word, parts) : nil
    default: return nil
    }
  }

  /// Returns the number of the part of the path, from 1, that consists of a variable; nil for an unknown variable.
  func part(of name: String) -> Int? {
    guard let index = lastIndex(of: name) else { return nil }
    var path = ""
    for piece in pieces[..<index] {
      switch piece {
      case .text(let text): path += text
      case .variable: path += "x"
      case .wildcard: return nil
      }
    }
    guard case .text(let next) = pieces[index + 1], path.hasSuffix("/"),
      next.hasPrefix("/") || next.isEmpty && index + 1 == pieces.count - 1
    else { return nil }
    return path.split(separator: "/").count + 1
  }

  /// Returns the pattern of Lua that finds a variable in the path, with WireMock's choice if there are several.
  func luaPattern(of name: String) -> String? {
    guard let found = lastIndex(of: name) else { return nil }
    let parts = pieces.enumerated().map { index, piece in
      switch piece {
      case .text(let text):
        text.reduce(into: "") {
          $0 += $1.isASCII && !$1.isLetter && !$1.isNumber ? "%\($1)" : "\($1)"
        }
      case .variable: index == found ? "([^/]+)" : "[^/]+"
      case .wildcard: ".-"
      }
    }
    return "^\(parts.joined())$"
  }

  private func expression(_ text: String, at index: Int) -> Condition? {
    let flags = text.prefixMatch(of: #/\(\?([a-z]+)\)/#)?.1 ?? ""
    var part = String(text.dropFirst(flags.isEmpty ? 0 : flags.count + 3))
    let isEnd = part.hasSuffix("$") && !part.hasSuffix("\\$")
    part = part.hasPrefix("^") ? String(part.dropFirst()) : "[^/]*" + part
    part = isEnd ? String(part.dropLast()) : part + "[^/]*"
    // An anchor would refer to the whole path.
    guard part.firstMatch(of: #/\$|\\[bBAGzZ]|(^|[^\[\\])\^/#) == nil,
      !hasWildcard || !PathTemplate.mayHaveSlash(part)
    else { return nil }
    let own = flags.filter { $0 != "u" }
    let whole = regex([index: "(?\(own):\(part))"], flags: flags.contains("u") ? "u" : "")
    return JavaRegex.isValid(whole) ? .regex(whole) : nil
  }
}

extension Condition {
  /// Whether a part of a path meets the condition with its escapes if it does without them, and the other way round.
  ///
  /// This is the case if the condition accepts only characters that clients don't escape.
  var ignoresEscapes: Bool {
    switch self {
    case .value(.string(let text)): return text.isUnreservedPath
    case .word: return true
    case .call("is.regex", let operands):
      guard case .value(.string(let text))? = operands.first else { return false }
      return text.hasSuffix("$") && text.contains(#/^(\(\?[a-z]+\))?\^/#)
        && !PathTemplate.mayHaveEscapes(text)
    case .call("is.anything_but", let operands), .call("is.any_of", let operands),
      .call("is.all_of", let operands):
      return operands.allSatisfy(\.ignoresEscapes)
    default: return false
    }
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
