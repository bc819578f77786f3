import MockData

/// Follows `$ref` within one OpenAPI document.
final class OpenAPIReferences {
  let root: DocumentNode
  /// Where references lead, since a large object is looked through from its start.
  private var targets: [String: DocumentNode] = [:]

  init(root: DocumentNode) { self.root = root }

  /// The longest chain of references that lead to references.
  private static let longestChain = 100

  /// What a node stands for: itself, or what its `$ref` leads to.
  ///
  /// - Throws: a reference that leads nowhere, to another document, or round in a circle.
  func resolved(_ node: DocumentNode) throws(CommandFailure) -> DocumentNode {
    var current = node
    for _ in 0..<Self.longestChain {
      guard let reference = current["$ref"] else { return current }
      guard let target = try target(of: reference) else {
        throw reference.problem(
          "the reference `\(try reference.string().escaped)` leads nowhere; expected a path that is in the document"
        )
      }
      current = target
    }
    throw node.problem("the references lead round in a circle; expected one that ends at a value")
  }

  /// What a text such as `#/components/schemas/Pet` names; nil where there is nothing.
  func target(of reference: DocumentNode) throws(CommandFailure) -> DocumentNode? {
    let text = try reference.string()
    guard text.hasPrefix("#") else {
      throw reference.problem(
        "the reference `\(text.escaped)` leads to another document; expected all in one, which tools such as "
          + "`redocly bundle` write")
    }
    if let known = targets[text] { return known }
    var node = root
    for part in text.dropFirst().split(separator: "/") {
      let name = Self.unescaped(part)
      if let member = node[name] {
        node = member
      } else if let index = Int(name), case .list = node.value.content,
        let elements = try? node.elements(), elements.indices.contains(index)
      {
        node = elements[index]
      } else {
        return nil
      }
    }
    targets[text] = node
    return node
  }

  /// A part of a JSON pointer (RFC 6901) in a URL.
  private static func unescaped(_ part: Substring) -> String {
    let fields = RequestURL.fields(of: String(part).replacing("+", with: "%2B"))
    return (fields.first?.name ?? String(part)).replacing("~1", with: "/").replacing(
      "~0", with: "~")
  }
}
