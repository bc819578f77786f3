internal import MockCalls
internal import MockData
internal import MockPlatform

/// How an app gets into a session: it connects, shows the token and says who it is.
struct SessionHandshake: Sendable {
  let address: SessionAddress
  let client: String
  let app: AppDescription

  /// What the test said, and the connection with what came behind it.
  struct Welcome {
    var socket: LoopbackSocket
    var buffer: FrameBuffer
    var content: SessionFrame.Welcome
  }

  /// Connects and waits for the welcome.
  ///
  /// - Parameters:
  ///   - received: How many frames of the session have come on earlier connections.
  ///   - limit: How long all of it may take.
  /// - Returns: What the test said.
  /// - Throws: Why there is no session.
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
      // It was closed without a word: by a test that ends, to which nobody can connect then, or by one that had no
      // place, or no time to read the token.
      guard .now < deadline else { throw closed }
      _ = pause.wait(for: .milliseconds(50))
    }
  }

  /// What the test says; nil where it closes the connection without a word.
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

  /// Each connection was closed without a word.
  private var closed: SessionProblem {
    .cannotConnect(
      address: address.hostAndPort, reason: "it closed the connection", isRefused: true)
  }

  private var token: [UInt8] {
    SessionFrame.token(.init(token: address.token.text)).plainlyEncoded()
  }

  private func hello(received: Int) -> [UInt8] {
    // Who comes back has said what the contracts are.
    let services = app.services.map { $0.greeting(withContract: received == 0) }
    return SessionFrame.hello(
      .init(
        versions: SessionProtocolVersion.known, client: client, app: app.name,
        process: app.process, received: received, services: .array(services))
    ).plainlyEncoded()
  }
}
