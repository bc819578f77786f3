internal import MockCalls
internal import MockConfiguration
internal import MockData
internal import MockRecording

/// Finds records in responses: objects with an `id`, either in lists or by themselves.
enum Records {
  typealias Record = [String: AnyCodableValue]

  /// Returns the records in a value, outer ones first.
  ///
  /// Objects inside a record are part of the record.
  static func all(in value: AnyCodableValue?, depth: Int = 0) -> [Record] {
    guard depth < 4 else { return [] }
    switch value {
    case .dictionary(let members)?:
      if members["id"]?.word != nil { return [members] }
      return members.sortedByKeyBytes().flatMap { all(in: $0.value, depth: depth + 1) }
    case .array(let elements)?: return elements.flatMap { all(in: $0, depth: depth + 1) }
    default: return []
    }
  }

  /// Whether the value, or a member of it, is a list of records or an empty list.
  static func hasList(_ value: AnyCodableValue?) -> Bool {
    if let members = value?.members {
      return members["id"] == nil && members.values.contains { isList($0) }
    }
    return isList(value)
  }

  private static func isList(_ value: AnyCodableValue?) -> Bool {
    value?.elements?.allSatisfy { $0.members?["id"]?.word != nil } ?? false
  }
}

/// The operations on one kind of record: the routes under a path, or the methods of a service with similar records.
struct Resource {
  let service: String
  let name: String
  let operations: Set<String>

  static func all(of service: String, _ steps: [LearningStep]) -> [Resource] {
    let steps = steps.filter { $0.service == service }
    return HTTPHost.isName(service) ? ofRoutes(service, steps) : ofMethods(service, steps)
  }

  // MARK: - Routes

  private static func ofRoutes(_ service: String, _ steps: [LearningStep]) -> [Resource] {
    var paths: Set<[String]> = []
    var operations: [String: [String]] = [:]
    for step in steps {
      guard let segments = segments(of: step.operation) else { continue }
      operations[step.operation] = segments
      if let number = segments.firstIndex(where: { $0.hasPrefix("{") }), number > 0 {
        paths.insert(Array(segments[..<number]))
      } else if Records.hasList(step.answer?.body) {
        paths.insert(segments)
      }
    }
    let outer = paths.filter { path in
      !paths.contains { $0.count < path.count && path.starts(with: $0) }
    }
    let calls = Dictionary(
      grouping: steps.filter { $0.answer?.isFailure == false }, by: \.operation)
    let names = Dictionary(
      uniqueKeysWithValues: outer.map { path in
        let own = operations.filter { $0.value.starts(with: path) }
        let keys = keys(ofRowsAt: path, own, calls)
        let foreign = own.filter { isOfOtherRows(calls[$0.key] ?? [], $0.value, path, keys) }
        return (path, Set(own.keys).subtracting(foreign.keys))
      })
    let sources = sources(ofDerived: names, steps)
    return outer.filter { sources[$0] == nil }.sorted { $0.lexicographicallyPrecedes($1) }.map {
      path in
      let derived = sources.filter { $0.value == path }.keys.flatMap { names[$0] ?? [] }
      return Resource(
        service: service, name: variable(path.last ?? "rows"),
        operations: (names[path] ?? []).union(derived))
    }
  }

  /// Returns the names of the fields in the rows that a path lists, and in its single rows.
  private static func keys(
    ofRowsAt path: [String], _ operations: [String: [String]], _ calls: [String: [LearningStep]]
  ) -> Set<String> {
    operations.reduce(into: []) { keys, operation in
      guard operation.value.count <= path.count + 1 else { return }
      for record in (calls[operation.key] ?? []).flatMap(\.records) {
        keys.formUnion(record.keys)
      }
    }
  }

  /// Whether an operation below a row, such as `POST /projects/{id}/tasks`, returns rows of another resource.
  private static func isOfOtherRows(
    _ calls: [LearningStep], _ segments: [String], _ path: [String], _ keys: Set<String>
  ) -> Bool {
    guard segments.count > path.count + 1, segments[path.count].hasPrefix("{") else { return false }
    let name = String(segments[path.count].dropFirst().dropLast())
    return calls.contains { step in
      let id = step.argument(["path", name])?.word
      return Records.hasList(step.answer?.body)
        || Records.all(in: step.answer?.body).contains { record in
          record["id"]?.word != id || !keys.isEmpty && !areAlike(keys, Set(record.keys))
        }
    }
  }

  /// Whether records with the given fields can belong to the same resource.
  private static func areAlike(_ left: Set<String>, _ right: Set<String>) -> Bool {
    let common = left.intersection(right).count
    return 2 * common > min(left.count, right.count) && 5 * common >= 2 * left.union(right).count
  }

