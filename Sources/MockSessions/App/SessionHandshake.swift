internal import MockCalls
internal import MockData
internal import MockPlatform

/// The start of a session: the app connects, sends the token, and introduces itself.
struct SessionHandshake: Sendable {
  let address: SessionAddress
  let client: String
  let app: AppDescription

  /// The test's welcome, the connection, and the data that arrived after the welcome.
  struct Welcome {
    var socket: LoopbackSocket
    var buffer: FrameBuffer
    var content: SessionFrame.Welcome
  }

  /// Connects and waits for the welcome.
  ///
  /// `received` is the number of frames of this session that were received on earlier connections.
  func perform(received: Int, within limit: Duration) throws(SessionProblem) -> Welcome {
    let deadline = ContinuousClock.now + limit
    let greeting = token + hello(received: received)
    let pause = Latch()
    while true {
      let socket: LoopbackSocket
      do throws(SystemError) {
        socket = try .connect(port: address.port, within: max(.zero, deadline - .now))
      } catch {
        throw .cannotConnect(
          address: address.hostAndPort, reason: "\(error)", isRefused: error.isRefusal)
      }
      if socket.sendAll(greeting, by: deadline),
        let welcome = try welcome(on: socket, by: deadline, limit)
      {
        return welcome
      }
      // The connection was closed without a message. Either the test is ending, and the next connection fails, or the
      // test had no slot or no time to read the token.
      guard .now < deadline else { throw closed }
      _ = pause.wait(for: .milliseconds(50))
    }
  }

  /// Returns the test's welcome, or nil if the test closes the connection without a message.
  private func welcome(
    on socket: LoopbackSocket, by deadline: ContinuousClock.Instant, _ limit: Duration
  ) throws(SessionProblem) -> Welcome? {
    var buffer = FrameBuffer()
    while true {
      if let frame = try next(of: &buffer) {
        switch frame {
        case .welcome(let content):
          guard SessionProtocolVersion.known.contains(content.version) else {
            throw .notTheProtocol("`welcome`: this app does not speak version \(content.version)")
          }
          return Welcome(socket: socket, buffer: buffer, content: content)
        case .refused(let refused): throw .refused(refused.message)
        default:
          let problem = FrameProblem.unexpected(frame.kind.rawValue, instead: "welcome")
          throw .notTheProtocol(problem.description)
        }
      }
      guard socket.waitUntilReadable(by: deadline) else {
        throw .noWelcome(address: address.hostAndPort, seconds: Int(limit.components.seconds))
      }
      guard socket.receiveNow(into: &buffer) else { return nil }
    }
  }

  private func next(of buffer: inout FrameBuffer) throws(SessionProblem) -> SessionFrame? {
    do throws(FrameProblem) {
      return try buffer.next(from: .test)
    } catch {
      throw .notTheProtocol(error.description)
    }
  }

  /// The problem if the test has closed every connection without a message.
  private var closed: SessionProblem {
    .cannotConnect(
      address: address.hostAndPort, reason: "it closed the connection", isRefused: true)
  }

  private var token: [UInt8] {
    SessionFrame.token(.init(token: address.token.text)).plainlyEncoded()
  }

  private func hello(received: Int) -> [UInt8] {
    // An app that reconnects has already sent its contracts.
    let services = app.services.map { $0.greeting(withContract: received == 0) }
    return SessionFrame.hello(
      .init(
        versions: SessionProtocolVersion.known, client: client, app: app.name,
        process: app.process, received: received, services: .array(services))
    ).plainlyEncoded()
  }
}
