internal import MockData

extension MockServiceConfiguration {
  /// Reports bindings and updates that use shared state that isn't declared.
  func checkSharedKeys(at root: ConfigurationNode, declared: Set<String>) throws {
    let services = root.child(.null, .name(Key.services.rawValue))
    for (name, entry) in self.services.sortedByKeyBytes() {
      let service = services.child(.null, .name(name))
      let bindings = service.child(.null, .name(MockServiceEntry.Key.bindings.rawValue))
      for (property, key) in (entry.bindings ?? [:]).sortedByKeyBytes() {
        try check(key, declared, at: bindings.child(.null, .name(property)), isKey: false)
      }
      let methods = service.child(.null, .name(MockServiceEntry.Key.methods.rawValue))
      // Most methods don't update anything. Filtering them out takes less time than sorting all of them.
      let updating = entry.methods.filter {
        $0.value.responses.contains { $0.updateSharedState != nil }
      }
      for (method, config) in updating.sortedByKeyBytes() {
        let place = methods.child(.null, .name(method))
          .child(.null, .name(MockMethodConfig.Key.responses.rawValue))
        try check(config.responses, declared, at: place)
      }
    }
  }

  private func check(
    _ responses: [MockResponse], _ declared: Set<String>, at place: ConfigurationNode
  ) throws {
    for (index, response) in responses.enumerated() {
      guard let updates = response.updateSharedState else { continue }
      let node = place.child(.null, .index(index))
        .child(.null, .name(MockResponse.Key.updateSharedState.rawValue))
      for (key, _) in updates.sortedByKeyBytes() {
        try check(key, declared, at: node.child(.null, .name(key)), isKey: true)
      }
    }
  }

  private func check(
    _ key: String, _ declared: Set<String>, at node: ConfigurationNode, isKey: Bool
  ) throws {
    guard !declared.contains(key) else { return }
    let names = declared.sorted { $0.precedesInBytes($1) }
    try node.context.note(
      node.error(.undeclaredSharedKey(key, declared: names), atKey: isKey))
  }
}
