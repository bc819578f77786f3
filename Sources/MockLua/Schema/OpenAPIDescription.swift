internal import MockConfiguration
internal import MockData

/// An OpenAPI 3 description of a server: the names, paths, and responses of its operations.
struct OpenAPIDescription: Sendable {
  /// The name of the file.
  let name: String
  private let references: OpenAPIReferences
  /// The operations by `operationId`.
  private var entries: [String: Entry] = [:]

  private struct Entry: Sendable {
    var method: String
    var path: String
    /// The server of the operation or of its path; nil to use the server of the description.
    var server: AnyCodableValue?
    var responses: AnyCodableValue?
  }

  private static let methods = [
    "get", "put", "post", "delete", "options", "head", "patch", "trace",
  ]

  /// Creates a description from the data of a file.
  ///
  /// - Throws: `ScriptFileError` with the reason why the data isn't a valid description.
  init(_ root: AnyCodableValue, name: String) throws(ScriptFileError) {
    self.name = name
    references = OpenAPIReferences(root: root)
    guard case .string(let version)? = root.member("openapi"), version.hasPrefix("3.") else {
      let found = root.member("openapi").map { "its `openapi` is \($0.shortText)" }
      throw ScriptFileError(
        "fixture `\(name.escaped)` isn't an OpenAPI 3 description: \(found ?? "it doesn't have an `openapi` key"); "
          + "write it as JSON with `\"openapi\": \"3.1.0\"`")
    }
    for (path, item) in root.member("paths")?.members ?? [] where path.hasPrefix("/") {
      guard let item = references.resolved(item) else { continue }
      for (method, operation) in item.members where Self.methods.contains(method) {
        guard case .string(let id)? = operation.member("operationId") else { continue }
        let entry = Entry(
          method: method.uppercased(), path: path,
          server: (operation.member("servers") ?? item.member("servers"))?.element(0),
          responses: operation.member("responses"))
        guard entries.updateValue(entry, forKey: id) == nil else {
          throw ScriptFileError(
            "fixture `\(name.escaped)` names the operation `\(id.escaped)` twice; rename one")
        }
      }
    }
    guard !entries.isEmpty else {
      throw ScriptFileError(
        "fixture `\(name.escaped)` doesn't name its operations; give each an `operationId`")
    }
  }

  /// Returns the routes by operation name.
  ///
  /// Each is an object with the keys `service` and `route`.
  ///
  /// - Parameter server: The address to use instead of those in the description; nil to use the description's first
  ///   one.
  /// - Returns: The routes.
  /// - Throws: `ScriptFileError` with the reason why an address is invalid.
  func routes(at server: String?) throws(ScriptFileError) -> AnyCodableValue {
    let first = references.root.member("servers")?.element(0)
    var routes: [String: AnyCodableValue] = [:]
    for (id, entry) in entries {
      do throws(RouteProblem) {
        let address =
          if let server { server } else { try Self.address(of: entry.server ?? first) }
        let (host, base) = try HTTPHost.split(address)
        let path = (base.hasSuffix("/") ? String(base.dropLast()) : base) + entry.path
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
  /// Without a server, it is `/`.
  private static func address(of server: AnyCodableValue?) throws(RouteProblem) -> String {
    guard case .string(let text)? = server?.member("url") else { return "/" }
    var defaults: [String: String] = [:]
    for (name, variable) in server?.member("variables")?.members ?? [] {
      guard case .string(let value)? = variable.member("default") else { continue }
      defaults[name] = value
    }
    return try ServerAddress.expanded(text, defaults)
  }

  /// Returns an operation with its declared responses, or nil if it doesn't exist.
  func operation(_ id: String) -> OpenAPIOperation? {
    entries[id].map {
      OpenAPIOperation(
        id: id, file: name, method: $0.method, responses: $0.responses, references: references)
    }
  }
}

/// Resolves `$ref`s within one description.
struct OpenAPIReferences: Sendable {
  let root: AnyCodableValue

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
    guard let reference = DocumentReference(reference) else { return nil }
    var value = root
    for step in reference.steps {
      guard let next = value.member(step) ?? Int(step).flatMap({ value.element($0) }) else {
        return nil
      }
      value = next
    }
    return value
  }
}

extension AnyCodableValue {
  /// Returns a member of an object, or nil for any other value.
  func member(_ name: String) -> AnyCodableValue? {
    if case .dictionary(let members) = self { members[name] } else { nil }
  }

  /// The members of an object in a stable order.
  ///
  /// For any other value, the list is empty.
  var members: [(key: String, value: AnyCodableValue)] {
    if case .dictionary(let members) = self { members.sortedByKeyBytes() } else { [] }
  }

  /// Returns an element of a list, or nil for any other value.
  func element(_ index: Int) -> AnyCodableValue? {
    if case .array(let elements) = self, elements.indices.contains(index) {
      elements[index]
    } else {
      nil
    }
  }
}
