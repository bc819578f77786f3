internal import MockData

/// A reference such as `#/components/schemas/Pet`, which identifies a value in a document (RFC 6901).
///
/// The caller resolves it with its own type of values: plain data, or nodes with lines.
package struct DocumentReference: Sendable, Equatable {
  /// The names and indices on the path from the root to the value.
  package let steps: [String]

  /// The maximum number of references that may refer to each other before they count as a cycle.
  package static let chainLengthLimit = 100

  /// Reads a reference; returns nil for a reference to another document.
  package init?(_ text: String) {
    guard text.hasPrefix("#") else { return nil }
    steps = text.dropFirst().split(separator: "/").map { part in
      // The fragment of a URL is percent-encoded, like a path.
      let name = String(urlEscaped: part.utf8, isQuery: false) ?? String(part)
      return name.replacing("~1", with: "/").replacing("~0", with: "~")
    }
  }
}
