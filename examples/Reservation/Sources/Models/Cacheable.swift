/// A type that can be cached.
protocol Cacheable: Codable, Sendable {
  /// The identifier of the item within its type.
  var cacheId: String { get }
  /// The identifier of the type, which is part of a file name.
  static var cacheIdentifier: String { get }
}
