package import MockData

/// A value of a configuration with its location, from which the types of the model are read.
///
/// The types read nodes instead of keyed containers, because every check needs the location, and a container would be
/// allocated for each of thousands of responses. A node represents a value from a decoder, or a value in a JSON text,
/// which is only parsed when it is read.
package struct ConfigurationNode {
  enum Source {
    case tree(AnyCodableValue)
    /// The number of an entry in the text's index.
    case entry(Int)
  }

  let source: Source
  let context: ReadingContext
  private let place: ConfigurationPlace?

  private init(source: Source, context: ReadingContext, place: ConfigurationPlace?) {
    self.source = source
    self.context = context
    self.place = place
  }

  /// If the decoder belongs to this package, the value isn't copied.
  ///
  /// If `ignoresUnknownKeys` is true, data from another version of a program can have more keys.
  package init(_ decoder: any Decoder, ignoresUnknownKeys: Bool = false) throws {
    self.init(
      source: .tree(try AnyCodableValue(from: decoder)),
      context: ReadingContext(prefix: decoder.codingPath), place: nil)
    context.ignoresUnknownKeys = ignoresUnknownKeys
  }

  init(_ context: ReadingContext) {
    self.init(source: .entry(JSONIndex.root), context: context, place: nil)
  }

  func child(_ source: Source, _ key: DataKey) -> ConfigurationNode {
    if case .entry = source {
      return ConfigurationNode(source: source, context: context, place: nil)
    }
    let place =
      switch self.source {
      case .entry(let entry): ConfigurationPlace(in: .entry(entry), key: key)
      case .tree: ConfigurationPlace(in: place.map { .place($0) } ?? .root, key: key)
      }
    return ConfigurationNode(source: source, context: context, place: place)
  }

  func child(_ value: AnyCodableValue, _ key: DataKey) -> ConfigurationNode {
    child(.tree(value), key)
  }

  /// The node with its value as a tree, for code that reads the value several times.
  var planted: ConfigurationNode {
    guard case .entry(let entry) = source else { return self }
    return ConfigurationNode(
      source: .tree(value), context: context,
      place: ConfigurationPlace(in: .entry(entry), key: nil))
  }

  /// If the value is in JSON text, each access creates the tree.
  package var value: AnyCodableValue { context.value(of: source) }

  package var kind: AnyCodableValue.Kind { context.kind(of: source) }

  var anchor: ConfigurationPlace.Anchor {
    switch source {
    case .entry(let entry): .entry(entry)
    case .tree: place.map { .place($0) } ?? .root
    }
  }

  /// Returns an error at this value, or at its key.
  package func error(_ problem: MockConfigurationProblem, atKey: Bool = false) -> DecodingError {
    context.error(PlacedProblem(problem: problem, isAtKey: atKey, anchor: anchor))
  }

  func wrongKind(expected: String) -> DecodingError {
    error(.wrongKind(expected: expected, found: kind))
  }
}

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

  package var count: Int { context.count(of: source) }

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

  /// `{}` is an empty list.
  package func list() throws -> [AnyCodableValue] {
    switch value {
    case .array(let elements): return elements
    case .dictionary(let members) where members.isEmpty: return []
    default: throw wrongKind(expected: "an array")
    }
  }

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

  /// For an unknown name, the error suggests the most similar known name.
  package func name<Name: RawRepresentable<String> & CaseIterable>(
    of what: String, as type: Name.Type
  ) throws -> Name {
    let text = try string()
    if let name = Name(rawValue: text) { return name }
    throw error(.unknownName(text, of: what, known: Name.allCases.map(\.rawValue)))
  }
}
