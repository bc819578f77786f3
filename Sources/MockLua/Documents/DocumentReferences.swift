internal import MockConfiguration
internal import MockData

/// Resolves `$ref` within one document.
package final class DocumentReferences {
  let root: DocumentNode
  /// Whether members next to a `$ref` apply as well, as in OpenAPI 3.1 and later.
  let countsSiblings: Bool
  /// A cache of resolved references, because finding a member of a large object is slow.
  private var targets: [String: DocumentNode] = [:]

  package init(root: DocumentNode) {
    self.root = root
    countsSiblings = (try? root["openapi"]?.string())?.hasPrefix("3.0") != true
  }

  /// Returns the node, or the target of its `$ref`.
  ///
  /// - Throws: `MockConfigurationError` if a reference doesn't exist, leads to another document, or is circular.
  package func resolved(_ node: DocumentNode) throws(MockConfigurationError) -> DocumentNode {
    var current = node
    for _ in 0..<DocumentReference.chainLengthLimit {
      guard let reference = current["$ref"] else { return current }
      guard let target = try target(of: reference) else {
        throw reference.problem(
          "the reference `\(try reference.string().escaped)` points to nothing; write a path in the document"
        )
      }
      current = target
    }
    throw node.problem("the references form a cycle; let one of them point to a value")
  }

  /// Returns the node, or the target of its `$ref`.
  /// Returns a path item with the operations of the one that its `$ref` refers to.
  ///
  /// A field of its own replaces the other one.
  package func pathItem(_ node: DocumentNode) throws(MockConfigurationError) -> DocumentNode {
    guard let reference = node["$ref"], case .object(let own) = node.value.content, own.count > 1
    else { return try resolved(node) }
    // A cycle of references is an error.
    var other = try resolved(node)
    if let target = try target(of: reference) { other = try pathItem(target) }
    guard case .object(let others) = other.value.content else { return other }
    let members = own.filter { $0.key != "$ref" }
    let more = others.filter { other in
      other.key != "$ref" && !members.contains { $0.key == other.key }
    }
    return DocumentNode(
      value: DocumentValue(content: .object(members + more), line: node.value.line),
      path: node.path, file: node.file)
  }

  ///
  /// If members next to a `$ref` apply, this method follows only one reference. The target can then itself have a
  /// `$ref` with other members next to it.
  func followed(_ node: DocumentNode) throws(MockConfigurationError) -> DocumentNode {
    let resolved = try resolved(node)
    guard countsSiblings, let reference = node["$ref"] else { return resolved }
    return try target(of: reference) ?? resolved
  }

  /// Returns the target of a reference such as `#/components/schemas/Pet`; nil if it doesn't exist.
  func target(of reference: DocumentNode) throws(MockConfigurationError) -> DocumentNode? {
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