  /// Maps each path that only lists rows of another path, such as `/search`, to that path.
  private static func sources(
    ofDerived names: [[String]: Set<String>], _ steps: [LearningStep]
  ) -> [[String]: [String]] {
    var rows: [[String]: [String: [Records.Record]]] = [:]
    for (path, operations) in names {
      for step in steps where operations.contains(step.operation) {
        for record in step.records {
          rows[path, default: [:]][record["id"]?.word ?? "", default: []].append(record)
        }
      }
    }
    let isOnlyListed = names.filter { path, operations in
      operations.allSatisfy { $0.hasPrefix("GET ") && !$0.contains("{") }
    }
    var sources: [[String]: [String]] = [:]
    for (path, _) in isOnlyListed {
      guard let own = rows[path] else { continue }
      sources[path] = names.keys.sorted { $0.lexicographicallyPrecedes($1) }.first { other in
        guard other != path, isOnlyListed[other] == nil, let theirs = rows[other] else {
          return false
        }
        return own.allSatisfy { id, records in
          records.allSatisfy { record in
            theirs[id]?.contains { row in record.allSatisfy { row[$0.key] == $0.value } } ?? false
          }
        }
      }
    }
    return sources
  }

  /// Returns the components of a route's path, or nil if it has more than one parameter, as nested resources do.
  private static func segments(of operation: String) -> [String]? {
    guard let path = operation.split(separator: " ").dropFirst().first else { return nil }
    let segments = path.split(separator: "/").map(String.init)
    return segments.count { $0.hasPrefix("{") } > 1 ? nil : segments
  }

  // MARK: - Methods

  private static func ofMethods(_ service: String, _ steps: [LearningStep]) -> [Resource] {
    var kinds: [(keys: Set<String>, ids: Set<AnyCodableValue>, operations: Set<String>)] = []
    for step in steps {
      for record in Records.all(in: step.answer?.body) {
        guard let id = record["id"] else { continue }
        let keys = Set(record.keys)
        let known = kinds.firstIndex { areAlike($0.keys, keys) }
        let number = known ?? kinds.count
        if known == nil { kinds.append(([], [], [])) }
        kinds[number].keys.formUnion(keys)
        kinds[number].ids.insert(id)
        kinds[number].operations.insert(step.operation)
      }
    }
    let owned = kinds.reduce(into: Set<String>()) { $0.formUnion($1.operations) }
    for operation in Set(steps.map(\.operation)).subtracting(owned) {
      let values = Set(
        steps.filter { $0.operation == operation }.flatMap { step in
          step.arguments.leaves().filter { ($0.last ?? "").isIDName }.compactMap {
            step.argument($0)
          }
        })
      let matches = kinds.map { $0.ids.intersection(values).count }
      if let most = matches.max(), most > 0, let number = matches.firstIndex(of: most) {
        kinds[number].operations.insert(operation)
      } else if kinds.count == 1 {
        // If there is only one kind, a method without records can belong to it, such as a count or `clear`.
        kinds[0].operations.insert(operation)
      }
    }
    return kinds.enumerated().map { number, kind in
      let lists = steps.filter {
        kind.operations.contains($0.operation) && Records.hasList($0.answer?.body)
      }
      let name = lists.map { plain($0.operation) }.first { !$0.isEmpty } ?? plain(service)
      return Resource(
        service: service, name: variable(name.isEmpty ? "rows\(number + 1)" : name),
        operations: kind.operations)
    }
  }

  /// Returns the plain noun in a name, such as `tasks` for `fetchTasks` and `TasksService`.
  private static func plain(_ name: String) -> String {
    var words = Self.words(of: name)
    let empty: Set<String> = [
      "get", "fetch", "list", "load", "all", "find", "read", "service", "protocol", "mock",
      "repository", "store", "api", "client", "search",
    ]
    words.removeAll { empty.contains($0) }
    return words.first ?? ""
  }

  /// Returns the words of a name in lowercase.
  static func words(of name: String) -> [String] {
    var words: [String] = []
    var isLower = false
    for character in name {
      guard character.isLetter || character.isNumber else {
        isLower = false
        words.append("")
        continue
      }
      if words.isEmpty || isLower && character.isUppercase { words.append("") }
      words[words.count - 1] += character.lowercased()
      isLower = !character.isUppercase
    }
    return words.filter { !$0.isEmpty }
  }

  /// Converts a name to a valid Lua name.
  static func variable(_ name: String) -> String {
    let words = words(of: name).map { $0.filter { $0.isASCII } }.filter { !$0.isEmpty }
    let joined = words.prefix(1).joined() + words.dropFirst().map(\.capitalizedWord).joined()
    return joined.isLuaName && !scriptWords.contains(joined) ? joined : joined + "Rows"
  }

  /// The names that a script's functions use for something else.
  private static let scriptWords: Set<String> = [
    "args", "array", "base64", "bytes", "calls", "clock", "collection", "copy", "enum_case",
    "error", "fail", "fixture", "graphql", "http", "is", "json", "log", "math", "mode", "next",
    "null", "openapi", "os", "override", "pairs", "passthrough", "open_gate", "print", "push",
    "random", "reply", "request", "row", "select", "service", "services", "shared", "sleep",
    "state", "status", "stream", "string", "sum", "table", "type", "utf8", "uuid", "variant",
    "when",
  ]
}

extension String {
  var capitalizedWord: String { prefix(1).uppercased() + dropFirst() }
}
