package import MockData

package enum RoutedForm: Sendable, Equatable {
  /// The values, unchanged.
  case plain
  case graphQL
  /// The messages of a socket, and for `connect`, the response to its handshake.
  case socket(SocketEvent)

  package var isSocket: Bool { if case .socket = self { true } else { false } }

  package init(of route: String) {
    self = SocketEvent.split(route).map { .socket($0.event) } ?? .plain
  }

  package func body(_ value: AnyCodableValue?) -> AnyCodableValue? {
    self == .graphQL ? ["data": value ?? .null] : value
  }

  /// Throws an error for a value that is certainly a whole GraphQL result, which would be sent inside another `data`.
  package func check(_ value: AnyCodableValue) throws(RouteProblem) {
    guard self == .graphQL, case .dictionary(let members) = value,
      members.keys.allSatisfy({ ["data", "errors", "extensions"].contains($0) })
    else { return }
    // Fields can have these names, too.
    let hasMessages =
      members["errors"]?.elements.map { errors in
        !errors.isEmpty && errors.allSatisfy { $0.member(at: ["message"]) != nil }
      } ?? false
    let hasData = if case .dictionary? = members["data"] { true } else { members["data"] == .null }
    guard hasData || hasMessages else { return }
    let name = members["data"] == nil ? "errors" : "data"
    throw RouteProblem(
      "the value has `\(name)`, but a GraphQL response already puts the value into `data`",
      "write only the fields, or `status(200, { data = ..., errors = ... })` for a whole response")
  }

  /// Returns the body for an error that isn't a network error.
  ///
  /// If its details are an object, its members are added to `extensions`, next to `code`. Otherwise, they become the
  /// member `details`. Returns nil if the form has no body for the error.
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

  /// Returns the event for a value of an event stream.
  fileprivate func event(_ value: AnyCodableValue) -> AnyCodableValue {
    self == .graphQL ? next(["data": value]) : value
  }

  /// Returns the events after the last value, if any.
  ///
  /// - Parameter error: The error that ends the stream early.
  /// - Returns: The events, which may be empty.
  fileprivate func end(_ error: MockErrorPayload?) -> [AnyCodableValue] {
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

/// The values of a route's stream, in the form in which they are sent.
package struct RoutedStream: Sendable {
  private let form: RoutedForm
  /// The status and headers.
  private let head: RoutedValue

  /// Creates a stream.
  ///
  /// - Parameters:
  ///   - form: The form of the route's responses.
  ///   - head: The status and headers; empty by default.
  package init(_ form: RoutedForm, head: RoutedValue = RoutedValue(.nothing)) {
    (self.form, self.head) = (form, head)
  }

  /// Whether the script declares a status or headers.
  package var hasHead: Bool { head != RoutedValue(.nothing) }

  /// The value with only the status and headers, for a stream that doesn't have values yet.
  package var opening: AnyCodableValue {
    var opening = head
    opening.content = .chunk("")
    if !head.setsType { opening.headers["Content-Type"] = ["text/event-stream"] }
    return opening.value
  }

  /// Returns a value of the stream: an event, a message of a socket, or a chunk if the headers contain another type.
  package func value(_ value: AnyCodableValue) -> AnyCodableValue {
    RoutedValue(content(value)).value
  }

  /// Returns the values that follow the last one.
  ///
  /// - Parameter error: The error that ends the stream early.
  /// - Returns: The values, which may be empty.
  package func end(_ error: MockErrorPayload?) -> [AnyCodableValue] {
    form.isSocket || !head.isOfEvents ? [] : form.end(error).map { RoutedValue(.event($0)).value }
  }

  /// Returns all values of a stream, the first of which contains the status and headers.
  ///
  /// If the stream stays open for pushed values, it has no end.
  package func all(
    _ values: [AnyCodableValue], _ error: MockErrorPayload?, staysOpen: Bool
  ) -> [AnyCodableValue] {
    var sent = values.map(value) + (staysOpen ? [] : end(error))
    guard !sent.isEmpty else {
      return !form.isSocket && (error == nil || hasHead) ? [opening] : []
    }
    if case .dictionary(let first) = sent[0], case .dictionary(let head) = head.value {
      sent[0] = .dictionary(first.merging(head) { $1 })
    }
    return sent
  }

  private func content(_ value: AnyCodableValue) -> RoutedValue.Content {
    if form.isSocket { return .body(value) }
    return head.isOfEvents ? .event(form.event(value)) : .chunk(value)
  }
}
