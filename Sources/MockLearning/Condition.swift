internal import MockData
internal import MockRecording

/// A condition under which a learned function returns something other than its usual response.
enum Condition: Hashable {
  case noRow
  case absent([String])
  case empty([String])
  case equals([String], AnyCodableValue)
  case differs([String], AnyCodableValue)
  /// The number is less than 1.
  case notPositive([String])
  /// A row already has the argument's value in this field.
  case taken(String, [String])
  case fieldIs(String, AnyCodableValue)
  /// The row's field is less than an argument.
  case short(String, [String])
  /// If there is a path, the condition also holds if the argument at that path is absent.
  case variableIsNot(String, AnyCodableValue, orAbsent: [String]?)

  func holds(in scene: LearningScene) -> Bool {
    let arguments = scene.arguments
    switch self {
    case .noRow: return scene.row == nil
    case .absent(let path): return arguments.member(path) == nil
    case .empty(let path):
      let value = arguments.member(path)
      return value == nil || value == .string("")
    case .equals(let path, let value): return arguments.member(path) == value
    case .differs(let path, let value): return arguments.member(path) != value
    case .notPositive(let path):
      return arguments.member(path)?.asDouble.map { $0 < 1 } ?? false
    case .taken(let field, let path):
      guard let value = arguments.member(path) else { return false }
      return scene.rows.contains { $0[field] == value }
    case .fieldIs(let field, let value): return scene.row?[field] == value
    case .short(let field, let path):
      guard let own = scene.row?[field]?.asDouble,
        let wanted = arguments.member(path)?.asDouble
      else { return false }
      return own < wanted
    case .variableIsNot(let name, let value, let path):
      return scene.variables[name] != value || path.map { arguments.member($0) == nil } ?? false
    }
  }

  /// Whether the condition depends on a particular value, which may be a coincidence.
  var isWeak: Bool {
    switch self {
    case .equals, .differs, .fieldIs: true
    default: false
    }
  }

  /// Whether the condition compares a secret with its placeholder.
  var comparesSecret: Bool {
    switch self {
    case .equals(let path, let value), .differs(let path, let value):
      value.hasSecretPlaceholder || path.contains { MockSecrets.isSecret($0) }
    default: false
    }
  }

  var variable: String? { if case .variableIsNot(let name, _, _) = self { name } else { nil } }

  /// Returns the arguments that may decide between responses.
  ///
  /// Arguments in bodies and queries come before headers with credentials.
  private static func leaves(of scenes: [LearningScene]) -> [[String]] {
    let credentials: Set<String> = ["authorization", "x-api-key"]
    let all = Set(scenes.flatMap { $0.arguments.leaves() }).filter { path in
      guard let first = path.first, let last = path.last else { return false }
      return !["method", "url", "path", "raw"].contains(first)
        && (first != "headers" || credentials.contains(last))
    }
    func order(_ path: [String]) -> String {
      (path[0] == "headers" ? "1" : "0") + path.joined(separator: ".")
    }
    return all.sorted { order($0) < order($1) }
  }

  /// Whether a field of other rows can be compared with an argument.
  private static func isCompared(_ field: String, with path: [String]) -> Bool {
    let name = path.last ?? ""
    return field.lowercased() == name.lowercased() || field == "id" && name.isIDName
  }

  /// Returns the conditions that hold in all accepted scenes and in none of the refused scenes, most meaningful first.
  static func candidates(
    _ accepted: [LearningScene], _ refused: [LearningScene], hasRow: Bool
  ) -> [Condition] {
    var all: [Condition] = hasRow ? [.noRow] : []
    let leaves = leaves(of: accepted + refused)
    let fields = Set((accepted + refused).flatMap { $0.rows.flatMap(\.keys) }).sorted()
    for path in leaves {
      all += [.absent(path), .empty(path), .notPositive(path)]
      // Other fields only have the same value by chance.
      all += fields.filter { isCompared($0, with: path) }.map { .taken($0, path) }
    }
    let rowFields = Set((accepted + refused).flatMap { $0.row?.keys.map { $0 } ?? [] }).sorted()
    for field in rowFields {
      for value in Set(accepted.compactMap { $0.row?[field] }).prefix(2) {
        if case .bool = value { all.append(.fieldIs(field, value)) }
        if case .string = value { all.append(.fieldIs(field, value)) }
      }
      all += leaves.map { .short(field, $0) }
    }
    for path in leaves where !(path.last ?? "").isIDName {
      let usual = Set(refused.map { $0.arguments.member(path) })
      if usual.count == 1, let value = usual.first ?? nil { all.append(.differs(path, value)) }
      let other = Set(accepted.map { $0.arguments.member(path) })
      if other.count == 1, let value = other.first ?? nil { all.append(.equals(path, value)) }
    }
    return all.filter { condition in
      accepted.allSatisfy { condition.holds(in: $0) }
        && !refused.contains { condition.holds(in: $0) }
    }
  }
}
