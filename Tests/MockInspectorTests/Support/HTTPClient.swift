import CMockPlatform
import MockServices

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Sends requests to this machine unchanged, including invalid ones.
struct HTTPClient {
  struct Answer {
    var status: Int
    var headers: [String: String]
    var body: String

    var json: AnyCodableValue? { try? JSONParser().parse(body) }
  }

  let port: Int
  let token: String

  /// Sends a request and reads the complete response.
  ///
  /// - Parameters:
  ///   - method: The method.
  ///   - path: The encoded path and query.
  ///   - body: The body, or nil for none.
  ///   - headers: Additional headers, which replace the usual ones. An empty value removes a header.
  /// - Returns: The response, with status 0 if the connection was closed without one.
  func ask(
    _ method: String, _ path: String, _ body: String? = nil, _ headers: [String: String] = [:]
  ) async -> Answer {
    var all = [
      "Host": "127.0.0.1:\(port)", "Authorization": "Bearer \(token)", "Connection": "close",
    ]
    if let body {
      all["Content-Type"] = "application/json"
      all["Content-Length"] = "\(body.utf8.count)"
    }
    all.merge(headers) { $1 }
    let lines = all.filter { !$0.value.isEmpty }.map { "\($0.key): \($0.value)\r\n" }.joined()
    return read(await raw("\(method) \(path) HTTP/1.1\r\n\(lines)\r\n\(body ?? "")"))
  }

  /// Sends bytes and reads until the connection closes, on a thread outside the pool.
  func raw(_ text: String) async -> String {
    await withCheckedContinuation { continuation in
      IOThread.start { continuation.resume(returning: exchange(text)) }
    }
  }

  private func exchange(_ text: String) -> String {
    let socket = mockplatform_connect(UInt16(port), 10_000)
    guard socket >= 0 else { return "" }
    defer { mockplatform_close(socket) }
    let bytes = Array(text.utf8)
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        mockplatform_send(socket, $0.baseAddress, $0.count)
      }
      if count > 0 {
        sent += Int(count)
      } else if count == -CLong(EAGAIN) {
        var wait = mockplatform_Wait(descriptor: socket, writes: true, isReady: false)
        _ = mockplatform_wait(&wait, 1, -1)
      } else {
        // The other side doesn't read any further, because it has already sent its response.
        break
      }
    }
    var answer: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = mockplatform_receive(socket, &buffer, buffer.count)
      guard count > 0 else { break }
      answer += buffer[..<count]
    }
    return String(decoding: answer, as: UTF8.self)
  }

  private func read(_ text: String) -> Answer {
    let unified = text.replacing("\r\n", with: "\n")
    guard let end = unified.firstRange(of: "\n\n") else {
      return Answer(status: 0, headers: [:], body: "")
    }
    let lines = unified[..<end.lowerBound].split(separator: "\n")
    let status = lines.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { continue }
      headers[line[..<colon].lowercased()] = String(line[line.index(colon, offsetBy: 2)...])
    }
    return Answer(status: status, headers: headers, body: String(unified[end.upperBound...]))
  }
}

extension HTTPClient {
  /// Returns the session's events, each with its name and data.
  func events() -> AsyncStream<(name: String, data: AnyCodableValue)> {
    AsyncStream { continuation in
      let socket = mockplatform_connect(UInt16(port), 10_000)
      // In this version of HTTP, the response isn't chunked.
      let request =
        "GET /__admin/events HTTP/1.0\r\nHost: 127.0.0.1:\(port)\r\nAuthorization: Bearer \(token)\r\n\r\n"
      _ = mockplatform_send(socket, request, request.utf8.count)
      continuation.onTermination = { _ in mockplatform_shut_down(socket) }
      IOThread.start {
        defer {
          mockplatform_close(socket)
          continuation.finish()
        }
        var text: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65536)
        while true {
          let count = mockplatform_receive(socket, &buffer, buffer.count)
          guard count > 0 else { return }
          text += buffer[..<count]
          while let end = text.firstRange(of: [10, 10]) {
            let lines = String(decoding: text[..<end.lowerBound], as: UTF8.self)
              .split(whereSeparator: \.isNewline)
            text.removeSubrange(..<end.upperBound)
            guard let name = lines.last(where: { $0.hasPrefix("event: ") })?.dropFirst(7),
              let data = lines.last(where: { $0.hasPrefix("data: ") })?.dropFirst(6),
              let value = try? JSONParser().parse(String(data))
            else { continue }
            continuation.yield((String(name), value))
          }
        }
      }
    }
  }

  /// Sends a request, and disconnects once a condition is true.
  func leave(_ text: String, when isSo: () async -> Bool) async {
    let socket = mockplatform_connect(UInt16(port), 10_000)
    let bytes = Array(text.utf8)
    _ = mockplatform_send(socket, bytes, bytes.count)
    for _ in 0..<1000 {
      if await isSo() { break }
    }
    mockplatform_close(socket)
  }
}
