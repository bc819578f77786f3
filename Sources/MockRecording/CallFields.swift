package import MockData

/// What the arguments of a call hold, field by field: what a rule can ask for.
package struct CallFields {
  /// The values by the way to them, such as `query`, `page`.
  package private(set) var values: [[String]: AnyCodableValue] = [:]

  /// The deepest field that a rule asks for.
  private static let deepest = 6
  /// Longer lists, as characters of JSON, are no field to tell calls apart by.
  private static let longestList = 200

  package init() {}

  /// The fields of arguments by label; those of a request are `path`, `query`, `headers` and `body`.
  ///
  /// - Parameters:
  ///   - arguments: The arguments.
  ///   - isOfRequest: Whether they are those of a request, of whose headers few tell one from another.
  package init(ofArguments arguments: AnyCodableValue, isOfRequest: Bool) {
    guard case .dictionary(let members) = arguments else { return }
    for (name, value) in members {
      switch name {
      case "method" where isOfRequest, "url" where isOfRequest, "raw" where isOfRequest: break
      case "headers" where isOfRequest:
        guard case .dictionary(let headers) = value else { break }
        for (name, value) in headers where HeaderNames.discriminating.contains(name) {
          add(value, at: ["headers", name])
        }
      default: addMembers(of: value, at: [name])
      }
    }
  }

  /// Adds the members of a value, from the outside in.
  package mutating func addMembers(of value: AnyCodableValue, at path: [String]) {
    guard case .dictionary(let members) = value, path.count < Self.deepest else {
      return add(value, at: path)
    }
    for (name, member) in members { addMembers(of: member, at: path + [name]) }
  }

  /// Adds one field, where a rule can ask for it.
  package mutating func add(_ value: AnyCodableValue, at path: [String]) {
    // In a pattern a dollar begins an operator.
    guard path.dropFirst().allSatisfy({ !$0.hasPrefix("$") }) else { return }
    switch value {
    case .dictionary: return
    // A variable of Postman's without a value is no value that a request has.
    case .string(let text) where text.contains("{{"): return
    case .array(let elements):
      guard !elements.isEmpty, value.text(limit: Self.longestList + 1).count <= Self.longestList
      else { return }
      values[path] = value
    default: values[path] = value
    }
  }

  /// The pattern that asks for some of the fields.
  package func pattern(of paths: [[String]]) -> AnyCodableValue {
    var pattern = AnyCodableValue.dictionary([:])
    for path in paths { if let value = values[path] { pattern.set(value, at: path[...]) } }
    return pattern
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
