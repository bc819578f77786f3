import Foundation

/// A place that can be visited.
struct Landmark: DomainModel, Identifiable, Cacheable {
  /// The kind of place.
  enum Category: String, Codable, CaseIterable {
    case bridges
    case lakes
    case mountains
  }

  let id: UUID
  let name: String
  let category: Category

  var cacheId: String { id.uuidString }
  static var cacheIdentifier: String { "landmarks" }
}
