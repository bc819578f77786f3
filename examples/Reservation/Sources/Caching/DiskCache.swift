import Foundation

/// Keeps items as files: a folder for each type, a file for each item.
///
/// Files that cannot be read or written are as good as missing: a cache may forget.
actor DiskCache {
  private let folder: URL

  /// Creates a cache in a folder, by default one among the user's caches.
  init(folder: URL? = nil) {
    let caches = FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask).first
    let parent = caches ?? FileManager.default.temporaryDirectory
    self.folder = folder ?? parent.appending(path: "Landmarks")
  }

  /// Keeps an item, in place of one with its id.
  func save<Item: Cacheable>(_ item: Item) {
    let file = file(item.cacheId, of: Item.self)
    let folder = file.deletingLastPathComponent()
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try? JSONEncoder().encode(item).write(to: file, options: .atomic)
  }

  /// The item with an id.
  func item<Item: Cacheable>(_ id: String, as type: Item.Type = Item.self) -> Item? {
    read(file(id, of: type))
  }

  /// All items of a type, by id.
  func items<Item: Cacheable>(_ type: Item.Type = Item.self) -> [Item] {
    let files = try? FileManager.default.contentsOfDirectory(
      at: folder.appending(path: Item.cacheIdentifier), includingPropertiesForKeys: nil)
    return (files ?? []).compactMap { read($0) }.sorted { $0.cacheId < $1.cacheId }
  }

  /// Forgets an item.
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
