import MockConfiguration
import MockData
import MockLua
import MockRecording

/// Reads stub mappings of WireMock: a single one, or lists.
struct WireMockImport {
  private(set) var mappings: [WireMockMapping] = []
  private(set) var unread: [UnreadEntry] = []

  /// Reads documents in the order in which WireMock adds their mappings.
  ///
  /// `root` is the folder that has the documents as files; nil for a single document. Throws an error in a document
  /// that isn't one of several mappings.
  init(_ documents: [DocumentNode], root: String?) throws(MockConfigurationError) {
    var turns = 0
    for document in documents {
      let file = root.map { String(document.file.dropFirst($0.count).drop { $0 == "/" }) }
      let nodes: [DocumentNode]
      do throws(MockConfigurationError) {
        _ = try document.members()
        nodes = try document["mappings"]?.elements() ?? [document]
      } catch {
        guard let file else { throw error }
        unread.append(UnreadEntry(document, label: file, error))
        continue
      }
      // The admin API lists the last added mapping first.
      let isNewestFirst = document["meta"] != nil || document["importOptions"] != nil
      for (index, node) in nodes.enumerated() {
        let path = node.path.description
        let label = file.map { path.isEmpty ? $0 : "\($0): \(path)" } ?? path
        do throws(MockConfigurationError) {
          mappings.append(
            try WireMockMapping(
              node, label: label, number: mappings.count,
              turn: turns + (isNewestFirst ? nodes.count - 1 - index : index)))
        } catch {
          // A single mapping is the whole document.
          guard root != nil || document["mappings"] != nil else { throw error }
          unread.append(UnreadEntry(node, label: label, error))
        }
      }
      turns += nodes.count
    }
    // WireMock tries mappings with a smaller priority number first. Among mappings with the same priority, it tries the
    // last added one first.
    mappings.sort { ($0.priority, $1.turn) < ($1.priority, $0.turn) }
  }
}

extension String {
  /// Whether a path has only slashes and characters that clients send without escapes (RFC 3986, 2.3).
  ///
  /// WireMock compares other paths as they were sent, so that `%c3` differs from `%C3`, and `@` from `%40`.
  var isUnreservedPath: Bool {
    utf8.allSatisfy { $0.isASCIIAlphanumeric || "-._~/".utf8.contains($0) }
  }
}

/// The paths that a mapping accepts, possibly with conditions on the query.
struct WireMockAddress {
  /// The member of the mapping that has the address; nil for any address.
  let key: String?
  private(set) var text = ""
  /// The template of the route that accepts all of them.
  private(set) var template = "/{rest...}"
  /// The condition that a rule must check in addition to the mapping's own route.
  private(set) var own = Condition.fields([:])
  /// The complete condition on the address, for use in any route, or nil if a script can't express it.
  private(set) var anywhere: Condition? = .fields([:])
  /// The template's variables; nil if the address isn't a template.
  private(set) var variables: VariablePath?
  /// The expression for the path; nil if the query matters as well.
  private var pathRegex: LinearRegex?
  /// Whether every path is accepted.
  private var isAny = false

  private static let noQuery = Condition.at(["query"], .call("is.eq", [.value([:])]))

  init(_ request: DocumentNode, _ reasons: inout [String]) throws(MockConfigurationError) {
    key = ["url", "urlPattern", "urlPath", "urlPathPattern", "urlPathTemplate"].first {
      request[$0] != nil
    }
    guard let node = key.flatMap({ request[$0] }) else {
      isAny = true
      return
    }
    text = try node.string()
    switch key {
    case "url", "urlPath":
      template = try Self.literal(text, node)
      let isTarget = key == "url"
      let asSent = Condition.at(["raw", isTarget ? "target" : "path"], .text(text))
      anywhere = asSent
      own = isTarget ? Self.noQuery : .fields([:])
      if !text.isUnreservedPath || !text.hasPrefix("/") { own = asSent }
      if !isTarget { pathRegex = try? LinearRegex("^\(text.regexEscaped)$") }
    case "urlPattern": readPattern(text, of: "target", &reasons)
    case "urlPathPattern": readPattern(text, of: "path", &reasons)
    default: readTemplate(text, request, &reasons)
    }
  }

  private static func literal(
    _ target: String, _ node: DocumentNode
  ) throws(MockConfigurationError) -> String {
    // WireMock compares only the path and the query of a request with it.
    guard let url = RequestURL(target.hasPrefix("/") ? target : "/" + target) else {
      throw node.problem("`\(target.escaped)` isn't a path; write one that begins with a slash")
    }
    // In WireMock, braces in a path are literal characters.
    return url.path.replacing("{", with: "%7B").replacing("}", with: "%7D")
  }

