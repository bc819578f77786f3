/// Keeps so many items of each type in memory; the one that was used longest ago makes room.
actor MemoryCache {
  private let maxItemsPerType: Int
  /// The items of each type, the one that was used last at the end.
  private var items: [String: [any Cacheable]] = [:]

  init(maxItemsPerType: Int = 100) {
    self.maxItemsPerType = max(1, maxItemsPerType)
  }

  /// Keeps an item, in place of one with its id.
  func save<Item: Cacheable>(_ item: Item) {
    var kept = items[Item.cacheIdentifier, default: []]
    kept.removeAll { $0.cacheId == item.cacheId }
    kept.append(item)
    items[Item.cacheIdentifier] = kept.suffix(maxItemsPerType)
  }

  /// The item with an id, which counts as used from now on.
  func item<Item: Cacheable>(_ id: String, as type: Item.Type = Item.self) -> Item? {
    let found = items[Item.cacheIdentifier]?.first { $0.cacheId == id } as? Item
    if let found { save(found) }
    return found
  }

  /// Forgets an item.
  func remove<Item: Cacheable>(_ id: String, of type: Item.Type) {
    items[Item.cacheIdentifier]?.removeAll { $0.cacheId == id }
  }
}
