internal import MockData

/// A collection of an object's members for writing.
///
/// Members that are nil are omitted.
struct ObjectWriter<Key: ConfigurationKey> {
  private var members: [(name: String, value: DeferredJSON)] = []

  var json: DeferredJSON { .members(members) }

  /// Adds a member.
  ///
  /// Each key can only be added once.
  mutating func add(_ key: Key, _ value: AnyCodableValue?) {
    if let value { members.append((key.rawValue, .value(value))) }
  }

  /// Adds a member whose parts are created when it is written.
  mutating func add(_ key: Key, deferred value: DeferredJSON?) {
    if let value { members.append((key.rawValue, value)) }
  }
}
