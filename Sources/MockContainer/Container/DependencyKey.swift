/// The key of a service: the type under which it is resolved, or its spec.
struct DependencyKey: Sendable {
  private let id: ObjectIdentifier
  /// The type, as written in source code.
  let name: String
  /// The type with its module.
  let fullName: String

  init(_ type: any Any.Type) {
    id = ObjectIdentifier(type)
    name = String(describing: type)
    fullName = String(reflecting: type)
  }
}

extension DependencyKey: Hashable {
  static func == (first: DependencyKey, second: DependencyKey) -> Bool { first.id == second.id }

  func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
