/// Something that the caches keep.
protocol Cacheable: Codable, Sendable {
  /// Tells the items of a type apart.
  var cacheId: String { get }
  /// Tells the types apart; part of a file name.
  static var cacheIdentifier: String { get }
}
