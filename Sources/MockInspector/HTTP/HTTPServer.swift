internal import CHTTPServer
internal import CLibrary
internal import CMockPlatform
internal import MockPlatform

/// Takes requests on the loopback address, on threads of its own, as long as the process lives.
///
/// `@unchecked Sendable`: `server` is set once, before anybody else has this, and its functions may be called from
/// any thread.
///
/// A connection is a stranger's until it has shown the token: those have places and time of their own.
final class HTTPServer: @unchecked Sendable {
  private final class Handler: Sendable {
    let take: @Sendable (HTTPExchange) -> Void
    init(_ take: @escaping @Sendable (HTTPExchange) -> Void) { self.take = take }
  }

  static var isAvailable: Bool { mocklua_http_is_available() }

  /// The bytes of a body that are taken.
  static let bodyLimit = 4 << 20

  private let server: OpaquePointer
  /// Rings when no more connections are to be taken.
  private let wakeup: (readEnd: Int32, writeEnd: Int32)

  let port: Int

  /// Listens; 0 lets the system choose the port.
  ///
  /// - Throws: ``InspectorProblem``: what the system says, or that the library is not there.
  init(port: Int, take: @escaping @Sendable (HTTPExchange) -> Void) throws(InspectorProblem) {
    guard Self.isAvailable else { throw .notBuilt }
    // Kept for good: requests may come as long as the process lives.
    let handler = Unmanaged.passRetained(Handler(take))
    var options = mocklua_HTTPOptions(
      threads: 2, connections: 256, idle_seconds: 60, strangers: 64, stranger_seconds: 5,
      body_limit: Self.bodyLimit,
      handle: { context, exchange in
        guard let context, let exchange else { return }
        Unmanaged<Handler>.fromOpaque(context).takeUnretainedValue().take(HTTPExchange(exchange))
      }, context: handler.toOpaque())
    var ends: [Int32] = [0, 0]
    var actual: UInt16 = 0
    let listener: Int32
    do throws(SystemError) {
      listener = try SystemError.check(mockplatform_listen(UInt16(clamping: port), &actual))
      try SystemError.check(mockplatform_wakeup(&ends))
      guard let server = mocklua_http_start(&options) else { throw SystemError.last }
      self.server = server
    } catch {
      handler.release()
      throw .cannotListen(port: port, reason: "\(error)")
    }
    self.port = Int(actual)
    wakeup = (ends[0], ends[1])
    IOThread.start { [wakeup, self] in
      accept(from: listener, until: wakeup.readEnd)
      mockplatform_close(listener)
    }
  }

  private func accept(from listener: Int32, until wakeup: Int32) {
    while true {
      var waits = [listener, wakeup].map {
        mockplatform_Wait(descriptor: $0, writes: false, isReady: false)
      }
      _ = mockplatform_wait(&waits, waits.count, -1)
      if waits[1].isReady { return }
      let accepted = mockplatform_accept(listener)
      if accepted >= 0 { mocklua_http_add(server, accepted) }
    }
  }

  func stopListening() { mockplatform_wake(wakeup.writeEnd) }
}

/// Why an inspector does not open.
package enum InspectorProblem: Error, CustomStringConvertible {
  /// The system does not let it listen.
  case cannotListen(port: Int, reason: String)
  /// The library that speaks HTTP was not there when this was built.
  case notBuilt

  /// The problem as `127.0.0.1:7000: the inspector cannot listen: ...; what to write`.
  package var description: String {
    switch self {
    case .cannotListen(let port, let reason):
      "127.0.0.1:\(port): the inspector cannot listen: \(reason); leave `--inspector-port` out, and the system"
        + " chooses a free port"
    case .notBuilt:
      "there is no inspector in this command, which was built without libmicrohttpd; install that"
        + " (`brew install libmicrohttpd`, or Debian's libmicrohttpd-dev), and build `mocklua` again"
    }
  }
}
