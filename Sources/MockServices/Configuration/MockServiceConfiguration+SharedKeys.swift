extension MockServiceConfiguration {
  /// Refuses bindings and updates that name shared state which is not declared.
  func checkSharedKeys(at root: ConfigurationNode) throws {
    let services = root.child(.null, .name(Key.services.rawValue))
    for (name, entry) in self.services.sortedByKeyBytes() {
      let service = services.child(.null, .name(name))
      let bindings = service.child(.null, .name(MockServiceEntry.Key.bindings.rawValue))
      for (property, key) in (entry.bindings ?? [:]).sortedByKeyBytes() {
        try check(key, at: bindings.child(.null, .name(property)), isKey: false)
      }
      let methods = service.child(.null, .name(MockServiceEntry.Key.methods.rawValue))
      for (method, config) in entry.methods.sortedByKeyBytes() {
        let place = methods.child(.null, .name(method))
          .child(.null, .name(MockMethodConfig.Key.responses.rawValue))
        try check(config.responses, at: place)
      }
    }
  }

  private func check(_ responses: [MockResponse], at place: ConfigurationNode) throws {
    for (index, response) in responses.enumerated() {
      guard let updates = response.updateSharedState else { continue }
      let node = place.child(.null, .index(index))
        .child(.null, .name(MockResponse.Key.updateSharedState.rawValue))
      for (key, _) in updates.sortedByKeyBytes() {
        try check(key, at: node.child(.null, .name(key)), isKey: true)
      }
    }
  }

  private func check(_ key: String, at node: ConfigurationNode, isKey: Bool) throws {
    guard sharedState?[key] == nil else { return }
    let declared = (sharedState ?? [:]).keys.sorted { $0.precedesInBytes($1) }
    throw node.error(.undeclaredSharedKey(key, declared: declared), atKey: isKey)
  }
}
