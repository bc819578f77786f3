package import MockData

/// How a route answers with the values that a script gives.
package enum RoutedForm: Sendable {
  /// As they are.
  case plain
  /// As GraphQL has results.
  case graphQL

  /// The body for a value; nil for none.
  package func body(_ value: AnyCodableValue?) -> AnyCodableValue? {
    self == .graphQL ? ["data": value ?? .null] : value
  }

  /// The body for an error that is none of the request.
  ///
  /// - Parameter error: Its details become members of `extensions` beside the `code`, or its `details` where they are
  ///   no object.
  /// - Returns: The body; nil where the form has none for it.
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

  /// One value of a stream of events.
  package func event(_ value: AnyCodableValue) -> AnyCodableValue {
    self == .graphQL ? next(["data": value]) : value
  }

  /// What comes behind the last value of a stream of events.
  ///
  /// - Parameter error: What ends the stream early.
  /// - Returns: The events; none where there is nothing to say.
  package func end(_ error: MockErrorPayload?) -> [AnyCodableValue] {
    guard self == .graphQL else { return [] }
    let complete: AnyCodableValue = ["event": "complete"]
    guard let error else { return [complete] }
    return errorBody(error).map { [next($0), complete] } ?? []
  }

  /// The event that GraphQL over server-sent events has for a result.
  private func next(_ result: AnyCodableValue) -> AnyCodableValue {
    ["event": "next", "data": result]
  }
}
