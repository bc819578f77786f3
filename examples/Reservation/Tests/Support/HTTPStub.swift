import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A minimal HTTP server on this machine, with a response for each method and path.
///
/// `@unchecked Sendable`: `received` is only touched under `lock`.
final class HTTPStub: @unchecked Sendable {
  /// A received request.
  struct Request: Sendable, Equatable {
    /// The method and path, such as `GET /reservations`.
    var line: String
    var body: String
  }

  struct CannotListen: Error {}

  let baseURL: URL
  private let listener: Int32
  private let answers: [String: (status: Int, body: String)]
  private let lock = NSLock()
  private var received: [Request] = []

  /// The requests so far, in order.
  var requests: [Request] { lock.withLock { received } }

  /// Starts a server on a free port.
  ///
  /// Requests without a response get 404.
  init(_ answers: [String: (status: Int, body: String)]) throws {
    self.answers = answers
    listener = socket(AF_INET, Self.stream, 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let listener = listener
    let listens = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(listener, address, length) == 0 && listen(listener, 16) == 0
          && getsockname(listener, address, &length) == 0
      }
    }
    guard listens, let url = URL(string: "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))")
    else { throw CannotListen() }
    baseURL = url
    Thread.detachNewThread { [self] in serve() }
  }

  /// Stops the server and its thread.
  func stop() {
    _ = shutdown(listener, Int32(SHUT_RDWR))
    _ = close(listener)
  }

  private func serve() {
    while true {
      let connection = accept(listener, nil, nil)
      guard connection >= 0 else { return }
      if let request = read(from: connection) {
        lock.withLock { received.append(request) }
        let answer = answers[request.line] ?? (404, "")
        let head =
          "HTTP/1.1 \(answer.status) Stub\r\nContent-Type: application/json\r\n"
          + "Content-Length: \(answer.body.utf8.count)\r\nConnection: close\r\n\r\n"
        let bytes = Array((head + answer.body).utf8)
        _ = send(connection, bytes, bytes.count, Self.noSignal)
      }
      _ = close(connection)
    }
  }

  /// Reads a request, with the body length from its headers.
  private func read(from connection: Int32) -> Request? {
    var received: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = recv(connection, &buffer, buffer.count, 0)
      guard count > 0 else { return nil }
      received += buffer[..<count]
      guard let end = received.firstRange(of: Array("\r\n\r\n".utf8)) else { continue }
      let head = String(decoding: received[..<end.lowerBound], as: UTF8.self)
      let lines = head.split(separator: "\r\n")
      let length = lines.compactMap { line in
        line.lowercased().hasPrefix("content-length:")
          ? Int(line.drop { $0 != ":" }.dropFirst().filter { $0 != " " }) : nil
      }
      let body = received[end.upperBound...]
      guard body.count >= length.first ?? 0 else { continue }
      let words = (lines.first ?? "").split(separator: " ").prefix(2)
      return Request(
        line: words.joined(separator: " "), body: String(decoding: body, as: UTF8.self))
    }
  }

  #if canImport(Darwin)
    private static let stream = Darwin.SOCK_STREAM
    private static let noSignal: Int32 = 0
  #elseif canImport(Musl)
    private static let stream = SOCK_STREAM
    private static let noSignal = Int32(MSG_NOSIGNAL)
  #else
    private static let stream = Int32(SOCK_STREAM.rawValue)
    private static let noSignal = Int32(MSG_NOSIGNAL)
  #endif
}
