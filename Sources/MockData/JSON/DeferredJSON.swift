/// A JSON value with parts that are only created when they are written.
///
/// Without this type, the whole tree of a large configuration would be in memory, in addition to the configuration
/// itself.
package enum DeferredJSON {
  case value(AnyCodableValue)
  /// The members of an object, in the order in which they are written.
  case ordered([(key: String, value: AnyCodableValue)])
  /// The members of a small object.
  case members([(name: String, value: DeferredJSON)])
  /// An object with the names of its members, and a function that returns the member for a name.
  case object(names: [String], member: (String) -> DeferredJSON)
  case list(count: Int, element: (Int) -> DeferredJSON)

  /// Returns an object whose members are created from the values of a dictionary.
  package static func object<Value>(
    _ values: [String: Value], _ member: @escaping (Value) -> DeferredJSON
  ) -> DeferredJSON {
    .object(names: Array(values.keys)) { name in values[name].map(member) ?? .value(.null) }
  }

  /// Returns a list whose elements are created from the values of another list.
  package static func list<Value>(
    _ values: [Value], _ element: @escaping (Value) -> DeferredJSON
  ) -> DeferredJSON {
    .list(count: values.count) { element(values[$0]) }
  }

  /// The whole value as a tree.
  package var tree: AnyCodableValue {
    switch self {
    case .value(let value): return value
    case .ordered(let members): return .dictionary(Dictionary(members) { $1 })
    case .members(let members):
      var tree: [String: AnyCodableValue] = [:]
      for (name, value) in members { tree[name] = value.tree }
      return .dictionary(tree)
    case .object(let names, let member):
      var tree = [String: AnyCodableValue](minimumCapacity: names.count)
      for name in names { tree[name] = member(name).tree }
      return .dictionary(tree)
    case .list(let count, let element): return .array((0..<count).map { element($0).tree })
    }
  }
}
