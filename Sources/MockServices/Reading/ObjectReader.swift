/// The key names of one of the configuration's objects, for reading, writing and suggestions.
protocol ConfigurationKey: RawRepresentable<String>, CaseIterable, Sendable {}

/// Reads an object with a fixed set of keys and refuses all others.
struct ObjectReader<Key: ConfigurationKey> {
  let node: ConfigurationNode
  private let members: [String: AnyCodableValue]

  init(_ node: ConfigurationNode) throws {
    self.node = node
    members = try node.members()
    try refuseUnknownKeys()
  }

  private func refuseUnknownKeys() throws {
    let unknown = members.keys.filter { Key(rawValue: $0) == nil }
    guard !unknown.isEmpty else { return }
    let known = Key.allCases.map(\.rawValue)
    for key in unknown.sorted(by: { $0.precedesInBytes($1) }) {
      let error = node.child(.null, .name(key)).error(
        .unknownKey(key, known: known), atKey: true)
      guard node.context.ignoresUnknownKeys else { throw error }
      node.context.warn(error)
    }
  }

  /// The member as it stands, JSON null included; nil where it is absent.
  func value(_ key: Key) -> AnyCodableValue? {
    members[key.rawValue]
  }

  /// The member's node; nil where it is absent or null.
  func optional(_ key: Key) -> ConfigurationNode? {
    guard let value = members[key.rawValue], value.kind != .null else { return nil }
    return node.child(value, .name(key.rawValue))
  }

  func required(_ key: Key) throws -> ConfigurationNode {
    guard let value = members[key.rawValue] else {
      throw node.error(.missingKey(key.rawValue))
    }
    return node.child(value, .name(key.rawValue))
  }

  /// An error at the key of a member.
  func error(_ problem: MockConfigurationProblem, at key: Key) -> DecodingError {
    node.child(.null, .name(key.rawValue)).error(problem, atKey: true)
  }
}

/// Collects an object's members for writing; nil members are left out.
struct ObjectWriter<Key: ConfigurationKey> {
  private var members: [String: AnyCodableValue] = [:]

  var value: AnyCodableValue { .dictionary(members) }

  subscript(key: Key) -> AnyCodableValue? {
    get { members[key.rawValue] }
    set { members[key.rawValue] = newValue }
  }
}
