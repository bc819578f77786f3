package import MockData

/// What the arguments of a call hold, field by field: what a rule can ask for.
package struct CallFields {
  /// The values by the way to them, such as `query`, `page`.
  package private(set) var values: [[String]: AnyCodableValue] = [:]
  /// Whether they are those of a request, whose body may have null where another has nothing.
  private let isOfRequest: Bool
  /// Whether strings with `{{name}}` are left out.
  ///
  /// They contain Postman variables without a value, which stand for any string.
  private let hasVariables: Bool

  /// The deepest field that a rule asks for; what is deeper belongs to one value.
  private static let deepest = 6
  /// Longer lists and objects, as characters of JSON, are no field to tell requests apart by, or calls of a protocol.
  private static let (longestOfRequest, longestOfCall) = (20_000, 200)

  package init(isOfRequest: Bool = true, hasVariables: Bool = false) {
    (self.isOfRequest, self.hasVariables) = (isOfRequest, hasVariables)
  }

  /// The fields of arguments by label; those of a request are `path`, `query`, `headers` and `body`.
  ///
  /// - Parameters:
  ///   - arguments: The arguments.
  ///   - isOfRequest: Whether they are those of a request, of whose headers few tell one from another.
  package init(ofArguments arguments: AnyCodableValue, isOfRequest: Bool) {
    self.init(isOfRequest: isOfRequest)
    guard case .dictionary(let members) = arguments else { return }
    for (name, value) in members {
      switch name {
      case "method" where isOfRequest, "url" where isOfRequest, "raw" where isOfRequest: break
      // A route without parameters, and a request without a query, have nothing to ask for.
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

  /// Adds the members of a value, from the outside in; an object that can't be taken apart is one field.
  package mutating func addMembers(of value: AnyCodableValue, at path: [String]) {
    guard case .dictionary(let members) = value, !members.isEmpty, path.count < Self.deepest,
      members.keys.allSatisfy({ Self.isName($0, at: path.count) })
    else { return add(value, at: path) }
    for (name, member) in members { addMembers(of: member, at: path + [name]) }
  }

  /// Whether a pattern can ask for a member: a name that begins with a dollar is an operator, unless it ends a way with
  /// dots from the argument on.
  private static func isName(_ name: String, at depth: Int) -> Bool {
    !name.hasPrefix("$") || (depth == 1 && !name.contains("."))
  }

  /// Adds one field, if a rule can ask for it.
  package mutating func add(_ value: AnyCodableValue, at path: [String]) {
    guard path.enumerated().dropFirst().allSatisfy({ Self.isName($0.element, at: $0.offset) }),
      !hasVariables || !value.hasVariable
    else { return }
    switch value {
    case .array, .dictionary:
      // Arguments of a protocol that are empty, or too much for a person to read, tell nothing apart.
      if case .dictionary = value, !isOfRequest { return }
      guard isOfRequest || value != .array([]) else { return }
      let longest = isOfRequest ? Self.longestOfRequest : Self.longestOfCall
      guard value.text(limit: longest + 1).count <= longest else { return }
      values[path] = value
    default: values[path] = value
    }
  }

  /// The pattern that asks for some of the fields.
  package func pattern(of paths: [[String]]) -> AnyCodableValue {
    var pattern = AnyCodableValue.dictionary([:])
    for path in paths {
      guard let value = values[path] else { continue }
      let isOperator = path.count > 1 && path[1].hasPrefix("$")
      let way = isOperator ? ["\(path[0]).\(path[1])"] + path.dropFirst(2) : path
      pattern.set(asked(value), at: way[...])
    }
    return pattern
  }

  /// Returns the pattern that matches a value.
  ///
  /// In a request, null doesn't match a missing field, and an object doesn't match one that has more members.
  private func asked(_ value: AnyCodableValue) -> AnyCodableValue {
    isOfRequest && value.isLooseAsPattern ? ["$eq": value] : value
  }
}

extension AnyCodableValue {
  /// Whether a text in it has a variable of Postman's without a value, which no request has.
  fileprivate var hasVariable: Bool {
    switch self {
    case .string(let text): text.contains("{{")
    case .array(let elements): elements.contains(where: \.hasVariable)
    case .dictionary(let members): members.values.contains(where: \.hasVariable)
    default: false
    }
  }

  /// Whether a pattern of the value accepts others too.
  fileprivate var isLooseAsPattern: Bool {
    switch self {
    case .null, .dictionary: true
    case .array(let elements): elements.contains(where: \.isLooseAsPattern)
    default: false
    }
  }
}

extension AnyCodableValue {
  /// Sets the part at a path, with the objects that lead there.
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
