internal import MockData

/// Compares data with a shape, to find values and keys that the type's decoder certainly rejects or ignores.
struct ShapeCheck {
  /// A mismatch between data and shape.
  struct Problem: Equatable {
    /// The effect of a mismatch on decoding.
    enum Kind: Equatable {
      /// The decoder rejects the value.
      ///
      /// The text contains the reason, and what to write instead.
      case refused(String)
      /// The decoder ignores the key.
      ///
      /// The key may be a misspelling of `nearest`, which is a key that the type reads but doesn't find.
      case ignored(String, nearest: String?)
    }

    var kind: Kind
    /// The path to the value, or to the object that contains the key.
    var path: [JSONPath.Step]
    /// The key in that object, if the problem concerns a key.
    var key: String?

    fileprivate var isRefusal: Bool { if case .refused = kind { true } else { false } }
  }

  let types: [String: TypeShape]
  private let isOfScript: Bool
  private var path: [JSONPath.Step] = []
  private var steps = 0
  private var found: [Problem] = []

  private static let stepLimit = 100_000
  private static let problemLimit = 10

  private init(types: [String: TypeShape], isOfScript: Bool) {
    (self.types, self.isOfScript) = (types, isOfScript)
  }

  /// Returns the parts of a value that don't fit a shape, in order, and at most ten of each kind.
  ///
  /// If `isOfScript` is true, the text suggests Lua instead of JSON.
  static func problems(
    of value: AnyCodableValue, _ shape: TypeShape, types: [String: TypeShape],
    isOfScript: Bool = true
  ) -> [Problem] {
    var check = ShapeCheck(types: types, isOfScript: isOfScript)
    check.check(value, shape)
    return check.found
  }

  private mutating func refuse(_ text: String, key: String? = nil) {
    add(Problem(kind: .refused(text), path: path, key: key))
  }

  private mutating func add(_ problem: Problem) {
    // Each kind has its own limit, so that harmless ignored keys don't hide rejected values.
    let known = found.count { $0.isRefusal == problem.isRefusal }
    if known < Self.problemLimit { found.append(problem) }
  }

  private mutating func check(
    _ value: AnyCodableValue, _ shape: TypeShape, at step: JSONPath.Step, of owner: String? = nil
  ) {
    path.append(step)
    check(value, shape, of: owner)
    path.removeLast()
  }

  private mutating func check(
    _ value: AnyCodableValue, _ shape: TypeShape, of owner: String? = nil
  ) {
    steps += 1
    guard steps < Self.stepLimit, path.count < 150 else { return }
    let (shape, isOptional, type) = shape.resolved(in: types)
    if isOptional, value == .null { return }
    let owner = type ?? owner
    switch shape {
    case .anything, .unknown, .optional, .refined, .type: break
    case .scalar(let scalar):
      if let problem = scalar.problem(of: value) { refuse(problem) }
    case .list(let element): list(value, element)
    case .map(let keys, let element): map(value, keys, element)
    case .object(let object): members(value, object, owner)
    case .choice(let cases): choice(value, cases, owner)
    case .values(let values, let isOpen): one(of: values, isOpen, value, owner)
    }
  }

  private mutating func list(_ value: AnyCodableValue, _ element: TypeShape) {
    switch value {
    case .array(let elements):
      for (index, value) in elements.enumerated() { check(value, element, at: .index(index)) }
    // Lua has only one empty table.
    case .dictionary(let members) where members.isEmpty: break
    default:
      refuse("expected a list, found \(value.found); write `\(isOfScript ? "{ ... }" : "[...]")`")
    }
  }

  private mutating func map(
    _ value: AnyCodableValue, _ keys: TypeShape.Scalar, _ element: TypeShape
  ) {
    if keys == .int, case .array = value { return list(value, element) }
    guard case .dictionary(let members) = value else {
      // `{}` is read as an empty object, so the script wrote the empty list explicitly. The fix is `{}`.
      let form = value == .array([]) ? "{}" : Self.object(isOfScript)
      return refuse("expected an object, found \(value.found); write `\(form)`")
    }
    for (name, value) in members.sortedByKeyBytes() {
      if keys == .int, Int(name) == nil {
        refuse("the key `\(name.escaped)` isn't a whole number")
      }
      check(value, element, at: .key(name))
    }
  }

