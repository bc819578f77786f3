package import MockData

extension ConfigurationNode {
  package func string() throws -> String {
    guard let string = context.string(of: source) else { throw wrongKind(expected: "a string") }
    return string
  }

  package func bool() throws -> Bool {
    guard case .bool(let bool) = value else { throw wrongKind(expected: "a bool") }
    return bool
  }

  package func number() throws -> Double {
    guard let number = value.asDouble else { throw wrongKind(expected: "a number") }
    return number
  }

  /// Returns a whole number that is at least `minimum`.
  ///
  /// A floating-point number without a fraction is accepted.
  package func wholeNumber(atLeast minimum: Int, _ expected: String) throws -> Int {
    switch value {
    case .int(let integer):
      if integer >= minimum { return integer }
      throw error(.invalidNumber(found: "\(integer)", expected: expected))
    case .double(let number):
      if let integer = Int(exactly: number), integer >= minimum { return integer }
      throw error(.invalidNumber(found: "\(number)", expected: expected))
    case .number(let number):
      throw error(.invalidNumber(found: number.text, expected: expected))
    default: throw wrongKind(expected: expected)
    }
  }

  /// Returns the format version in an object, with its node; nil if there isn't one.
  ///
  /// Other keys are ignored, because other versions may have other keys.
  package func formatVersion(
    _ key: some ConfigurationKey
  ) throws -> (number: Int, node: ConfigurationNode)? {
    guard kind == .object else { throw wrongKind(expected: "an object") }
    var version: (Int, ConfigurationNode)?
    try context.forEachMember(of: source) { name, source in
      guard name == key.rawValue, context.kind(of: source) != .null else { return }
      let node = child(source, .name(name))
      version = try context.attempt {
        (try node.wholeNumber(atLeast: 1, "a format version, 1 or more"), node)
      }
    }
    return version
  }

  func milliseconds() throws -> Int {
    try wholeNumber(atLeast: 0, "whole milliseconds, 0 or more")
  }

  /// Returns the members of an object whose keys are data.
  package func members() throws -> [String: AnyCodableValue] {
    guard case .dictionary(let members) = value else { throw wrongKind(expected: "an object") }
    return members
  }

  /// Returns the keys of an object, or an empty set for any other value.
  func names() -> Set<String> {
    var names = Set<String>()
    context.forEachMember(of: source) { name, _ in names.insert(name) }
    return names
  }

  /// The number of members or elements.
  var count: Int { context.count(of: source) }

  /// Reads each member of an object.
  ///
  /// Members whose errors were collected are omitted.
  package func object<T>(_ read: (ConfigurationNode) throws -> T) throws -> [String: T] {
    guard kind == .object else { throw wrongKind(expected: "an object") }
    var result: [String: T] = [:]
    result.reserveCapacity(count)
    try context.forEachMember(of: source) { name, member in
      let node = child(member, .name(name))
      if let value = try context.attempt({ try read(node) }) { result[name] = value }
    }
    return result
  }

  /// Returns the elements of a list.
  ///
  /// `{}` is an empty list.
  package func list() throws -> [AnyCodableValue] {
    switch value {
    case .array(let elements): return elements
    case .dictionary(let members) where members.isEmpty: return []
    default: throw wrongKind(expected: "an array")
    }
  }

  /// Reads each element of a list.
  ///
  /// Elements whose errors were collected are omitted.
  package func list<T>(_ read: (ConfigurationNode) throws -> T) throws -> [T] {
    guard kind == .array || kind == .object && count == 0 else {
      throw wrongKind(expected: "an array")
    }
    var result: [T] = []
    result.reserveCapacity(count)
    try context.forEachElement(of: source) { index, element in
      let node = child(element, .index(index))
      if let value = try context.attempt({ try read(node) }) { result.append(value) }
    }
    return result
  }

  /// Reads the name of an enum case.
  ///
  /// For an unknown name, the error suggests the most similar one.
  package func name<Name: RawRepresentable<String> & CaseIterable>(
    of what: String, as type: Name.Type
  ) throws -> Name {
    let text = try string()
    if let name = Name(rawValue: text) { return name }
    throw error(.unknownName(text, of: what, known: Name.allCases.map(\.rawValue)))
  }
}
