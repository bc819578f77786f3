internal import MockData

/// A text such as `#/components/schemas/Pet`, which names a value within a document (RFC 6901).
///
/// Those who follow it hold values of their own: data, or nodes that know their line.
package struct DocumentReference: Sendable, Equatable {
  /// The names and indices that lead to the value, from the root on.
  package let steps: [String]

  /// How many references may lead to references before they count as a circle.
  package static let longestChain = 100

  /// Reads a reference; nil for one to another document.
  package init?(_ text: String) {
    guard text.hasPrefix("#") else { return nil }
    steps = text.dropFirst().split(separator: "/").map { part in
      // A fragment is escaped as paths are.
      let name = String(urlEscaped: part.utf8, isQuery: false) ?? String(part)
      return name.replacing("~1", with: "/").replacing("~0", with: "~")
    }
  }
}
