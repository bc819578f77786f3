import MockConfiguration
import MockData

/// Follows `$ref` within one OpenAPI document.
final class OpenAPIReferences {
  let root: DocumentNode
  /// Whether what stands beside a `$ref` counts as well, as it does from OpenAPI 3.1 on.
  let countsNeighbours: Bool
  /// Where references lead, since a large object is looked through from its start.
  private var targets: [String: DocumentNode] = [:]

  init(root: DocumentNode) {
    self.root = root
    countsNeighbours = (try? root["openapi"]?.string())?.hasPrefix("3.0") != true
  }

  /// What a node stands for: itself, or what its `$ref` leads to.
  ///
  /// - Throws: a reference that leads nowhere, to another document, or round in a circle.
  func resolved(_ node: DocumentNode) throws(CommandFailure) -> DocumentNode {
    var current = node
    for _ in 0..<DocumentReference.longestChain {
      guard let reference = current["$ref"] else { return current }
      guard let target = try target(of: reference) else {
        throw reference.problem(
          "the reference `\(try reference.string().escaped)` doesn't exist; expected a path in the document"
        )
      }
      current = target
    }
    throw node.problem("the references form a cycle; expected one that ends at a value")
  }

  /// What a node stands for, up to the first node beside whose own `$ref` something else counts.
  func followed(_ node: DocumentNode) throws(CommandFailure) -> DocumentNode {
    let resolved = try resolved(node)
    guard countsNeighbours, let reference = node["$ref"] else { return resolved }
    return try target(of: reference) ?? resolved
  }

  /// What a text such as `#/components/schemas/Pet` names; nil where there is nothing.
  func target(of reference: DocumentNode) throws(CommandFailure) -> DocumentNode? {
    let text = try reference.string()
    guard let path = DocumentReference(text) else {
      throw reference.problem(
        "the reference `\(text.escaped)` points to another document; combine the documents with a tool such as "
          + "`redocly bundle`")
    }
    if let known = targets[text] { return known }
    var node = root
    for name in path.steps {
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
}
