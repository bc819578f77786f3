import Foundation

/// A cache that stores each item in a file, with a folder for each type.
///
/// Files that can't be read or written count as missing, because a cache may lose items.
actor DiskCache {
  private let folder: URL

  /// Creates a cache in a folder.
  ///
  /// By default, it's in the user's caches folder.
  init(folder: URL? = nil) {
    let caches = FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask).first
    let parent = caches ?? FileManager.default.temporaryDirectory
    self.folder = folder ?? parent.appending(path: "Landmarks")
  }

  /// Stores an item, and replaces any item with the same id.
  func save<Item: Cacheable>(_ item: Item) {
    let file = file(item.cacheId, of: Item.self)
    let folder = file.deletingLastPathComponent()
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try? JSONEncoder().encode(item).write(to: file, options: .atomic)
  }

  /// Returns the item with an id.
  func item<Item: Cacheable>(_ id: String, as type: Item.Type = Item.self) -> Item? {
    read(file(id, of: type))
  }

  /// Returns all items of a type, sorted by id.
  func items<Item: Cacheable>(_ type: Item.Type = Item.self) -> [Item] {
    let files = try? FileManager.default.contentsOfDirectory(
      at: folder.appending(path: Item.cacheIdentifier), includingPropertiesForKeys: nil)
    return (files ?? []).compactMap { read($0) }.sorted { $0.cacheId < $1.cacheId }
  }

  /// Removes an item.
  func remove<Item: Cacheable>(_ id: String, of type: Item.Type) {
    try? FileManager.default.removeItem(at: file(id, of: type))
  }

  private func read<Item: Cacheable>(_ file: URL) -> Item? {
    (try? Data(contentsOf: file)).flatMap { try? JSONDecoder().decode(Item.self, from: $0) }
  }

  private func file<Item: Cacheable>(_ id: String, of type: Item.Type) -> URL {
    let name = id.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? id
    return folder.appending(path: Item.cacheIdentifier).appending(path: "\(name).json")
  }
}
