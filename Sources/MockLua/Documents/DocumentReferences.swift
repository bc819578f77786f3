internal import MockConfiguration
internal import MockData

/// Resolves `$ref` within one document.
package final class DocumentReferences {
  let root: DocumentNode
  /// Whether members next to a `$ref` apply as well, as in OpenAPI 3.1 and later.
  let countsSiblings: Bool
  /// A cache of resolved references, because finding a member of a large object is slow.
  private var targets: [String: DocumentNode] = [:]
  private lazy var identifiers = SchemaIdentifiers(root.data)

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
          "the reference `\(try reference.string().escaped)` points to nothing; "
            + "write a path that exists in the document"
        )
      }
      current = target
    }
    throw node.problem("the references form a cycle; let one of them point to a value")
  }

  /// Returns a path item with the operations of the one that its `$ref` refers to.
  ///
  /// If both items have a field, the item with the `$ref` takes precedence.
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

  /// Returns an operation whose own `$ref`, and the one of its responses, are resolved.
  package func operation(_ node: DocumentNode) throws(MockConfigurationError) -> DocumentNode {
    let operation = try resolved(node)
    guard let responses = operation["responses"], responses["$ref"] != nil,
      case .object(var members) = operation.value.content,
      let index = members.firstIndex(where: { $0.key == "responses" })
    else { return operation }
    members[index].value = try resolved(responses).value
    return DocumentNode(
      value: DocumentValue(content: .object(members), line: operation.value.line),
      path: operation.path, file: operation.file)
  }

  /// Returns the node, or the target of its `$ref`.
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
    if let known = targets[text] { return known }
    guard let steps = identifiers.steps(to: text) else {
      throw reference.problem(
        "the reference `\(text.escaped)` points to another document; combine the documents with a tool such as "
          + "`redocly bundle`")
    }
    var node = root
    for name in steps {
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

/// The places in a document that have their own URI or an anchor (JSON Schema 2020-12, 8.2, and OpenAPI 3.2, `$self`).
struct SchemaIdentifiers: Sendable {
  /// The steps to each place by its URI, by the parts of the URI that references abbreviate, and by its anchor.
  ///
  /// Nil for a name of several places.
  private var places: [String: [String]?] = [:]

  init(_ root: AnyCodableValue) {
    var (base, steps): (String, [String]) = ("", [])
    if case .string(let text)? = root.member("$self") {
      base = text
      add(text, at: [])
    }
    visit(root, at: &steps, in: base)
  }

  private mutating func visit(_ value: AnyCodableValue, at steps: inout [String], in outer: String)
  {
    switch value {
    case .dictionary(let members):
      var base = outer
      if case .string(let text)? = members["$id"] {
        let isRelative = !text.contains(":")
        let folder = isRelative ? outer.lastIndex(of: "/").map { outer[...$0] } ?? "" : ""
        base = folder + text
        add(base, at: steps)
        if isRelative, text != base { add(text, at: steps) }
      }
      for keyword in ["$anchor", "$dynamicAnchor"] {
        guard case .string(let name)? = members[keyword] else { continue }
        for base in Set([base, ""]) { add("\(base)#\(name)", at: steps) }
      }
      for (name, member) in members {
        steps.append(name)
        visit(member, at: &steps, in: base)
        steps.removeLast()
      }
    case .array(let elements):
      for (index, element) in elements.enumerated() {
        steps.append("\(index)")
        visit(element, at: &steps, in: outer)
        steps.removeLast()
      }
    default: break
    }
  }

  private mutating func add(_ name: String, at steps: [String]) {
    var names: Set = [name]
    if let host = name.firstRange(of: "://")?.upperBound,
      let path = name[host...].firstIndex(of: "/"), let file = name.lastIndex(of: "/")
    {
      names.formUnion([String(name[path...]), String(name[name.index(after: file)...])])
    }
    for name in names where !name.isEmpty {
      places[name] = places[name] == nil || places[name] == steps ? steps : .some(nil)
    }
  }

  /// Returns the steps to the target of a reference, or nil for a reference to another document.
  func steps(to reference: String) -> [String]? {
    if let place = places[reference] { return place }
    guard let mark = reference.firstIndex(of: "#") else { return nil }
    guard let pointer = DocumentReference(String(reference[mark...]))?.steps else { return nil }
    if mark == reference.startIndex { return pointer }
    guard let base = places[String(reference[..<mark])] ?? nil else { return nil }
    return base + pointer
  }
}