  private mutating func members(
    _ value: AnyCodableValue, _ object: ObjectShape, _ owner: String?
  ) {
    guard case .dictionary(let members) = value else {
      return refuse(
        "expected an object\(Self.of(owner)), found \(value.found); write `\(Self.object(isOfScript))`"
      )
    }
    var known: [(name: String, value: AnyCodableValue, shape: TypeShape)] = []
    var unknown: [String] = []
    for (name, value) in members.sortedByKeyBytes() {
      if let shape = object.keys[name] {
        known.append((name, value, shape))
      } else {
        unknown.append(name)
      }
    }
    var missing: [(name: String, shape: TypeShape)] = []
    let absent =
      known.count == object.keys.count ? [:] : object.keys.filter { members[$0.key] == nil }
    for (name, shape) in absent.sortedByKeyBytes() where !shape.mayBeAbsent {
      guard let meant = NearestName.nearest(to: name, candidates: unknown) else {
        missing.append((name, shape))
        continue
      }
      unknown.removeAll { $0 == meant }
      refuse(
        "the key `\(name.escaped)`\(Self.of(owner)) is missing; did you misspell it as `\(meant.escaped)`?",
        key: meant)
    }
    if let first = missing.first {
      let others = missing.dropFirst().map { "`\($0.name.escaped)`" }
      let more =
        others.isEmpty
        ? "" : ", and so \(others.count == 1 ? "is" : "are") \(others.joined(separator: ", "))"
      refuse(
        "the key `\(first.name.escaped)`\(Self.of(owner)) is missing\(more); write \(first.shape.phrase)"
      )
    }
    // If keys are missing, the value is probably a different object, so its other keys aren't reported.
    if !object.isOpen, missing.isEmpty {
      for name in unknown {
        let nearest = NearestName.nearest(to: name, candidates: absent.keys)
        add(Problem(kind: .ignored(name, nearest: nearest), path: path, key: name))
      }
    }
    for (name, value, shape) in known { check(value, shape, at: .key(name)) }
  }

  private mutating func choice(
    _ value: AnyCodableValue, _ cases: [String: TypeShape], _ owner: String?
  ) {
    let name = cases.keys.sorted().first?.escaped ?? "case"
    let form = "; a case is `\(isOfScript ? "{ \(name) = { ... } }" : "{\"\(name)\": {...}}")`"
    guard case .dictionary(let members) = value else {
      return refuse("expected a case\(Self.of(owner)), found \(value.found)\(form)")
    }
    let known = members.filter { cases[$0.key] != nil }
    guard known.count == 1, let (name, value) = known.first, let shape = cases[name] else {
      if known.isEmpty, members.count == 1, let name = members.keys.first {
        let hint = NearestName.hint(for: name, candidates: cases.keys).map { "; \($0)" } ?? ""
        return refuse("\(owner ?? "the enum") has no case `\(name.escaped)`\(hint)", key: name)
      }
      let count = known.isEmpty ? "none" : "\(known.count)"
      return refuse("expected one case\(Self.of(owner)), found \(count)\(form)")
    }
    check(value, shape, at: .key(name), of: owner.map { "\($0).\(name)" } ?? name)
  }

  private mutating func one(
    of values: [AnyCodableValue], _ isOpen: Bool, _ value: AnyCodableValue, _ owner: String?
  ) {
    guard !isOpen, !values.contains(where: { $0.isNumericallyEqual(to: value) }) else { return }
    refuse(
      "\(value.shortText) isn't a case\(Self.of(owner)); \(Self.correction(of: value, among: values))"
    )
  }

  /// Returns a hint about the case that was probably meant, or about the known cases.
  static func correction(of value: AnyCodableValue, among values: [AnyCodableValue]) -> String {
    let names = values.compactMap(\.string)
    if case .string(let name) = value {
      let same = names.first { $0.lowercased() == name.lowercased() }
      if let same { return "did you mean `\(same.escaped)`?" }
      if let hint = NearestName.hint(for: name, candidates: names) { return hint }
    }
    return "known: \(values.prefix(12).map(\.shortText).joined(separator: ", "))"
  }

  /// Returns how an object is written in a script or in JSON.
  static func object(_ isOfScript: Bool) -> String {
    isOfScript ? "{ key = ... }" : "{\"key\": ...}"
  }

  private static func of(_ owner: String?) -> String { owner.map { " of \($0)" } ?? "" }
}

extension AnyCodableValue {
  /// The value and its kind, as part of a sentence.
  fileprivate var found: String {
    switch self {
    case .null: "null"
    case .array: "a list"
    case .dictionary: "an object"
    case .string, .int, .double, .number, .bool:
      "the \(kind == .int || kind == .double ? "number" : kind.rawValue) \(shortText)"
    }
  }
}

extension TypeShape {
  var mayBeAbsent: Bool {
    switch self {
    case .optional, .anything: true
    case .refined(let shape): shape.mayBeAbsent
    default: false
    }
  }

  /// The kind of value that the shape describes, with an article.
  var phrase: String {
    switch self {
    case .scalar(let scalar): scalar.phrase
    case .optional(let shape), .refined(let shape): shape.phrase
    case .list: "a list"
    case .map, .object, .choice: "an object"
    case .type(let name): articled(name)
    case .values(let values, _): values.first.map { "a case, such as \($0.shortText)" } ?? "a case"
    case .anything, .unknown: "a value"
    }
  }
}
