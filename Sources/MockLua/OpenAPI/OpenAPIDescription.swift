internal import MockConfiguration
internal import MockData

/// An OpenAPI 3 description of a server: the names, paths, requests, and responses of its operations.
package struct OpenAPIDescription: Sendable {
  let name: String
  let root: DocumentNode
  let references: OpenAPIReferences
  /// The operations by name.
  ///
  /// The name is the `operationId`, or the method and path if there isn't one, or if several operations have it.
  private var entries: [String: Entry] = [:]
  /// The names of the operations in the order of the document.
  private(set) var names: [String] = []

  /// For each `operationId` of several operations, their names as table keys, such as ``["GET /pets"]``.
  private(set) var sharedNames: [String: AnyCodableValue] = [:]

  private struct Entry: Sendable {
    /// The method and the path.
    var name: String
    var method: String
    var path: OpenAPIPath
    /// The server of the operation or of its path; nil to use the server of the description.
    var server: AnyCodableValue?
    /// The operation, and the path with the parameters of all its operations.
    var node: DocumentNode
    var item: DocumentNode
  }

  /// Reads a description from the text of a JSON or YAML file.
  init(
    _ text: String, name: String, whileAllowed mayContinue: @escaping SourceDocument.Permission
  ) throws(ScriptFileError) {
    do throws(MockConfigurationError) {
      try self.init(
        try SourceDocument.read(text, file: name, whileAllowed: mayContinue), name: name)
    } catch {
      throw ScriptFileError("fixture \(error)")
    }
    if entries.isEmpty {
      throw ScriptFileError(
        "fixture `\(name.escaped)` doesn't have operations; add a path with a method to its `paths`"
      )
    }
  }

  private init(_ root: DocumentNode, name: String) throws(MockConfigurationError) {
    (self.name, self.root) = (name, root)
    references = OpenAPIReferences(root: root.data)
    let version = root["openapi"]
    guard let version, try version.text().hasPrefix("3") else {
      throw (version ?? root).problem(
        "the document isn't an OpenAPI 3 description: "
          + (version.map { "its `openapi` is \($0.data.shortText)" }
            ?? "it doesn't have an `openapi` key") + "; write `openapi: 3.1.0`")
    }
    let nodes = DocumentReferences(root: root)
    var found: [(id: String?, isReferred: Bool, entry: Entry)] = []
    for (path, item) in try root["paths"]?.members() ?? [] where path.hasPrefix("/") {
      guard let item = try? nodes.pathItem(item) else { continue }
      for (method, node) in try DescribedExamples.operations(of: item) {
        // The reason why a reference can't be followed is given where the operation is used.
        let operation = (try? nodes.operation(node)) ?? node
        let entry = Entry(
          name: "\(method) \(path)", method: method, path: OpenAPIPath(path, method: method),
          server: try (operation["servers"] ?? item["servers"])?.elements().first?.data,
          node: operation, item: item)
        found.append((try operation["operationId"]?.text(), node["$ref"] != nil, entry))
      }
    }
    let counts = Dictionary(
      found.filter { !$0.isReferred }.compactMap(\.id).map { ($0, 1) }, uniquingKeysWith: +)
    for (id, isReferred, entry) in found {
      var name = id ?? entry.name
      if let id, counts[id, default: 0] > 1 {
        name = entry.name
        let key = "`[\"\(name.escaped)\"]`"
        sharedNames[id] = .string(sharedNames[id]?.string.map { "\($0) or \(key)" } ?? key)
      } else if isReferred, entries[name] != nil {
        // Several paths can refer to the same operation.
        name = entry.name
      }
      guard entries.updateValue(entry, forKey: name) == nil else {
        throw entry.node.problem("the operation `\(name.escaped)` is named twice; rename one")
      }
      names.append(name)
    }
  }

  /// Returns the routes by operation name.
  ///
  /// Each route is an object with the keys `service` and `route`. The address `server` replaces the addresses in the
  /// description. If it is nil, the first address in the description is used.
  ///
  /// - Throws: `ScriptFileError` with the reason why an address is invalid.
  func routes(at server: String?) throws(ScriptFileError) -> AnyCodableValue {
    let first = references.root.member("servers")?.element(0)
    var routes: [String: AnyCodableValue] = [:]
    for (id, entry) in entries {
      do throws(RouteProblem) {
        let address =
          if let server { server } else { try Self.address(of: entry.server ?? first) }
        let (host, base) = try HTTPHost.split(address)
        let path = (base.hasSuffix("/") ? String(base.dropLast()) : base) + entry.path.text
        routes[id] = [
          "service": .string(host.service), "route": .string("\(entry.method) \(path)"),
        ]
      } catch {
        throw ScriptFileError(
          server == nil
            ? "fixture `\(name.escaped)`: \(error.statement); write "
              + "`openapi(\"\(name.escaped)\", \"https://api.example.com\") { ... }`"
            : error.description)
      }
    }
    return .dictionary(routes)
  }

  /// Returns the address of a server, with the default values of its variables.
  ///
  /// If the server is nil, the address is `/`.
  private static func address(of server: AnyCodableValue?) throws(RouteProblem) -> String {
    guard case .string(let text)? = server?.member("url") else { return "/" }
    var defaults: [String: String] = [:]
    for (name, variable) in server?.member("variables")?.members ?? [] {
      guard case .string(let value)? = variable.member("default") else { continue }
      defaults[name] = value
    }
    return try ServerAddress.expanded(text, defaults)
  }

  func operation(_ id: String) -> OpenAPIOperation? {
    entries[id].map {
      OpenAPIOperation(
        id: id, file: name, method: $0.method, responses: $0.node["responses"]?.data,
        references: references)
    }
  }

  func node(of id: String) -> DocumentNode? { entries[id]?.node }

  /// `examples` creates the examples for messages.
  func request(
    of id: String, examples: inout DescribedExamples
  ) throws(MockConfigurationError) -> OpenAPIRequest? {
    guard let entry = entries[id] else { return nil }
    let checked = OpenAPIRequest.Source(
      id: id, file: name, path: entry.path, operation: entry.node, item: entry.item,
      references: references)
    return try OpenAPIRequest(checked, examples: &examples)
  }
}

