internal import MockConfiguration
package import MockData
internal import MockLua
internal import MockRecording

/// The rows of one kind that a learned script stores.
struct LearnedCollection {
  /// The name of the collection, which is also the name of the script's local variable.
  let name: String
  let seeds: [[String: AnyCodableValue]]
  /// The shared key that counts created rows; nil if IDs don't depend on the count.
  let counter: String?
  /// The initial value of the counter.
  let offset: Int
  let operations: Set<String>

  var declaration: String { "local \(name) = collection \(LuaText.string(name))" }

  /// The collection with its initial rows.
  var piece: LuaPiece {
    let rows = seeds.map { LuaText.piece(.dictionary($0)) }
    guard rows.count > 2 else {
      return LuaPiece(
        ([declaration] + rows.map { "\(name):insert \($0.text)" }).joined(separator: "\n"))
    }
    let list = LuaPiece(lines: rows.map { LuaPiece.Entry($0) }).text
    return LuaPiece("\(declaration)\nfor _, row in ipairs \(list) do \(name):insert(row) end")
  }
}

/// A part of a script that has state.
///
/// It replaces the rules and sequences of its operations.
struct LearnedState {
  let service: String
  var operations: [LearnedOperation] = []
  var collections: [LearnedCollection] = []
  /// The initial values of shared state.
  var shared: [String: AnyCodableValue] = [:]
  /// The names of the variables that the operations read, by the names of their holes.
  var names: [String: String] = [:]
  /// The names of the collections to declare; nil for all of them.
  var declared: [String]?

  var keys: Set<String> { Set(operations.map(\.key)) }

  /// Returns the state without the given operations, or nil if one of them changes the state.
  func without(_ names: Set<String>) -> LearnedState? {
    var copy = self
    for operation in operations where names.contains(operation.name) {
      guard operation.effect == nil, operation.sets.isEmpty else { return nil }
    }
    copy.operations.removeAll { names.contains($0.name) }
    let reads = Set(copy.operations.flatMap(\.variables).map { self.names[$0] ?? $0 })
    let counters = Set(collections.compactMap(\.counter))
    copy.shared = shared.filter { reads.contains($0.key) || counters.contains($0.key) }
    for index in copy.operations.indices {
      copy.operations[index].sets = copy.operations[index].sets.filter {
        copy.shared[$0.key] != nil
      }
    }
    return copy.operations.isEmpty ? nil : copy
  }

  /// The queries are the names in the queries of the recorded requests, by the keys of the operations.
  func add(to script: inout ImportedScript, queries: [String: Set<String>]) {
    script.shared.merge(shared) { $1 }
    script.collections += collections.filter { declared?.contains($0.name) ?? true }.map(\.piece)
    let methods = operations.map { operation in
      let own = collections.first { $0.operations.contains(operation.name) }
      let piece = FunctionWriter.piece(operation, own, names)
      let ignored = (queries[operation.key] ?? []).sorted().filter { name in
        let access = "query" + LuaText.member(name)
        // `query.sort` doesn't read `query.s`.
        return !piece.text.ranges(of: access).contains { range in
          piece.text[range.upperBound...].first.map { $0 == "_" || $0.isLetter || $0.isNumber }
            != true
        }
      }
      let list = ignored.map { "`\($0.escaped)`" }.joined(separator: ", ")
      let comments =
        operation.comments + operation.notesOnVersions
        + (operation.comparesSecret
          ? ["The secret is a placeholder; write what the app sends."] : [])
        + (ignored.isEmpty
          ? []
          : ["\(list) of the query changed nothing in the recording, so it is ignored."])
      return ImportedMethod(
        name: operation.name, comments: comments,
        items: [ImportedItem(answers: [ImportedResponse(piece: piece)])])
    }
    let opening =
      HTTPHost.isName(service)
      ? LuaText.http(service) : LuaPiece("service \(LuaText.string(service))")
    if let index = script.services.firstIndex(where: { $0.opening.text == opening.text }) {
      script.services[index].methods = (script.services[index].methods + methods)
        .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    } else {
      script.services.append(ImportedService(opening: opening, methods: methods))
    }
  }
}

/// A method or a route, learned as a function with guards, an effect, and a response.
struct LearnedOperation {
  struct Response {
    var status: Int?
    var code: String?
    var parts: [String: Expression]
  }

  enum Effect {
    case insert([String: Expression])
    case merge([String])
    case update([String: Expression])
    case remove
    case clear
  }

  let service: String
  let name: String
  let isRoute: Bool
  /// The ID of the row that the call concerns; nil if it doesn't concern a row.
  var id: Expression?
  /// The other responses with their conditions, in the order in which the conditions are checked.
  var guards: [(condition: Condition, answer: Response)] = []
  var effect: Effect?
  /// The new values of variables.
  var sets: [String: Expression] = [:]
  var delay: MockDelay?
  /// The usual response.
  var answer: Response
  var comments: [String] = []

  var key: String { "\(service)\u{0}\(name)" }

  /// Whether a condition compares a secret with its placeholder.
  var comparesSecret: Bool { guards.contains { $0.condition.comparesSecret } }

  /// The variables that the operation reads.
  var variables: Set<String> {
    var all = Set(guards.compactMap(\.condition.variable))
    for answer in guards.map(\.answer) + [answer] {
      for part in answer.parts.values { all.formUnion(part.variables) }
    }
    return all
  }

  /// Whether the operation does more than a rule can express.
  var hasState: Bool {
    let answers = guards.map(\.answer) + [answer]
    return id != nil || effect != nil || !sets.isEmpty || !variables.isEmpty
      || answers.contains { $0.parts.values.contains(where: \.readsState) }
  }

  /// The response headers, in lower case, that a server computes from the version of a row.
  static let versionHeaders: Set = ["etag", "last-modified"]

  /// A comment on each of these headers that is always the recorded one, although the response can change.
  var notesOnVersions: [String] {
    guard hasState else { return [] }
    let names: [String] =
      switch answer.parts["headers"] {
      case .constant(.dictionary(let headers))?: Array(headers.keys)
      case .table(let headers)?: Array(headers.compactMapValues(\.constant).keys)
      default: []
      }
    return names.sorted().filter { Self.versionHeaders.contains($0.lowercased()) }.map {
      "`\($0.escaped)` is always the recorded one, because no rule explains it."
    }
  }
}

/// A summary of the learned state of one service.
package struct LearnedSummary: Sendable {
  /// The service, or the host.
  package let service: String
  /// The methods and routes that became functions or set state.
  package let operations: [String]
  package let collections: [String]
  /// The keys of the shared state.
  package let shared: [String]
  let notes: [String]

  init(_ state: LearnedState) {
    service = state.service
    operations = state.operations.map(\.name)
    collections = state.collections.map(\.name)
    shared = state.shared.keys.sorted()
    notes = state.operations.filter(\.comparesSecret).map {
      "`\($0.service).\($0.name)` compares a secret with its placeholder; write what the app sends"
    }
  }

  package var value: AnyCodableValue {
    func list(_ names: [String]) -> AnyCodableValue { .array(names.map { .string($0) }) }
    return .dictionary([
      "service": .string(service), "operations": list(operations),
      "collections": list(collections), "shared": list(shared),
    ])
  }
}
