import Foundation

/// A landmark as the server sends it.
struct LandmarkApiModel: ApiModel, Identifiable {
  let id: String
  let name: String?
  let category: String?

  /// The landmark; nil if a field is missing or unknown.
  var domainModel: Landmark? {
    guard let id = UUID(uuidString: id), let name, !name.isEmpty,
      let category = category.flatMap(Landmark.Category.init)
    else { return nil }
    return Landmark(id: id, name: name, category: category)
  }
}
