package import MockData

/// The keys of one kind of object in a configuration.
///
/// They are used for reading, writing, and suggestions.
package protocol ConfigurationKey: RawRepresentable<String>, CaseIterable, Hashable, Sendable {}

/// Unknown or missing keys throw a `DecodingError`.
package protocol ConfigurationValue: Codable {
  init(reading node: ConfigurationNode) throws
  var encodedValue: AnyCodableValue { get }
}

extension ConfigurationValue {
  /// Reads a part of a configuration from any decoder.
  public init(from decoder: any Decoder) throws {
    try self.init(reading: try ConfigurationNode(decoder))
  }

  /// Writes a part of a configuration to any encoder.
  public func encode(to encoder: any Encoder) throws {
    try encodedValue.encode(to: encoder)
  }
}

/// A reader for an object with a fixed set of keys, which rejects all other keys.
package struct ObjectReader<Key: ConfigurationKey> {
  let node: ConfigurationNode
  private var members: [(key: Key, source: ConfigurationNode.Source)] = []

  package init(_ node: ConfigurationNode) throws {
    self.node = node
    guard node.kind == .object else { throw node.wrongKind(expected: "an object") }
    members.reserveCapacity(node.count)
    try node.context.forEachMember(of: node.source) { name, source in
      if let key = Key(rawValue: name) {
        members.append((key, source))
      } else {
        try refuse(name)
      }
    }
  }

  private func refuse(_ name: String) throws {
    let error = node.child(.null, .name(name)).error(
      .unknownKey(name, known: Key.allCases.map(\.rawValue)), atKey: true)
    if node.context.ignoresUnknownKeys { node.context.warn(error) } else { try note(error) }
  }

  private func source(_ key: Key) -> ConfigurationNode.Source? {
    members.first { $0.key == key }?.source
  }

  private func child(_ source: ConfigurationNode.Source, _ key: Key) -> ConfigurationNode {
    node.child(source, .name(key.rawValue))
  }

  /// Returns whether the object has a member, including JSON null.
  package func has(_ key: Key) -> Bool { source(key) != nil }

  /// Returns a member's value, including JSON null; nil if the member is absent.
  func value(_ key: Key) -> AnyCodableValue? {
    source(key).map { node.context.value(of: $0) }
  }

  /// Returns a member's node; nil if the member is absent or null.
  package func optional(_ key: Key) -> ConfigurationNode? {
    guard let source = source(key), node.context.kind(of: source) != .null else { return nil }
    return child(source, key)
  }

  package func required(_ key: Key) throws -> ConfigurationNode {
    guard let source = source(key) else {
      throw node.error(.missingKey(key.rawValue))
    }
    return child(source, key)
  }

  /// Returns the value of an optional Boolean member, or false if the member is absent or null.
  package func flag(_ key: Key) throws -> Bool { try optional(key)?.bool() ?? false }

  /// Reads a member, or returns nil if the member is absent or null, or if its error was collected.
  func read<T>(_ key: Key, _ body: (ConfigurationNode) throws -> T) throws -> T? {
    guard let member = optional(key) else { return nil }
    return try node.context.attempt { try body(member) }
  }

  /// Reads a required member, or returns nil if the member is missing or invalid and the error was collected.
  func demand<T>(_ key: Key, _ body: (ConfigurationNode) throws -> T) throws -> T? {
    try node.context.attempt { try body(try required(key)) }
  }

  func note(_ error: DecodingError) throws { try node.context.note(error) }

  func error(_ problem: MockConfigurationProblem, at key: Key) -> DecodingError {
    node.child(.null, .name(key.rawValue)).error(problem, atKey: true)
  }
}

extension AnyCodableValue {
  /// Creates an object, without the members that are nil.
  package init<Key: ConfigurationKey>(_ members: [Key: AnyCodableValue?]) {
    self = .object(Dictionary(uniqueKeysWithValues: members.map { ($0.rawValue, $1) }))
  }
}

/// Members that are nil are omitted.
struct ObjectWriter<Key: ConfigurationKey> {
  private var members: [(name: String, value: DeferredJSON)] = []

  var json: DeferredJSON { .members(members) }

  /// Each key can only be added once.
  mutating func add(_ key: Key, _ value: AnyCodableValue?) {
    if let value { members.append((key.rawValue, .value(value))) }
  }

  /// Adds a member whose parts are created when it is written.
  mutating func add(_ key: Key, deferred value: DeferredJSON?) {
    if let value { members.append((key.rawValue, value)) }
  }
}
