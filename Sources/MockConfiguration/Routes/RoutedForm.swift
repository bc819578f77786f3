package import MockData

/// The form of a route's responses.
package enum RoutedForm: Sendable, Equatable {
  /// The values, unchanged.
  case plain
  /// GraphQL results.
  case graphQL
  /// The messages of a socket, and for `connect`, the response to its handshake.
  case socket(SocketEvent)

  /// Whether the values are those of a socket.
  package var isSocket: Bool { if case .socket = self { true } else { false } }

  /// Creates the form for a route without other declarations.
  package init(of route: String) {
    self = SocketEvent.split(route).map { .socket($0.event) } ?? .plain
  }

  /// Returns the body for a value, or nil if there is no value.
  package func body(_ value: AnyCodableValue?) -> AnyCodableValue? {
    self == .graphQL ? ["data": value ?? .null] : value
  }

  /// Returns the body for an error that isn't a network error.
  ///
  /// - Parameter error: The error. If its details are an object, its members are added to `extensions`, next to `code`.
  ///   Otherwise, they become the member `details`.
  /// - Returns: The body, or nil if the form has no body for the error.
  package func errorBody(_ error: MockErrorPayload) -> AnyCodableValue? {
    guard self == .graphQL, URLErrorName.code(of: error.code) == nil else { return nil }
    var extensions: [String: AnyCodableValue] = [:]
    switch error.details {
    case .dictionary(let members)?: extensions = members
    case let details?: extensions["details"] = details
    case nil: break
    }
    extensions["code"] = .string(error.code)
    return [
      "data": .null,
      "errors": [["message": .string(error.message), "extensions": .dictionary(extensions)]],
    ]
  }

  /// Returns the content for one value of a computed stream.
  package func content(_ value: AnyCodableValue) -> RoutedValue.Content {
    if case .socket = self { .body(value) } else { .event(event(value)) }
  }

  /// Returns one value of an event stream.
  package func event(_ value: AnyCodableValue) -> AnyCodableValue {
    self == .graphQL ? next(["data": value]) : value
  }

  /// Returns the events that follow the last value of an event stream.
  ///
  /// - Parameter error: The error that ends the stream early.
  /// - Returns: The events, which may be empty.
  package func end(_ error: MockErrorPayload?) -> [AnyCodableValue] {
    guard self == .graphQL else { return [] }
    let complete: AnyCodableValue = ["event": "complete"]
    guard let error else { return [complete] }
    return errorBody(error).map { [next($0), complete] } ?? []
  }

  /// Returns the event for a result in GraphQL over server-sent events.
  private func next(_ result: AnyCodableValue) -> AnyCodableValue {
    ["event": "next", "data": result]
  }
}
