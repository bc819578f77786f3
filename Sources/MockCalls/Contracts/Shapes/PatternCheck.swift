internal import MockConfiguration
internal import MockData

/// Finds patterns that can't match any argument of a given shape.
struct PatternCheck {
  /// The reason why a pattern never matches.
  struct Problem: Equatable {
    /// The path to the argument, or to a part of it.
    var path: [JSONPath.Step]
    /// The mismatch between the argument and the pattern, as `problem; what to write`.
    var text: String
    /// The part of the value at the path that the mismatch is in, such as `an element of `; empty for the whole value.
    var part = ""

    /// The place of the mismatch, for a message.
    var place: String {
      part + "`\(JSONPath(path).description.escaped)`"
    }
  }

  let types: [String: TypeShape]
  private let isOfScript: Bool

  /// Returns the first reason why no arguments match a pattern, or `nil` if some may.
  ///
  /// Arguments without a shape aren't checked. If `isOfScript` is true, the text suggests Lua instead of JSON.
  static func problem(
    of pattern: MatchPattern, arguments: [String: TypeShape], types: [String: TypeShape],
    isOfScript: Bool
  ) -> Problem? {
    let check = PatternCheck(types: types, isOfScript: isOfScript)
    let object = TypeShape.object(ObjectShape(arguments, isOpen: true))
    return check.problem(pattern.node, object, [])
  }

  private func problem(
    _ node: MatchPattern.Node, _ shape: TypeShape, _ path: [JSONPath.Step]
  ) -> Problem? {
    guard path.count < 100, let shape = resolved(shape) else { return nil }
    switch node {
    case .plain(.null):
      return shape.mayBeAbsent
        ? nil : Problem(path: path, text: "it is never null; write the value that it should equal")
    case .plain(let value): return mismatch(value, shape, path)
    case .fields(let fields):
      // An empty pattern accepts any object, but no list.
      if fields.isEmpty { return mismatch(.dictionary([:]), shape, path) }
      for (names, pattern) in fields {
        if let found = problem(pattern, at: names[...], of: shape, path) { return found }
      }
      return nil
    case .allOf(let parts):
      return parts.lazy.compactMap { problem($0, shape, path) }.first
    case .anyOf(let parts):
      let found = parts.map { problem($0, shape, path) }
      return found.allSatisfy { $0 != nil } ? found.first ?? nil : nil
    case .condition(let matcher, let operand): return problem(matcher, operand, shape, path)
    }
  }

  /// Returns the shape after its references have been resolved, or `nil` if nothing is known about it.
  private func resolved(_ shape: TypeShape) -> TypeShape? {
    let (shape, isOptional, _) = shape.resolved(in: types)
    return switch shape {
    case .unknown, .anything: nil
    default: isOptional ? .optional(shape) : shape
    }
  }

  /// Returns the problem with a condition on the value at a path, if any.
  private func problem(
    _ pattern: MatchPattern.Node, at names: ArraySlice<String>, of shape: TypeShape,
    _ path: [JSONPath.Step]
  ) -> Problem? {
    guard let name = names.first else { return problem(pattern, shape, path) }
    // Part of an optional value may be absent, too.
    let mayBeAbsent = shape.mayBeAbsent
    guard let shape = resolved(shape.present) else { return nil }
    let inside = path + [.key(name)]
    let next: TypeShape?
    var known: [String] = []
    switch shape {
    case .object(let object):
      next = object.keys[name]
      if next == nil, object.isOpen { return nil }
      known = Array(object.keys.keys)
    case .choice(let cases):
      next = cases[name].map { .optional($0) }
      known = Array(cases.keys)
    case .map(_, let element): next = .optional(element)
    case .list:
      if acceptsNothing(pattern) { return nil }
      let element =
        isOfScript
        ? "is.any_item { \(name.escaped) = ... }" : #"{"$elemMatch": {"\#(name.escaped)": ...}}"#
      return Problem(
        path: path, text: "it is a list, which has no member `\(name.escaped)`; write `\(element)`")
    default:
      if acceptsNothing(pattern) { return nil }
      return Problem(
        path: path, text: "\(shape.kind) has no member `\(name.escaped)`; write \(shape.phrase)")
    }
    guard let next else {
      if acceptsNothing(pattern) { return nil }
      let hint = NearestName.hint(for: name, candidates: known) ?? "the object has no keys"
      return Problem(path: inside, text: "there is no such key; \(hint)")
    }
    return problem(
      pattern, at: names.dropFirst(), of: mayBeAbsent ? .optional(next) : next, inside)
  }

  /// Returns whether a pattern may accept an absent value.
  private func acceptsNothing(_ pattern: MatchPattern.Node) -> Bool {
    (try? pattern.accepts(nil) { _, _ in true }) ?? true
  }

  private func problem(
    _ matcher: Matcher, _ operand: MatchOperand, _ shape: TypeShape, _ path: [JSONPath.Step]
  ) -> Problem? {
    let present = shape.present
    func wants(_ what: String) -> Problem {
      Problem(
        path: path,
        text: "it is \(present.written), but the matcher is for \(what); use another matcher")
    }
    func compares(_ what: String) -> Problem {
      Problem(
        path: path,
        text:
          "it is \(present.written), but the matcher compares it with \(what); use another matcher")
    }
    switch matcher.accepted {
    case .anything: break
    case .strings: if !present.isText { return wants("strings") }
    case .lists: if !present.isList { return wants("lists") }
    case .objects: if !present.isObject { return wants("objects") }
    }
    switch (matcher.form, operand.value) {
    case (.orderable, .string): return present.isText ? nil : compares("a string")
    case (.orderable, _): return present.isNumeric ? nil : compares("a number")
    case (.flag, false):
      return shape.mayBeAbsent
        ? nil
        : Problem(path: path, text: "it is never absent; write the value that it should equal")
    case (.type, .string(let name)):
      return ofType(name, shape) ? nil : wants("values of the type `\(name.escaped)`")
    case (.value, _): return problem(ofParts: [.plain(operand.value)], matcher, shape, path)
    case (.list, _):
      return problem(ofParts: operand.elements.map { .plain($0) }, matcher, shape, path)
    case (.pattern, _), (.patterns, _):
      return problem(ofParts: operand.patterns, matcher, shape, path)
    default: return nil
    }
  }