  /// Reads an expression for the path, or for the target, which includes the query.
  private mutating func readPattern(
    _ expression: String, of part: String, _ reasons: inout [String]
  ) {
    let isTarget = part == "target"
    let parts = PathTemplate(regex: expression, includesQuery: isTarget)
    template = parts.text
    guard let regex = JavaRegex.whole(expression) else {
      reasons.append("the expression `\(expression)` has no counterpart")
      anywhere = nil
      return
    }
    if !isTarget { pathRegex = try? LinearRegex(regex) }
    isAny = parts.isExact && template == "/{rest...}"
    let asSent = Condition.at(["raw", part], .regex(regex))
    anywhere = isAny && isTarget ? .fields([:]) : asSent
    own = parts.isExact ? Self.conditions(parts) : asSent
    if isTarget, parts.isExact, !isAny, !parts.acceptsQuery { own = own.and(Self.noQuery) }
  }

  private static func conditions(_ parts: PathTemplate) -> Condition {
    parts.conditions.reduce(Condition.fields([:])) { condition, part in
      condition.and(.at(["path", part.name], .regex(part.regex)))
    }
  }

  private mutating func readTemplate(
    _ text: String, _ request: DocumentNode, _ reasons: inout [String]
  ) {
    // Dots, semicolons, and stars in a variable's name are format specifiers of other tools.
    let text = text.replacing(#/\{[^}]+\}/#) { $0.output.filter { !".;*".contains($0) } }
    let isRest = text.hasSuffix("/**")
    let isPlain = !text.dropLast(isRest ? 3 : 0).contains("**")
    let path = VariablePath(text)
    variables = path
    /// The expressions of variables that must have one value, by their positions.
    var values: [Int: String] = [:]
    /// The conditions on variables without their escapes, by name.
    var plain: [(name: String, condition: Condition, isValue: Bool)] = []
    /// The conditions on the path as it was sent.
    var sent: [Condition] = []
    var isSent = !isPlain || !path.hasPlainText || !text.hasPrefix("/")
    var isKnownAnywhere = true
    for (name, node) in request.members(of: "pathParameters", &reasons) {
      guard let matcher = request.reading(&reasons, { _ in try TextMatcher(node) }) else {
        continue
      }
      let condition = matcher.condition
      guard let index = path.lastIndex(of: name) else {
        guard !matcher.acceptsAbsent else { continue }
        reasons.append("`pathParameters` has `\(name)`, which the template doesn't have")
        continue
      }
      if condition == .always { continue }
      guard !path.sharedNames.contains(name) else {
        reasons.append("`\(name)` shares its part of the path with another variable")
        continue
      }
      let isUnique = isPlain && path.count(of: name) == 1
      let asSent = path.condition(condition, at: index)
      if asSent == nil { isKnownAnywhere = false }
      if case .value(.string(let value)) = condition {
        values[index] = value.regexEscaped
        if isUnique, value.isUnreservedPath {
          plain.append((name, condition, true))
        } else {
          isSent = true
        }
      } else if isUnique, condition.ignoresEscapes {
        plain.append((name, condition, false))
        if let asSent { sent.append(asSent) }
      } else if isUnique, case .call("number", _) = condition {
        // A number has no escapes.
        values[index] = "[^/%]+"
        plain.append((name, condition, false))
        isSent = true
      } else if isPlain, let asSent {
        own = own.and(.at(["raw", "path"], asSent))
        sent.append(asSent)
      } else {
        reasons.append("the condition on `\(name)` has no counterpart in this template")
      }
    }
    let regex = path.regex(values)
    let isComplete = sent.isEmpty && isKnownAnywhere
    pathRegex = isComplete ? try? LinearRegex(regex) : nil
    anywhere =
      isKnownAnywhere
      ? sent.reduce(.at(["raw", "path"], .regex(regex))) { $0.and(.at(["raw", "path"], $1)) } : nil
    template =
      isPlain
      ? (text.hasPrefix("/") ? "" : "/") + (isRest ? text.dropLast(2) + "{rest...}" : text)
      : PathTemplate(regex: regex.replacing("(?s)", with: "")).text
    for part in plain where !(isSent && part.isValue) {
      own = own.and(.at(["path", part.name], part.condition))
    }
    if isSent { own = own.and(.at(["raw", "path"], .regex(regex))) }
  }

  /// Whether a path without parameters is accepted; nil if that depends on the query.
  func accepts(path: String) -> Bool? { isAny ? true : pathRegex?.isFound(in: path) }

  /// Whether the rule's conditions include path parameters.
  var asksForParts: Bool {
    if case .fields(let fields) = own {
      fields["path"] != nil || fields["raw"] != nil
    } else {
      false
    }
  }

  /// Renames the path parameters.
  mutating func rename(_ names: ([String: Condition]) -> [String: Condition]) {
    guard case .fields(var fields) = own, case .fields(let parts)? = fields["path"] else { return }
    fields["path"] = .fields(names(parts))
    own = .fields(fields)
  }
}
