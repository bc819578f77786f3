internal import MockConfiguration
internal import MockData

/// What a request asks of GraphQL, by its body as JSON, or by its query where it has none.
///
/// The operation is that of `operationName`, else the first with a name in the document `query`.
struct GraphQLRequest {
  let operation: GraphQLOperation
  /// An object by name.
  let variables: AnyCodableValue

  /// Nil where the request names no operation.
  init?(_ request: RoutedRequest) {
    if let operation = request.operation {
      (self.operation, variables) = (operation, [:])
      return
    }
    var members: [String: AnyCodableValue]
    if request.body.isEmpty {
      members = HTTPTarget.members(request.target.query)
      if case .string(let text)? = members["variables"] {
        members["variables"] = try? JSONParser().parse(text)
      }
    } else {
      let type = request.header("Content-Type")
      guard case .dictionary(let body)? = RequestBody.value(of: request.body, type: type) else {
        return nil
      }
      members = body
    }
    guard let operation = Self.operation(in: members) else { return nil }
    self.operation = operation
    if case .dictionary? = members["variables"] {
      variables = members["variables"] ?? [:]
    } else {
      variables = [:]
    }
  }

  /// The operations of a body that asks for several at once, as some clients do; nil for all else.
  static func batch(in request: RoutedRequest) -> [GraphQLOperation]? {
    let type = request.header("Content-Type")
    guard case .array(let elements)? = RequestBody.value(of: request.body, type: type) else {
      return nil
    }
    let operations = elements.compactMap { element in
      if case .dictionary(let members) = element { operation(in: members) } else { nil }
    }
    return operations.isEmpty || operations.count < elements.count ? nil : operations
  }

  private static func operation(in members: [String: AnyCodableValue]) -> GraphQLOperation? {
    var known: [GraphQLOperation] = []
    if case .string(let document)? = members["query"] {
      known = GraphQLDocument.operations(in: document)
    }
    guard case .string(let name)? = members["operationName"], !name.isEmpty else {
      return known.first
    }
    return known.first { $0.name == name } ?? GraphQLOperation(kind: nil, name: name)
  }
}
