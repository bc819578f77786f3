package import MockData

/// How a route answers with the values that a script gives: as they are, or as GraphQL has them.
package struct RoutedForm: Sendable {
  /// Whether the route is an operation of GraphQL.
  package let isOperation: Bool

  /// Nil for a method that is no route.
  package init?(_ service: String, _ method: String) {
    guard HTTPHost.isName(service) else { return nil }
    isOperation = GraphQLOperation.split(method) != nil
  }

  /// The body for a value; nil for none.
  package func body(_ value: AnyCodableValue?) -> AnyCodableValue? {
    isOperation ? ["data": value ?? .null] : value
  }

  /// The body for an error that is none of the request; nil where the route has no form for it.
  ///
  /// - Parameter error: Its details become members of `extensions` beside the `code`, or its `details` where they are
  ///   no object.
  package func errorBody(_ error: MockErrorPayload) -> AnyCodableValue? {
    guard isOperation, URLErrorName.code(of: error.code) == nil else { return nil }
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
    isOperation ? next(["data": value]) : value
  }

  /// What comes behind the last value of a stream of events; nothing where there is nothing to say.
  ///
  /// - Parameter error: What ends the stream early.
  package func end(_ error: MockErrorPayload?) -> [AnyCodableValue] {
    guard isOperation else { return [] }
    let complete: AnyCodableValue = ["event": "complete"]
    guard let error else { return [complete] }
    return errorBody(error).map { [next($0), complete] } ?? []
  }

  /// The event that GraphQL over server-sent events has for a result.
  private func next(_ result: AnyCodableValue) -> AnyCodableValue {
    ["event": "next", "data": result]
  }
}
