extension ConfigurationNode {
  func string() throws -> String {
    guard case .string(let string) = value else { throw wrongKind(expected: "a string") }
    return string
  }

  func bool() throws -> Bool {
    guard case .bool(let bool) = value else { throw wrongKind(expected: "a bool") }
    return bool
  }

  func number() throws -> Double {
    switch value {
    case .int(let integer): return Double(integer)
    case .double(let number): return number
    default: throw wrongKind(expected: "a number")
    }
  }

  /// A whole number that is not below a bound; a whole double counts as an integer.
  func wholeNumber(atLeast minimum: Int, _ expected: String) throws -> Int {
    switch value {
    case .int(let integer):
      if integer >= minimum { return integer }
      throw error(.invalidNumber(found: "\(integer)", expected: expected))
    case .double(let number):
      if let integer = Int(exactly: number), integer >= minimum { return integer }
      throw error(.invalidNumber(found: "\(number)", expected: expected))
    default: throw wrongKind(expected: expected)
    }
  }

  func milliseconds() throws -> Int {
    try wholeNumber(atLeast: 0, "whole milliseconds, 0 or more")
  }

  /// The members of an object whose names are data.
  func members() throws -> [String: AnyCodableValue] {
    guard case .dictionary(let members) = value else { throw wrongKind(expected: "an object") }
    return members
  }

  /// Reads each member of an object in the order of its keys, so that the first error is always the same.
  func object<T>(_ read: (ConfigurationNode) throws -> T) throws -> [String: T] {
    let members = try members()
    var result: [String: T] = [:]
    result.reserveCapacity(members.count)
    for (key, value) in members.sortedByKeyBytes() {
      result[key] = try read(child(value, .name(key)))
    }
    return result
  }

  /// The elements of a list; `{}` is an empty one.
  func list() throws -> [AnyCodableValue] {
    switch value {
    case .array(let elements): return elements
    case .dictionary(let members) where members.isEmpty: return []
    default: throw wrongKind(expected: "an array")
    }
  }

  func list<T>(_ read: (ConfigurationNode) throws -> T) throws -> [T] {
    try list().enumerated().map { try read(child($1, .index($0))) }
  }

  /// One of an enumeration's names, with the nearest one where it is unknown.
  func name<Name: RawRepresentable<String> & CaseIterable>(
    of what: String, as type: Name.Type
  ) throws -> Name {
    let text = try string()
    if let name = Name(rawValue: text) { return name }
    throw error(.unknownName(text, of: what, known: Name.allCases.map(\.rawValue)))
  }
}
