internal import CLibrary
internal import MockPlatform

/// The calls whose callers wait; one whose caller has gone is cancelled, as that of an app is.
package final class WaitingCalls: Sendable {
  private struct Call: Sendable {
    let exchange: WeakExchange
    let cancel: @Sendable () -> Void
  }

  /// Answered calls let go of their exchange by themselves.
  private final class WeakExchange: @unchecked Sendable {
    // Written once, before anybody else has this.
    private(set) weak var value: HTTPExchange?
    init(_ value: HTTPExchange) { self.value = value }
  }

  private let calls = Locked<[Call]>([])

  package init() {}

  package func add(_ exchange: HTTPExchange, _ cancel: @escaping @Sendable () -> Void) {
    let call = Call(exchange: WeakExchange(exchange), cancel: cancel)
    calls.withLock { $0.append(call) }
  }

  /// Looks four times a second who has gone.
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
