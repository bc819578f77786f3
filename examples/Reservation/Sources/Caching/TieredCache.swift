/// A memory cache, which is used first, combined with a disk cache, which outlives the app.
struct TieredCache: Sendable {
  let memory: MemoryCache
  let disk: DiskCache

  /// Stores an item in both caches.
  func save<Item: Cacheable>(_ item: Item) async {
    await memory.save(item)
    await disk.save(item)
  }

  /// Returns the item with an id, and copies it from disk to memory if needed.
  func item<Item: Cacheable>(_ id: String, as type: Item.Type = Item.self) async -> Item? {
    if let item = await memory.item(id, as: type) { return item }
    guard let item = await disk.item(id, as: type) else { return nil }
    await memory.save(item)
    return item
  }

  /// Returns all items of a type, sorted by id.
  func items<Item: Cacheable>(_ type: Item.Type = Item.self) async -> [Item] {
    await disk.items(type)
  }

  /// Removes an item from both caches.
  func remove<Item: Cacheable>(_ id: String, of type: Item.Type) async {
    await memory.remove(id, of: type)
    await disk.remove(id, of: type)
  }
}
