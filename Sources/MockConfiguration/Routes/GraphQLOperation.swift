internal import MockData

/// An operation of GraphQL: what stands behind the path in the name of a route, as in `POST /graphql query Feed`, and what
/// a request asks for.
package struct GraphQLOperation: Sendable, Hashable {
  package enum Kind: String, Sendable, CaseIterable {
    case query, mutation, subscription
  }

  /// Nil for a request that does not say it, as one of a persisted query does not.
  package var kind: Kind?
  package var name: String

  package init(kind: Kind?, name: String) {
    (self.kind, self.name) = (kind, name)
  }

  /// As the name of a route has it.
  package var description: String { kind.map { "\($0.rawValue) \(name)" } ?? name }

  /// Takes the operation from the end of the name of a route, or of an address.
  ///
  /// - Parameter text: Such as `POST /graphql query Feed`.
  /// - Returns: What stands before the operation, and the operation; nil for a text without one.
  package static func split(_ text: String) -> (rest: Substring, operation: GraphQLOperation)? {
    guard let last = text.utf8.lastIndex(of: UInt8(ascii: " ")),
      let first = text.utf8[..<last].lastIndex(of: UInt8(ascii: " ")),
      let kind = Kind(rawValue: String(text[text.utf8.index(after: first)..<last]))
    else { return nil }
    let name = String(text[text.utf8.index(after: last)...])
    guard isName(name) else { return nil }
    return (text[..<first], GraphQLOperation(kind: kind, name: name))
  }

  /// Whether a text is a name of GraphQL (October 2021, 2.1.9).
  static func isName(_ text: String) -> Bool {
    guard let first = text.utf8.first, !first.isASCIIDigit else { return false }
    return text.utf8.allSatisfy(\.isASCIIWord)
  }

  /// The operations of routes that answer what is asked for.
  var candidates: [GraphQLOperation] {
    if kind != nil { return [self] }
    return Kind.allCases.map { GraphQLOperation(kind: $0, name: name) }
  }
}
