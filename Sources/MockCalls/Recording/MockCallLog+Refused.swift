package import MockData
internal import MockPlatform

extension MockCallLog {
  /// Records a call that matches no method of a service, such as a request without a route.
  ///
  /// The name isn't registered as a method of the service, because clients could make up any number of names.
  ///
  /// - Parameters:
  ///   - method: The name of the call in the log.
  ///   - service: The service that was called.
  ///   - arguments: The arguments, which come from another process.
  ///   - error: The error that the caller got.
  package func append(
    refused method: String, of service: String, _ arguments: AnyCodableValue,
    with error: MockServiceError
  ) {
    let identity = MethodIdentity(service: service, name: method)
    identity.redaction = redaction
    var entry = CallEntry(
      method: identity, arguments: MockArguments(ofProcess: arguments), count: 1, step: 1)
    entry.end(with: .threw(error))
    append(entry)
  }

  /// Returns the outcome of a call, which may still be running, or `nil` if the log doesn't keep the call.
  package func outcome(of order: Int) -> MockCallOutcome? {
    storage.withLock { storage in storage.slot(order).map { storage.entries[$0].outcome } }
  }
}
