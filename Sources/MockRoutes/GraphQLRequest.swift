internal import MockConfiguration
internal import MockData

/// A GraphQL request, read from the JSON body or, without a body, from the query.
///
/// `operationName` selects the operation. Without it, the document `query` must contain only one.
struct GraphQLRequest {
  let operation: GraphQLOperation
  let variables: AnyCodableValue

  /// Reads a request, or returns nil if it names no operation.
  ///
  /// `sent` is the result of ``operations(in:)`` for the body.
  init?(_ request: RoutedRequest, sent: AnyCodableValue?) {
    if let operation = request.operation {
      (self.operation, variables) = (operation, [:])
      return
    }
    var members: [String: AnyCodableValue]
    if request.body.isEmpty {
      members = HTTPTarget.members(request.target.query)
      if case .string(let text)? = members["variables"] {
        members["variables"] = try? JSONParser().parse(text)
      }
    } else {
      guard case .dictionary(let operation)? = sent else { return nil }
      members = operation
    }
    guard let operation = Self.operation(in: members) else { return nil }
    self.operation = operation
    if case .dictionary? = members["variables"] {
      variables = members["variables"] ?? [:]
    } else {
      variables = [:]
    }
  }

  /// Returns the operations of a batch request, or nil for any other body.
  static func batch(in sent: AnyCodableValue?) -> [GraphQLOperation]? {
    guard case .array(let elements)? = sent else { return nil }
    let operations = elements.compactMap { element in
      if case .dictionary(let members) = element { operation(in: members) } else { nil }
    }
    return operations.isEmpty || operations.count < elements.count ? nil : operations
  }

  /// Returns the operations in a body: one object, or a list of several.
  ///
  /// In a multipart form, the field `operations` contains the operations. Other fields contain the files for their
  /// variables, and the field `map` lists the variables of each file (GraphQL multipart request specification).
  static func operations(in body: RequestBody) -> AnyCodableValue? {
    guard case .dictionary(let fields)? = body.value,
      case .string(let text)? = fields["operations"],
      case .string(let mapText)? = fields["map"],
      var operations = try? RequestBody.json(Array(text.utf8)).get(),
      case .dictionary(let map)? = try? RequestBody.json(Array(mapText.utf8)).get()
    else { return body.value }
    let places = map.flatMap { name, paths -> [(file: AnyCodableValue, path: String)] in
      guard let file = fields[name], case .array(let paths) = paths else { return [] }
      return paths.prefix(fileLimit + 1).compactMap {
        if case .string(let path) = $0 { (file, path) } else { nil }
      }
    }
    guard places.count <= fileLimit else { return body.value }
    for (file, path) in places { operations.put(file, at: path.split(separator: ".")[...]) }
    return operations
  }

  /// The maximum number of variables with files.
  private static let fileLimit = 256

  private static func operation(in members: [String: AnyCodableValue]) -> GraphQLOperation? {
    var known: [GraphQLOperation] = []
    if case .string(let document)? = members["query"] {
      known = GraphQLDocument.operations(in: document)
    }
    guard case .string(let name)? = members["operationName"], !name.isEmpty else {
      return known.count == 1 ? known[0] : nil
    }
    return known.first { $0.name == name } ?? GraphQLOperation(kind: nil, name: name)
  }
}

extension AnyCodableValue {
  /// Replaces the value at a path such as `variables.files.0`.
  ///
  /// If the path doesn't exist, nothing changes.
  fileprivate mutating func put(_ file: AnyCodableValue, at path: ArraySlice<Substring>) {
    guard let step = path.first else {
      self = file
      return
    }
    switch self {
    case .dictionary(var members):
      guard var member = members[String(step)] else { return }
      // The value is cleared here so that the members are changed in place.
      self = .null
      member.put(file, at: path.dropFirst())
      members[String(step)] = member
      self = .dictionary(members)
    case .array(var elements):
      guard let index = Int(step), elements.indices.contains(index) else { return }
      self = .null
      elements[index].put(file, at: path.dropFirst())
      self = .array(elements)
    default: return
    }
  }
}

/// Finds the operations in a GraphQL document, and skips everything else.
struct GraphQLDocument {
  private enum Token: Equatable {
    case name(String)
    case symbol(UInt8)
  }

  private var rest: Substring.UTF8View

  /// Returns the named operations in order.
  static func operations(in text: String) -> [GraphQLOperation] {
    var document = GraphQLDocument(rest: text[...].utf8)
    return document.operations()
  }

  private mutating func operations() -> [GraphQLOperation] {
    var operations: [GraphQLOperation] = []
    // The number of open brackets, and whether the current token starts a definition.
    var (depth, begins) = (0, true)
    var token = next()
    while let current = token {
      token = next()
      switch current {
      case .symbol(let symbol) where "([{".utf8.contains(symbol):
        depth += 1
        begins = false
      case .symbol(let symbol) where ")]}".utf8.contains(symbol):
        depth = max(0, depth - 1)
        begins = depth == 0 && symbol == UInt8(ascii: "}")
      case .name(let word) where begins:
        begins = false
        if let kind = GraphQLOperation.Kind(rawValue: word), case .name(let name)? = token {
          operations.append(GraphQLOperation(kind: kind, name: name))
        }
      default: break
      }
    }
    return operations
  }

  private mutating func next() -> Token? {
    while let byte = rest.first {
      switch byte {
      case UInt8(ascii: "#"): rest = rest.drop { $0 != 0x0A && $0 != 0x0D }
      case UInt8(ascii: "\""): skipString()
      case _ where byte.isASCIIWord:
        let word = rest.prefix(while: \.isASCIIWord)
        rest = rest[word.endIndex...]
        return .name(String(decoding: word, as: UTF8.self))
      case _ where "([{)]}".utf8.contains(byte):
        rest.removeFirst()
        return .symbol(byte)
      default: rest.removeFirst()
      }
    }
    return nil
  }

  private mutating func skipString() {
    let isBlock = rest.starts(with: "\"\"\"".utf8)
    rest = rest.dropFirst(isBlock ? 3 : 1)
    while let byte = rest.first {
      if byte == UInt8(ascii: "\\") {
        rest = rest.dropFirst(2)
      } else if isBlock ? rest.starts(with: "\"\"\"".utf8) : byte == UInt8(ascii: "\"") {
        rest = rest.dropFirst(isBlock ? 3 : 1)
        return
      } else {
        rest.removeFirst()
      }
    }
  }
}
