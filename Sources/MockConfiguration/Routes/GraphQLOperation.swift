internal import MockData

/// A GraphQL operation, in a request or after the path in the name of a route, as in `POST /graphql query Feed`.
package struct GraphQLOperation: Sendable, Hashable {
  package enum Kind: String, Sendable, CaseIterable {
    case query, mutation, subscription
  }

  /// The kind; nil if a request doesn't specify it, as for a persisted query.
  package var kind: Kind?
  package var name: String

  package init(kind: Kind?, name: String) {
    (self.kind, self.name) = (kind, name)
  }

  package var description: String { kind.map { "\($0.rawValue) \(name)" } ?? name }

  /// Splits `POST /graphql query Feed` before `query`.
  ///
  /// Returns nil if the text doesn't end with an operation.
  package static func split(_ text: String) -> (rest: Substring, operation: GraphQLOperation)? {
    guard let last = text.utf8.lastIndex(of: UInt8(ascii: " ")),
      let first = text.utf8[..<last].lastIndex(of: UInt8(ascii: " ")),
      let kind = Kind(rawValue: String(text[text.utf8.index(after: first)..<last]))
    else { return nil }
    let name = String(text[text.utf8.index(after: last)...])
    guard isName(name) else { return nil }
    return (text[..<first], GraphQLOperation(kind: kind, name: name))
  }

  /// Returns whether a string is a GraphQL name (October 2021, 2.1.9).
  static func isName(_ text: String) -> Bool {
    guard let first = text.utf8.first, !first.isASCIIDigit else { return false }
    return text.utf8.allSatisfy(\.isASCIIWord)
  }

  /// The operations that a route can have to respond to this request.
  var candidates: [GraphQLOperation] {
    if kind != nil { return [self] }
    return Kind.allCases.map { GraphQLOperation(kind: $0, name: name) }
  }
}
