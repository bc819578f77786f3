package import MockData
internal import MockPlatform
internal import MockSessions

/// Sends requests to the inspector of another process, as the inspector page does.
package struct InspectorClient: Sendable {
  private let port: UInt16
  private let token: SessionToken

  /// The maximum size of a response, in bytes.
  private static let limit = 64 << 20

  /// Parses a printed address, such as `http://127.0.0.1:7001/#TOKEN`.
  ///
  /// Requests never leave this machine, so other addresses return nil.
  package init?(address: String) {
    let start = "http://127.0.0.1:"
    guard address.hasPrefix(start) else { return nil }
    let parts = address.dropFirst(start.count).split(
      separator: "/#", omittingEmptySubsequences: false)
    guard parts.count == 2, let port = UInt16(parts[0]), port > 0, parts[0].first != "+",
      let token = SessionToken(String(parts[1]))
    else { return nil }
    (self.port, self.token) = (port, token)
  }

  package struct Response: Sendable, Equatable {
    package var status: Int
    /// The content of the response; nil if it's empty.
    package var value: AnyCodableValue?

    package init(status: Int, value: AnyCodableValue?) {
      (self.status, self.value) = (status, value)
    }
  }

  /// The reason why there is no response.
  package enum Problem: Error, Equatable, CustomStringConvertible {
    case unreachable(port: UInt16, reason: String)
    /// The response didn't arrive within the time limit.
    case late(Duration)
    case noInspector(port: UInt16)

    package var description: String {
      switch self {
      case .unreachable(let port, let reason):
        "127.0.0.1:\(port): no session responds (\(reason)); start one with `mocklua serve`, and pass the address that"
          + " it prints"
      case .late(let limit):
        "there was no response within \(limit); a call may be waiting at a gate or on the clock: open the gate, or"
          + " advance the clock, from another client"
      case .noInspector(let port):
        "127.0.0.1:\(port): the server there is not an inspector; pass the address that `mocklua serve` prints"
      }
    }
  }

  /// Sends a request and reads the response, which can be a refusal.
  ///
  /// If the time for the whole exchange runs out, a call that has started is canceled. The path components are
  /// unescaped.
  package func ask(
    _ method: String, _ path: [String], query: [String: String] = [:],
    body: AnyCodableValue? = nil, within limit: Duration
  ) throws(Problem) -> Response {
    let target =
      path.map { "/" + $0.urlEscaped }.joined()
      + (query.isEmpty ? "" : "?")
      + query.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value.urlEscaped)" }
      .joined(separator: "&")
    // HTTP/1.0 responses aren't chunked.
    var head =
      "\(method) \(target) HTTP/1.0\r\nHost: 127.0.0.1:\(port)\r\nAuthorization: Bearer \(token.text)\r\n"
    let bytes = body?.compactJSON ?? []
    if body != nil {
      head += "Content-Type: application/json\r\nContent-Length: \(bytes.count)\r\n"
    }
    let answer = try exchange(Array((head + "\r\n").utf8) + bytes, within: limit)
    guard let read = Self.read(answer) else { throw .noInspector(port: port) }
    return read
  }

  private func exchange(
    _ request: [UInt8], within limit: Duration
  ) throws(Problem) -> [UInt8] {
    let deadline = ContinuousClock.now + limit
    let socket: LoopbackSocket
    do throws(SystemError) {
      socket = try .connect(port: port, within: limit)
    } catch {
      throw .unreachable(port: port, reason: "\(error)")
    }
    // If this fails, the server has stopped reading, because it has already sent its response. After the deadline, the
    // next wait throws an error.
    _ = socket.sendAll(request, by: deadline)
    var buffer = FrameBuffer()
    while buffer.count <= Self.limit {
      guard socket.waitUntilReadable(by: deadline) else { throw .late(limit) }
      guard socket.receiveNow(into: &buffer) else { return Array(buffer.unread) }
    }
    throw .noInspector(port: port)
  }

  /// Parses a response; nil if it isn't an HTTP response with JSON.
  private static func read(_ bytes: [UInt8]) -> Response? {
    guard bytes.starts(with: Array("HTTP/1.".utf8)),
      let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)),
      let line = String(validUTF8: Array(bytes[..<end.lowerBound].prefix { $0 != 13 })),
      let status = line.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
    else { return nil }
    let body = Array(bytes[end.upperBound...])
    if body.isEmpty { return Response(status: status, value: nil) }
    guard let value = try? JSONParser().parse(utf8: body) else { return nil }
    return Response(status: status, value: value)
  }
}
