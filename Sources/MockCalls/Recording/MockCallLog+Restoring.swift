package import MockData
internal import MockPlatform

extension MockCallLog {
  /// Adds the calls of another log to this log, which must be empty and have the same limit.
  ///
  /// The calls must be numbered consecutively. Their responses are those of the methods that this log has registered.
  package func restore(_ records: [MockCallRecord]) {
    storage.withLock { storage in
      for record in records {
        let method = storage.method(record.service, record.method)
        method.total = max(method.total, record.count)
        let response = record.responseIndex.flatMap { index in
          method.prepared.indices.contains(index) ? method.prepared[index] : nil
        }
        response?.uses += 1
        storage.last = record.order
        storage.entries.append(
          CallEntry(
            method: method, arguments: MockArguments(record.arguments), count: record.count,
            step: record.step, response: response, key: record.key, lacksKey: record.lacksKey,
            origin: record.app.map(CallOrigin.init(name:)), state: record.state,
            isStubbed: record.isStubbed, outcome: record.outcome, duration: record.duration,
            before: record.stateBefore, lastAtEnd: record.lastAtEnd))
      }
      // Arrange the entries as in a full ring buffer.
      let start = ((records.first?.order ?? 1) - 1) % storage.limit
      storage.entries = Array(storage.entries.suffix(start) + storage.entries.dropLast(start))
    }
  }
}

extension MockCallLog.Storage {
  fileprivate mutating func method(_ service: String?, _ name: String) -> MethodIdentity {
    if let known = methods.last(where: {
      $0.service == service && $0.name == name && !$0.isReplaced
    }) {
      return known
    }
    let added = MethodIdentity(service: service, name: name)
    methods.append(added)
    services.insert(service)
    return added
  }
}

extension MockCallRecord {
  /// Creates a call that was still running when a log recorded it.
  package init(
    restoring order: Int, service: String?, method: String, arguments: AnyCodableValue, count: Int,
    step: Int, key: AnyCodableValue?, lacksKey: Bool, responseIndex: Int?, place: ScriptLocation?,
    state: [String: AnyCodableValue]
  ) {
    self.init(
      order: order, service: service, method: method, arguments: arguments, count: count,
      step: step, key: key, lacksKey: lacksKey, responseIndex: responseIndex, place: place,
      outcome: .running, duration: nil, state: state)
  }
}
