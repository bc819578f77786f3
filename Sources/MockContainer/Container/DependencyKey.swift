/// What a service is registered under: the type as which it is resolved, or its spec.
struct DependencyKey: Sendable {
  private let id: ObjectIdentifier
  /// The type as people write it.
  let name: String
  /// The same with its module.
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
