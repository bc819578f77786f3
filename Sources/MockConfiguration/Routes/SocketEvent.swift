internal import MockData

/// Each event is a method of the socket's host, such as `WS /chat/{room} message`.
package enum SocketEvent: String, Sendable, CaseIterable {
  /// The client requests a socket, which isn't open yet.
  case connect
  case open
  case message
  /// The client has closed the socket, or its connection is lost.
  case close

  /// The word in the name of a route, instead of an HTTP method.
  package static let word = "WS"

  /// Splits `WS /chat message` into `WS /chat` and the event.
  ///
  /// Returns nil for any other method.
  package static func split(_ name: String) -> (socket: String, event: SocketEvent)? {
    guard name.hasPrefix("\(word) "), let space = name.lastIndex(of: " "),
      let event = SocketEvent(rawValue: String(name[name.index(after: space)...])),
      name[..<space].contains(" ")
    else { return nil }
    return (String(name[..<space]), event)
  }
}

/// The code and reason for closing a socket (RFC 6455, 7.4).
package struct SocketClose: Sendable, Equatable {
  package var code: Int
  /// The reason, which can be up to 123 bytes long.
  package var reason: String

  package static let reasonLengthLimit = 123

  package init(code: Int, reason: String) { (self.code, self.reason) = (code, reason) }

  /// Reads `{"code": 1000, "reason": "..."}`.
  init(_ value: AnyCodableValue) throws(RouteProblem) {
    guard case .dictionary(let members) = value, case .int(let code)? = members["code"],
      members.keys.allSatisfy({ ["code", "reason"].contains($0) })
    else {
      throw RouteProblem(
        "`close` must be an object with a `code` and optionally a `reason`, not \(value.shortText)",
        "write {\"code\": 1000, \"reason\": \"done\"}")
    }
    guard
      (1000...1003).contains(code) || (1007...1014).contains(code) || (3000...4999).contains(code)
    else {
      throw RouteProblem(
        "a socket can't be closed with the code \(code)",
        "write 1000, or your own code from 4000 to 4999")
    }
    switch members["reason"] ?? "" {
    case .string(let reason) where reason.utf8.count <= Self.reasonLengthLimit:
      self.init(code: code, reason: reason)
    case .string(let reason):
      throw RouteProblem(
        "the reason of `close` has \(reason.utf8.count) bytes",
        "write at most \(Self.reasonLengthLimit)")
    case let other:
      throw RouteProblem(
        "the reason of `close` is \(other.shortText), not a string", "write \"done\"")
    }
  }

  var value: AnyCodableValue {
    reason.isEmpty ? ["code": .int(code)] : ["code": .int(code), "reason": .string(reason)]
  }
}

extension SocketEvent {
  func check(_ answer: RoutedValue) throws(RouteProblem) {
    if answer.fault != nil {
      throw RouteProblem(
        "a socket can't have a fault",
        "write `fail \"networkConnectionLost\"`, which ends the connection")
    }
    switch self {
    case .connect:
      guard answer.close == nil else {
        throw RouteProblem(
          "`connect` can't close a socket that isn't open yet", "write `status(403)` to refuse it")
      }
      if (answer.status ?? 200) < 300, answer.content != .nothing {
        throw RouteProblem(
          "`connect` can't send messages, because the socket isn't open yet",
          "write them in `open`, or `status(403, { ... })` to refuse the socket")
      }
    case .open, .message:
      guard answer.status == nil, answer.headers.isEmpty else {
        let word = answer.status == nil ? "headers" : "a status"
        throw RouteProblem(
          "a socket's message can't have \(word)", "put \(word) on the response of `connect`"
        )
      }
      switch answer.content {
      case .event, .chunk, .piece:
        throw RouteProblem("a socket's message must be a `body`", "write {\"body\": ...}")
      case .nothing, .body, .bytes: break
      }
    case .close:
      guard answer == RoutedValue(.nothing) else {
        throw RouteProblem("nothing can be sent after a socket is closed", "write `reply()`")
      }
    }
  }
}
