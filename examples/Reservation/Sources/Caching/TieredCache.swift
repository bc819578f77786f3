/// Two caches as one: memory answers first, and the disk outlives the app.
struct TieredCache: Sendable {
  let memory: MemoryCache
  let disk: DiskCache

  /// Keeps an item in both.
  func save<Item: Cacheable>(_ item: Item) async {
    await memory.save(item)
    await disk.save(item)
  }

  /// The item with an id; one that only the disk has is in memory from then on.
  func item<Item: Cacheable>(_ id: String, as type: Item.Type = Item.self) async -> Item? {
    if let item = await memory.item(id, as: type) { return item }
    guard let item = await disk.item(id, as: type) else { return nil }
    await memory.save(item)
    return item
  }

  /// All items of a type, by id.
  func items<Item: Cacheable>(_ type: Item.Type = Item.self) async -> [Item] {
    await disk.items(type)
  }

  /// Forgets an item in both.
  func remove<Item: Cacheable>(_ id: String, of type: Item.Type) async {
    await memory.remove(id, of: type)
    await disk.remove(id, of: type)
  }
}
