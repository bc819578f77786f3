package import MockData
internal import MockPlatform

extension MockCallLog {
  /// Records a value that was pushed to the stream or the handler of a call.
  func add(_ value: AnyCodableValue, to call: LoggedCall) {
    amend(call) { entry in
      entry.pushed.append(value)
      return value.byteSize
    }
  }

  /// Records the end of a stream that stayed open for pushed values.
  func end(_ call: LoggedCall, _ outcome: MockCallOutcome) {
    amend(call) { entry in
      entry.outcome = outcome
      return outcome.byteSize
    }
  }

  /// Changes the entry of a call, unless the log no longer keeps the call.
  ///
  /// `change` returns the number of bytes that it adds.
  private func amend(_ call: LoggedCall, _ change: (inout CallEntry) -> Int) {
    update { storage in
      guard call.epoch == storage.epoch, let slot = storage.slot(call.order) else { return }
      let byteSize = change(&storage.entries[slot])
      storage.addBytes(byteSize, at: slot)
    }
  }

  /// Records that a call failed because the caller couldn't use its response.
  ///
  /// `method` includes the service. If `count` is 0, the method's latest call has failed.
  package func amend(_ method: String, count: Int, with error: MockServiceError) {
    var replaced: LazyResult?
    update { storage in
      for order in (storage.first..<storage.last + 1).reversed() {
        guard let slot = storage.slot(order) else { continue }
        let entry = storage.entries[slot]
        guard "\(entry.method)" == method, count == 0 || entry.count == count else { continue }
        replaced = entry.result
        storage.entries[slot].result = nil
        storage.entries[slot].outcome = .threw(error)
        storage.entries[slot].duration = entry.duration ?? .zero
        storage.entries[slot].lastAtEnd = entry.lastAtEnd ?? order
        storage.addBytes(MockCallOutcome.threw(error).byteSize, at: slot)
        break
      }
    }
    // Freed without holding the lock, because the result of a stub may be one of the app's objects.
    withExtendedLifetime(replaced) {}
  }
}

extension MockCallLog {
  /// Records a call that doesn't belong to any method of a service, such as a request without a route.
  ///
  /// The name isn't added to the methods of the service, because a client can send any number of different names. The
  /// arguments come from another process.
  package func append(
    refused method: String, of service: String, _ arguments: AnyCodableValue,
    with error: MockServiceError
  ) {
    let identity = MethodIdentity(service: service, name: method)
    identity.redaction = redaction
    var entry = CallEntry(
      method: identity, arguments: MockArguments(data: arguments), count: 1, step: 1)
    entry.end(with: .threw(error))
    append(entry)
  }

  /// Returns the outcome of a call, which may still be running.
  ///
  /// Returns `nil` if the log no longer keeps the call.
  package func outcome(of order: Int) -> MockCallOutcome? {
    storage.withLock { storage in storage.slot(order).map { storage.entries[$0].outcome } }
  }
}

extension MockCallLog {
  /// Adds the calls of another log to this log.
  ///
  /// This log must be empty and have the same limit, and the calls must have consecutive numbers. Their responses
  /// belong to the methods that are registered in this log.
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
  /// Creates the record of a call that was still running when it was recorded.
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