/// The path of an operation as the path of a route.
struct OpenAPIPath: Sendable {
  let text: String
  /// A key that is equal for all paths that match the same requests.
  let key: String
  /// The names in the route, by parameter, for parameters whose own names aren't allowed in a route.
  private let renamed: [String: String]

  /// Converts a path, unless it already is a path of a route.
  init(_ path: String, method: String) {
    let sent = String(path.prefix { $0 != "?" && $0 != "#" })
    let own = RoutePath(sent, isTemplate: true)
    key = "\(method) \(own.key)"
    if (try? RouteTemplate("\(method) \(sent)")) != nil {
      (text, renamed) = (sent, [:])
    } else {
      text = own.text
      renamed = Dictionary(own.originalNames.map { ($1, $0) }) { first, _ in first }
    }
  }

  func name(of parameter: String) -> String { renamed[parameter] ?? parameter }
}

/// Resolves `$ref`s within one description.
struct OpenAPIReferences: Sendable {
  let root: AnyCodableValue
  /// Whether members next to a `$ref` apply as well, as in OpenAPI 3.1 and later.
  let countsSiblings: Bool
  private let identifiers: SchemaIdentifiers

  init(root: AnyCodableValue) {
    (self.root, identifiers) = (root, SchemaIdentifiers(root))
    countsSiblings = root.member("openapi")?.string?.hasPrefix("3.0") != true
  }

  /// Returns a schema, the targets of its references, and the parts of its composition, at most `limit` in total.
  func parts(of schema: AnyCodableValue, limit: Int) -> [AnyCodableValue] {
    var (rest, seen, parts) = ([schema], Set<String>(), [AnyCodableValue]())
    while let next = rest.popLast(), parts.count < limit {
      let reference = next.member("$ref")?.string
      if let reference, seen.insert(reference).inserted, let target = target(of: reference) {
        rest.append(target)
      }
      if reference != nil, !countsSiblings { continue }
      parts.append(next)
      for keyword in ["allOf", "oneOf", "anyOf"] { rest += next.member(keyword)?.elements ?? [] }
    }
    return parts
  }

  /// Returns the value itself, or the target of its `$ref`.
  ///
  /// Returns nil if the reference is dangling, circular, or external.
  func resolved(_ value: AnyCodableValue) -> AnyCodableValue? {
    var current = value
    for _ in 0..<DocumentReference.chainLengthLimit {
      guard case .string(let reference)? = current.member("$ref") else { return current }
      guard let target = target(of: reference) else { return nil }
      current = target
    }
    return nil
  }

  /// Returns the target of a reference such as `#/components/schemas/Pet` (RFC 6901), or nil if it doesn't exist.
  func target(of reference: String) -> AnyCodableValue? {
    guard let steps = identifiers.steps(to: reference) else { return nil }
    var value = root
    for step in steps {
      guard let next = value.member(step) ?? Int(step).flatMap({ value.element($0) }) else {
        return nil
      }
      value = next
    }
    return value
  }
}

extension AnyCodableValue {
  func member(_ name: String) -> AnyCodableValue? {
    if case .dictionary(let members) = self { members[name] } else { nil }
  }

  /// The members of an object in a stable order.
  ///
  /// For any other value, the list is empty.
  var members: [(key: String, value: AnyCodableValue)] {
    if case .dictionary(let members) = self { members.sortedByKeyBytes() } else { [] }
  }

  func element(_ index: Int) -> AnyCodableValue? {
    if case .array(let elements) = self, elements.indices.contains(index) {
      elements[index]
    } else {
      nil
    }
  }
}
