import CMockPlatform
import MockData
import MockPlatform
import MockServices
import MockSessions
import Testing

/// The test's end of a session as somebody plays it step by step, so that it answers when it is told to.
final class SlowTest {
  private let listener: Int32
  private let port: Int
  private var socket: Int32 = -1

  init() throws {
    var port: UInt16 = 0
    listener = try SystemError.check(mockplatform_listen(0, &port))
    self.port = Int(port)
  }

  deinit {
    hangUp()
    mockplatform_close(listener)
  }

  /// Lets an app join.
  func joined() async throws -> SessionClient {
    let address = try #require(
      SessionAddress("127.0.0.1:\(port)/\(String(repeating: "0", count: 32))"))
    async let client = onThread {
      try SessionClient.join(address, as: AppDescription(name: "App", process: 1, services: []))
    }
    try accept()
    try read()
    send(#"{"kind":"welcome","version":1,"received":0,"services":{},"state":{},"resumed":false}"#)
    return try await client
  }

  /// What an app gets for a call of `Bank.rate`.
  static func answer(of client: SessionClient) async throws -> AnyCodableValue? {
    let call = ForwardedCall(
      service: "Bank", method: "rate", arguments: .none, wish: .value, waits: true)
    return try await onThread {
      guard case .value(let value) = try client.ask(call).content else { return nil }
      return value
    }
  }

  /// Takes the next connection, however long it takes to come.
  func accept() throws {
    var wait = mockplatform_Wait(descriptor: listener, writes: false, isReady: false)
    _ = mockplatform_wait(&wait, 1, -1)
    socket = try SystemError.check(mockplatform_accept(listener))
  }

  /// Waits for something to come.
  func read() throws {
    var bytes = [UInt8](repeating: 0, count: 65536)
    #expect(mockplatform_receive(socket, &bytes, bytes.count) > 0)
  }

  func send(_ json: String) {
    let bytes = frame(json)
    _ = mockplatform_send(socket, bytes, bytes.count)
  }

  func hangUp() {
    if socket >= 0 { mockplatform_close(socket) }
    socket = -1
  }
}

/// Runs what blocks on a thread that no task misses meanwhile.
private func onThread<Value: Sendable>(
  _ body: @escaping @Sendable () throws -> Value
) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    IOThread.start { continuation.resume(with: Result { try body() }) }
  }
}
