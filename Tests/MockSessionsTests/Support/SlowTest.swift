import CMockPlatform
import MockData
import MockPlatform
import MockServices

@testable import MockSessions

/// The test's side of a session, played step by step, so that it responds on command.
final class SlowTest {
  private let listener: Int32
  private var socket: Int32 = -1

  /// Plays a test, and returns the result of an app's call to `Bank.rate`.
  ///
  /// Both run on separate threads and start without waiting for Swift's thread pool, because an app that is joining
  /// gives up on a slow test.
  static func answer(
    _ play: @escaping @Sendable (SlowTest) throws -> Void
  ) async throws -> AnyCodableValue? {
    var port: UInt16 = 0
    let listener = try SystemError.check(mockplatform_listen(0, &port))
    let address = SessionAddress(port: port, token: SessionToken())
    let played = onThread { try play(SlowTest(listener: listener)) }
    let answer = onThread {
      let client = try SessionClient.join(
        address, as: AppDescription(name: "App", process: 1, services: []))
      return try client.ask(Call("rate"), of: "Bank", ResponseRequest(.value, waits: true)).content
    }
    var value: AnyCodableValue?
    for try await case .value(let content) in answer { value = content }
    for try await _ in played {}
    return value
  }

  private init(listener: Int32) { self.listener = listener }

  deinit {
    hangUp()
    mockplatform_close(listener)
  }

  /// Accepts the next connection.
  func accept() throws {
    var wait = mockplatform_Wait(descriptor: listener, writes: false, isReady: false)
    guard mockplatform_wait(&wait, 1, 1_200_000) > 0 else { throw SystemError(0) }
    socket = try SystemError.check(mockplatform_accept(listener))
  }

  /// Reads frames until one of the given kind.
  func read(_ kind: SessionFrame.Kind) throws {
    var buffer = FrameBuffer()
    while true {
      while let frame = try buffer.next(from: .app) { if frame.kind == kind { return } }
      var bytes = [UInt8](repeating: 0, count: 4096)
      let count = mockplatform_receive(socket, &bytes, bytes.count)
      guard count > 0 else { throw SystemError(0) }
      buffer.append(bytes[..<count])
    }
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

/// Runs a body on a separate thread that starts immediately.
func onThread<Value: Sendable>(
  _ body: @escaping @Sendable () throws -> Value
) -> AsyncThrowingStream<Value, any Error> {
  let (stream, continuation) = AsyncThrowingStream<Value, any Error>.makeStream()
  IOThread.start {
    do {
      continuation.yield(try body())
      continuation.finish()
    } catch { continuation.finish(throwing: error) }
  }
  return stream
}
