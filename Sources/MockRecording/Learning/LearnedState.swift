internal import MockConfiguration
internal import MockData
internal import MockLua

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

  /// The statement that creates the collection.
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
    let reads = copy.operations.reduce(into: Set<String>()) { $0.formUnion($1.variables) }
    let counters = Set(collections.compactMap(\.counter))
    copy.shared = shared.filter { reads.contains($0.key) || counters.contains($0.key) }
    for index in copy.operations.indices {
      copy.operations[index].sets = copy.operations[index].sets.filter {
        copy.shared[$0.key] != nil
      }
    }
    return copy.operations.isEmpty ? nil : copy
  }

  /// Adds the state to a script.
  func add(to script: inout ImportedScript) {
    script.shared.merge(shared) { $1 }
    script.collections += collections.filter { declared?.contains($0.name) ?? true }.map(\.piece)
    let methods = operations.map { operation in
      let own = collections.first { $0.operations.contains(operation.name) }
      let answer = ImportedAnswer(piece: FunctionWriter.piece(operation, own))
      return ImportedMethod(name: operation.name, items: [ImportedItem(answers: [answer])])
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