  /// Returns the problem with the values or patterns in an operand, if any.
  private func problem(
    ofParts parts: [MatchPattern.Node], _ matcher: Matcher, _ shape: TypeShape,
    _ path: [JSONPath.Step]
  ) -> Problem? {
    func problem(inside shapes: [TypeShape]) -> Problem? {
      parts.lazy.compactMap { part in
        let found = shapes.map { self.problem(part, $0, path) }
        guard var first = found.first ?? nil, !found.contains(nil) else { return nil }
        if first.path == path {
          first.part = matcher.subject == .members ? "a member of " : "an element of "
        }
        return first
      }.first
    }
    switch (matcher.subject, shape.present) {
    case (.value, _) where matcher.form == .list:
      let found = parts.map { self.problem($0, shape, path) }
      return found.contains(nil) ? nil : found.first ?? nil
    case (.value, _): return parts.lazy.compactMap { self.problem($0, shape, path) }.first
    case (.elements, .list(let element)), (.members, .map(_, let element)):
      return problem(inside: [element])
    case (.members, .object(let object)) where !object.isOpen:
      return problem(inside: Array(object.keys.sorted { $0.key < $1.key }.map(\.value)))
    default: return nil
    }
  }

  private func ofType(_ name: String, _ shape: TypeShape) -> Bool {
    switch name {
    case "null": shape.mayBeAbsent
    case "string": shape.present.isText
    case "int", "double", "number": shape.present.isNumeric
    case "bool": shape.present == .scalar(.bool)
    case "array": shape.present.isList
    default: shape.present.isObject
    }
  }

  /// Returns the reason why an argument of a shape never equals a value, or `nil` if it can.
  private func mismatch(
    _ value: AnyCodableValue, _ shape: TypeShape, _ path: [JSONPath.Step]
  ) -> Problem? {
    guard let shape = resolved(shape.present) else { return nil }
    func differs(_ words: String) -> Problem {
      Problem(
        path: path, text: "it is \(shape.written), but the pattern has \(value.shortText); \(words)"
      )
    }
    switch (shape, value) {
    case (.scalar(.bool), .bool): return nil
    case (.scalar(let scalar), .int), (.scalar(let scalar), .double),
      (.scalar(let scalar), .number):
      if scalar == .date { return nil }
      guard shape.isNumeric else { return differs("write \(scalar.phrase)") }
      return scalar.problem(of: value).map { Problem(path: path, text: $0) }
    case (.scalar(let scalar), .string):
      return shape.isText ? nil : differs("write \(scalar == .date ? "a number" : scalar.phrase)")
    case (.values(let values, _), _):
      if values.contains(where: { $0.isNumericallyEqual(to: value) }) { return nil }
      return differs(ShapeCheck.correction(of: value, among: values))
    case (.list(let element), .array(let elements)):
      return elements.indices.lazy.compactMap { index in
        mismatch(elements[index], element, path + [.index(index)])
      }.first
    case (.object, .dictionary), (.map, .dictionary), (.choice, .dictionary): return nil
    // A dictionary whose keys aren't strings is encoded as an array of keys and values.
    case (.map, .array): return nil
    case (.list, .dictionary([:])):
      return differs("write `\(isOfScript ? "array {}" : "[]")` for an empty list")
    case (.object, _), (.map, _), (.choice, _):
      return differs("write `\(ShapeCheck.object(isOfScript))`")
    case (.list, _): return differs("write a list")
    default: return differs("write \(shape.phrase)")
    }
  }
}

extension TypeShape {
  /// The shape of the value if it isn't absent.
  var present: TypeShape {
    switch self {
    case .optional(let shape), .refined(let shape): shape.present
    default: self
    }
  }

  /// Whether arguments of this shape are recorded as strings.
  var isText: Bool {
    switch self {
    case .scalar(.string), .scalar(.url), .scalar(.data), .scalar(.uuid): true
    case .values(let values, _): values.contains { if case .string = $0 { true } else { false } }
    default: false
    }
  }

  /// Whether arguments of this shape are recorded as numbers.
  var isNumeric: Bool {
    switch self {
    case .scalar(let scalar): !isText && scalar != .bool
    case .values(let values, _): values.contains { if case .string = $0 { false } else { true } }
    default: false
    }
  }

  fileprivate var isList: Bool { if case .list = self { true } else { false } }

  fileprivate var isObject: Bool {
    switch self {
    case .object, .map, .choice: true
    default: false
    }
  }

  /// The kind of value that is recorded for arguments of this shape, with an article.
  fileprivate var written: String {
    self == .scalar(.date) ? "a date, recorded as a number of seconds since 2001" : kind
  }

  /// The kind of value, with an article and without details.
  fileprivate var kind: String {
    switch self {
    case .scalar(.date): "a date"
    case .scalar(.bool): "a bool"
    case .scalar: isText ? "a string" : "a number"
    case .values: "an enum"
    default: phrase
    }
  }
}
