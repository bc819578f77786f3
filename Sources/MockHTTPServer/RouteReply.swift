internal import CLibrary
internal import MockCalls
internal import MockConfiguration
internal import MockData
internal import MockPlatform
internal import MockRoutes

/// Sends the parts of a response to an HTTP client.
///
/// `@unchecked Sendable`: the parts arrive one after the other, followed by the end. `cancellation` and `ended` are
/// safe to use from any thread.
final class RouteReply: @unchecked Sendable {
  typealias Headers = [(name: String, value: String)]

  private let exchange: HTTPExchange
  /// The headers that let pages of other origins read the response; empty if they may not.
  private let added: Headers
  private let rebase: @Sendable (Headers) -> Headers
  private let cancellation = StreamCancellation()
  private let ended = AtomicNumber()
  /// The head of a response that is sent as a whole; nil after its body has arrived.
  private var head: (status: Int, headers: Headers)?
  private var isStream = false

  /// `rebase` converts the headers of the response to URLs that the client knows.
  init(
    _ exchange: HTTPExchange, _ added: Headers, rebase: @escaping @Sendable (Headers) -> Headers
  ) {
    (self.exchange, self.added, self.rebase) = (exchange, added, rebase)
  }

  /// Cancels the call when the client disconnects, unless the call has already ended.
  func wait(_ waiting: WaitingCalls, _ cancel: @escaping @Sendable () -> Void) {
    cancellation.set(cancel)
    if ended.value == 0 { waiting.add(exchange, cancel) }
  }

  /// The maximum number of bytes of a stream that are kept for a client that doesn't read.
  private static let unsentLimit = 256 << 20
  /// The maximum size of the headers for a connection, in bytes.
  private static let headLengthLimit = 32 << 10

  func take(_ part: RoutedPart) {
    switch part {
    case .head(let status, let headers, let length):
      begin(status, withAdded(rebase(headers)), length)
    case .bytes(let bytes):
      if let whole = head {
        exchange.answer(whole.status, bytes, HTTPHeaders(whole.headers))
        head = nil
      } else if isStream {
        exchange.write(bytes)
        if exchange.unsent > Self.unsentLimit { exchange.abort() }
        // The client no longer reads, so cancel the call like a stream without a consumer.
        if exchange.isOver || exchange.unsent > Self.unsentLimit { cancellation.cancel() }
      }
    }
  }

  /// Returns the headers of a response with the ones that let pages of other origins read it, if they may.
  ///
  /// The route's own headers of this kind would make the response unreadable: a browser accepts one allowed origin. In
  /// requests with credentials, `*` doesn't expose all headers, so they are listed.
  private func withAdded(_ headers: Headers) -> Headers {
    guard !added.isEmpty else { return headers }
    let own = headers.filter { !$0.name.lowercased().hasPrefix("access-control-") }
    let names = Set(own.map { $0.name.lowercased() }).sorted().joined(separator: ", ")
    return own + added + [("Access-Control-Expose-Headers", names)]
  }

  private func begin(_ status: Int, _ headers: Headers, _ length: Int?) {
    let isBodiless = exchange.method == "HEAD" || status == 304
    // The library would send the end of a chunked body after `HEAD`.
    let headers =
      isBodiless ? headers.filter { $0.name.lowercased() != "transfer-encoding" } : headers
    let size = headers.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count + 4 }
    guard size <= Self.headLengthLimit else {
      exchange.refuse(
        500,
        "the headers of the response take \(size) bytes, but a server can send at most \(Self.headLengthLimit)",
        added)
      return cancellation.cancel()
    }
    let stated = headers.first { $0.name.lowercased() == "content-length" }.flatMap {
      Int($0.value)
    }
    // The stated length of a body that isn't sent is the length of a stream without content. Without it, a 304 has no
    // length, because the length of an empty body isn't the one that a 200 would have (RFC 9110, 8.6).
    if length == nil || (isBodiless && length == 0 && (stated != nil || status == 304)) {
      exchange.beginStream(status, length: stated, HTTPHeaders(headers))
      isStream = true
    } else {
      head = (status, headers)
    }
  }

  func end(_ failure: RoutedFailure?) {
    ended.value = 1
    switch failure {
    case nil:
      if let head { exchange.answer(head.status, [], HTTPHeaders(head.headers)) }
      if isStream { exchange.end() }
    case .url(_, _, _, .reset)?: exchange.abort(resets: true)
    case .url(_, _, _, .malformed)?: exchange.abort(after: Self.malformed)
    case .url?: exchange.abort()
    case .mock(let error)?:
      isStream ? exchange.abort() : exchange.refuse(500, error.message, added)
    }
  }
}

extension RouteReply {
  /// A response that announces a chunked body, followed by bytes that aren't chunks.
  private static let malformed =
    Array("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n".utf8)
    + [0xFF, 0x00, 0xFE] + Array("garbage\r\n".utf8)
}

extension HTTPExchange {
  func refuse(
    _ status: Int, _ message: String, _ headers: [(name: String, value: String)] = []
  ) {
    let type = (name: "Content-Type", value: "text/plain; charset=utf-8")
    answer(status, Array("mocklua: \(message)\n".utf8), HTTPHeaders(headers + [type]))
  }
}

/// The calls with waiting clients.
///
/// If a client disconnects, its call is canceled, like the call of an app whose task is canceled.
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
