internal import MockCalls
internal import MockConfiguration
internal import MockData
internal import MockPlatform
internal import MockRoutes

/// Responds to the handshake of a socket with the scenario's response for `connect`.
final class ConnectReply: Sendable {
  private let exchange: HTTPExchange
  /// The live service's response, if there is a live service.
  private let live: RoutedValue?
  private let open: @Sendable ([(name: String, value: String)]) -> Void
  private let refuse: @Sendable () -> Void
  private let answer = Locked<RoutedValue?>(nil)
  private let ended = AtomicNumber()

  /// Creates a reply.
  ///
  /// - Parameters:
  ///   - exchange: The request.
  ///   - live: The live service's response, if there is a live service.
  ///   - open: Opens the socket with headers.
  ///   - refuse: Called before the handshake is refused.
  init(
    _ exchange: HTTPExchange, live: RoutedValue?,
    open: @escaping @Sendable ([(name: String, value: String)]) -> Void,
    refuse: @escaping @Sendable () -> Void
  ) {
    (self.exchange, self.live, self.open, self.refuse) = (exchange, live, open, refuse)
  }

  var hasEnded: Bool { ended.value > 0 }

  func take(_ value: RoutedValue) { answer.withLock { if $0 == nil { $0 = value } } }

  func end(_ failure: RoutedFailure?) {
    ended.value = 1
    var answer = answer.withLock { $0 } ?? RoutedValue(.nothing)
    if let live {
      answer.status = live.status ?? answer.status
      answer.headers.merge(live.headers) { $1 }
    }
    let status = answer.status ?? 200
    if failure != nil || status >= 300 { refuse() }
    switch failure {
    case .url?: return exchange.abort()
    case .mock(let error)?: return exchange.refuse(500, error.message)
    case nil: break
    }
    var headers = answer.headers.sortedByKeyBytes().flatMap { name, values in
      values.map { (name: name, value: $0) }
    }
    if status < 300 { return open(headers) }
    if answer.bytes != nil, !answer.setsType {
      headers.append(("Content-Type", "application/json"))
    }
    exchange.answer(status, answer.bytes ?? [], HTTPHeaders(headers))
  }
}
