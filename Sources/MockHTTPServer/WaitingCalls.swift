internal import CLibrary
internal import MockPlatform

/// The calls with waiting clients.
///
/// If a client disconnects, its call is cancelled, like that of an app.
package final class WaitingCalls: Sendable {
  private struct Call: Sendable {
    let exchange: WeakExchange
    let cancel: @Sendable () -> Void
  }

  /// A weak reference, so that completed calls release their exchange automatically.
  private final class WeakExchange: @unchecked Sendable {
    // Written once, before the object is shared.
    private(set) weak var value: HTTPExchange?
    init(_ value: HTTPExchange) { self.value = value }
  }

  private let calls = Locked<[Call]>([])

  package init() {}

  package func add(_ exchange: HTTPExchange, _ cancel: @escaping @Sendable () -> Void) {
    let call = Call(exchange: WeakExchange(exchange), cancel: cancel)
    calls.withLock { $0.append(call) }
  }

  /// Checks four times a second for disconnected clients.
  package func watch() {
    IOThread.start { [weak self] in
      while let self {
        self.look()
        usleep(250_000)
      }
    }
  }

  private func look() {
    let all = calls.exchange([])
    var kept: [Call] = []
    for call in all {
      guard let exchange = call.exchange.value else { continue }
      if exchange.isOver { call.cancel() } else { kept.append(call) }
    }
    calls.withLock { [kept] in $0 = kept + $0 }
  }
}
