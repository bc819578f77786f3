package import MockData

/// The fields of a call's arguments that a rule can match.
package struct CallFields {
  /// The values by path, such as `query`, `page`.
  package private(set) var values: [[String]: AnyCodableValue] = [:]
  /// If the arguments belong to a request, null and a missing member are distinguished, because two bodies may differ
  /// only in that.
  private let isOfRequest: Bool
  /// Whether strings with `{{name}}` are skipped.
  ///
  /// These strings contain Postman variables that have no value, so they can match any string.
  private let hasVariables: Bool
  /// The body as a whole, if it was split into its members.
  private var body: AnyCodableValue?
  /// The paths of secrets of which only the presence is compared.
  private var present: Set<[String]> = []

  /// Anything deeper is part of one value.
  private static let depthLimit = 6
  /// The maximum length of a field, in characters of JSON.
  ///
  /// Longer lists and objects aren't used to distinguish calls.
  private static let (requestLengthLimit, callLengthLimit) = (20_000, 200)

  package init(isOfRequest: Bool = true, hasVariables: Bool = false) {
    (self.isOfRequest, self.hasVariables) = (isOfRequest, hasVariables)
  }

  /// The labels of a request are `path`, `query`, `headers`, and `body`.
  ///
  /// Only a few headers of a request can distinguish requests.
  package init(ofArguments arguments: AnyCodableValue, isOfRequest: Bool) {
    self.init(isOfRequest: isOfRequest)
    guard case .dictionary(let members) = arguments else { return }
    for (name, value) in members {
      switch name {
      case "method" where isOfRequest, "url" where isOfRequest, "raw" where isOfRequest,
        "socket" where isOfRequest:
        break
      // The parameters of a route without parameters and the query of a request without a query can't be matched by a
      // rule.
      case "path" where isOfRequest && value == .dictionary([:]): break
      case "query" where isOfRequest && value == .dictionary([:]): break
      case "headers" where isOfRequest:
        guard case .dictionary(let headers) = value else { break }
        for (name, value) in headers where HeaderNames.discriminating.contains(name) {
          add(value, at: ["headers", name])
        }
      default: addMembers(of: value, at: [name])
      }
    }
  }

  /// Adds the members of a value, outer members first.
  ///
  /// An object that can't be split becomes one field.
  package mutating func addMembers(of value: AnyCodableValue, at path: [String]) {
    guard case .dictionary(let members) = value, !members.isEmpty, path.count < Self.depthLimit,
      members.keys.allSatisfy({ Self.isName($0, at: path.count) })
    else { return add(value, at: path) }
    if isOfRequest, path == ["body"] { body = value }
    for (name, member) in members { addMembers(of: member, at: path + [name]) }
  }

  /// A name with a dollar sign at its start is an operator, unless it ends a dotted path that starts at the argument.
  private static func isName(_ name: String, at depth: Int) -> Bool {
    !name.hasPrefix("$") || (depth == 1 && !name.contains("."))
  }

  /// A rule can't match a number with more digits than Lua's numbers have, because its pattern is rounded.
  package mutating func add(_ value: AnyCodableValue, at path: [String]) {
    guard path.enumerated().dropFirst().allSatisfy({ Self.isName($0.element, at: $0.offset) }),
      !hasVariables || !value.hasVariable, !value.hasLongNumbers
    else { return }
    switch value {
    case .array, .dictionary:
      // In a call to a protocol's method, values that are empty or too long to read don't distinguish calls.
      if case .dictionary = value, !isOfRequest { return }
      guard isOfRequest || value != .array([]) else { return }
      let longest = isOfRequest ? Self.requestLengthLimit : Self.callLengthLimit
      guard value.text(limit: longest + 1).count <= longest else { return }
      values[path] = value
    default: values[path] = value
    }
  }

  package func pattern(of paths: [[String]]) -> AnyCodableValue {
    var pattern = AnyCodableValue.dictionary([:])
    for path in paths {
      guard let value = values[path] else { continue }
      let isOperator = path.count > 1 && path[1].hasPrefix("$")
      let way = isOperator ? ["\(path[0]).\(path[1])"] + path.dropFirst(2) : path
      pattern.set(present.contains(path) ? ["$exists": true] : asked(value), at: way[...])
    }
    return pattern
  }

  /// Returns the fields of calls with the whole body as one field, if its members are ambiguous.
  ///
  /// A pattern for the member `a.b` also matches the member `b` of `a`.
  static func withUnambiguousBodies(_ calls: [CallFields]) -> [CallFields] {
    var paths: [String: [String]] = [:]
    var ambiguous: Set<String> = []
    for path in calls.flatMap(\.values.keys) where path[0] == "body" {
      let name = path.joined(separator: ".")
      if let other = paths.updateValue(path, forKey: name), other != path { ambiguous.insert(name) }
    }
    guard !ambiguous.isEmpty else { return calls }
    return calls.map { call in
      let isAmbiguous = call.values.keys.contains {
        ambiguous.contains($0.joined(separator: "."))
      }
      guard isAmbiguous, let body = call.body else { return call }
      var copy = call
      copy.values = call.values.filter { $0.key[0] != "body" }
      copy.add(body, at: ["body"])
      return copy
    }
  }

  /// The fields with only the presence of each secret, or nil if there are no secrets.
  ///
  /// Later requests contain other secrets.
  var withPresentSecrets: CallFields? {
    let paths = values.keys.filter { $0.contains { MockSecrets.isSecret($0) } }
    guard !paths.isEmpty else { return nil }
    var copy = self
    copy.present = Set(paths)
    for path in paths { copy.values[path] = true }
    return copy
  }

  /// Whether a rule compares the placeholder of a secret at one of the paths.
  func comparesSecret(at paths: [[String]]) -> Bool {
    paths.contains { path in
      guard let value = values[path], !present.contains(path) else { return false }
      return value.hasSecretPlaceholder || path.contains { MockSecrets.isSecret($0) }
    }
  }

  /// In the pattern for a request, null doesn't match a missing field, and an object doesn't match objects with more
  /// members.
  private func asked(_ value: AnyCodableValue) -> AnyCodableValue {
    isOfRequest && value.isLooseAsPattern ? ["$eq": value] : value
  }
}

extension AnyCodableValue {
  /// Whether a string contains a Postman variable without a value, which real requests don't contain.
  fileprivate var hasVariable: Bool {
    contains { $0.string?.contains("{{") == true }
  }

  /// Whether the value, used as a pattern, also matches other values.
  fileprivate var isLooseAsPattern: Bool {
    switch self {
    case .null, .dictionary: true
    case .array(let elements): elements.contains(where: \.isLooseAsPattern)
    default: false
    }
  }

  /// Returns the member at a path, or nil if it is absent or null.
  package func member(_ path: [String]) -> AnyCodableValue? {
    var value = self
    for name in path {
      guard case .dictionary(let members) = value, let inner = members[name] else { return nil }
      value = inner
    }
    return value == .null ? nil : value
  }

  /// Sets the value at a path, and creates the objects on the way.
  mutating func set(_ value: AnyCodableValue, at path: ArraySlice<String>) {
    guard let name = path.first else {
      self = value
      return
    }
    var members: [String: AnyCodableValue] = [:]
    if case .dictionary(let own) = self { members = own }
    var inner = members[name] ?? .dictionary([:])
    inner.set(value, at: path.dropFirst())
    members[name] = inner
    self = .dictionary(members)
  }
}
