/// A cache in memory with a maximum number of items for each type.
///
/// The least recently used item is removed first.
actor MemoryCache {
  private let maxItemsPerType: Int
  /// The items of each type, with the most recently used one at the end.
  private var items: [String: [any Cacheable]] = [:]

  init(maxItemsPerType: Int = 100) {
    self.maxItemsPerType = max(1, maxItemsPerType)
  }

  /// Stores an item, and replaces any item with the same id.
  func save<Item: Cacheable>(_ item: Item) {
    var kept = items[Item.cacheIdentifier, default: []]
    kept.removeAll { $0.cacheId == item.cacheId }
    kept.append(item)
    items[Item.cacheIdentifier] = kept.suffix(maxItemsPerType)
  }

  /// Returns the item with an id, and marks it as recently used.
  func item<Item: Cacheable>(_ id: String, as type: Item.Type = Item.self) -> Item? {
    let found = items[Item.cacheIdentifier]?.first { $0.cacheId == id } as? Item
    if let found { save(found) }
    return found
  }

  /// Removes an item.
  func remove<Item: Cacheable>(_ id: String, of type: Item.Type) {
    items[Item.cacheIdentifier]?.removeAll { $0.cacheId == id }
  }
}
