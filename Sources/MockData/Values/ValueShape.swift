/// The shape of one or more values, without their content.
///
/// A shape contains the kinds of the values' parts, and records which parts are always present.
///
/// All elements of a list have the same shape. An empty object has no kind, because it can also be an empty list in
/// Lua.
package struct ValueShape: Sendable, Equatable {
  package enum Kind: String, Sendable, CaseIterable {
    case null, bool, number, string, list, object

    /// The kind with its article.
    package var phrase: String {
      switch self {
      case .null: "null"
      case .object: "an object"
      default: "a \(rawValue)"
      }
    }
  }

  package private(set) var kinds: Set<Kind> = []
  /// The shapes of the members of all objects, by name.
  package private(set) var members: [String: ValueShape] = [:]
  package private(set) var count = 0
  /// The number of values that are objects with members.
  package private(set) var objects = 0
  /// The number of empty objects.
  private var empties = 0
  /// The different strings that can be cases of an enumeration, with the number of occurrences of each.
  ///
  /// After ``textLimit`` strings, no more are added, because they aren't an enumeration.
  package private(set) var texts: [String: Int] = [:]
  /// The shape of the elements of all lists, or an empty array for lists without elements.
  private var elements: [ValueShape] = []

  /// The number of different strings at which a field no longer counts as an enumeration.
  package static let textLimit = 33
  /// The maximum length in bytes of a case of an enumeration.
  private static let textLengthLimit = 40

  package init() {}

  package init(_ value: AnyCodableValue) {
    count = 1
    switch value {
    case .null: kinds = [.null]
    case .bool: kinds = [.bool]
    case .int, .double, .number: kinds = [.number]
    case .string(let text):
      kinds = [.string]
      if text.utf8.count <= Self.textLengthLimit { texts = [text: 1] }
    case .array(let values):
      kinds = [.list]
      var shape = ValueShape()
      for value in values { shape.merge(ValueShape(value)) }
      if !values.isEmpty { elements = [shape] }
    case .dictionary(let values):
      guard !values.isEmpty else {
        empties = 1
        return
      }
      kinds = [.object]
      objects = 1
      members = values.mapValues(ValueShape.init)
    }
  }

  /// The shape of the elements of the lists, or nil for lists without elements.
  package var element: ValueShape? { elements.first }

  /// The kinds without null, because null doesn't show the kind of other values.
  package var plainKinds: Set<Kind> { kinds.subtracting([.null]) }

  /// Adds the shape of another value with the same path.
  package mutating func merge(_ other: ValueShape) {
    kinds.formUnion(other.kinds)
    count += other.count
    objects += other.objects
    empties += other.empties
    members.merge(other.members) { $0.merged(with: $1) }
    if let element = other.element { elements = [self.element?.merged(with: element) ?? element] }
    for (text, count) in other.texts where texts[text] != nil || texts.count < Self.textLimit {
      texts[text, default: 0] += count
    }
  }

  package func merged(with other: ValueShape) -> ValueShape {
    var shape = self
    shape.merge(other)
    return shape
  }

  /// The shape of all members, if their names are data, such as IDs and dates, rather than field names.
  package var entry: ValueShape? {
    guard !members.isEmpty else { return nil }
    let ofObjects = members.values.allSatisfy { $0.plainKinds == [.object] }
    guard members.keys.allSatisfy({ Self.isData($0, of: ofObjects) }) else { return nil }
    return members.values.reduce(ValueShape()) { $0.merged(with: $1) }
  }

  /// Returns whether the name of a member looks like data.
  ///
  /// A name such as `line2` only looks like data if all members are objects.
  private static func isData(_ name: String, of objects: Bool) -> Bool {
    let bytes = name.utf8
    if bytes.first?.isASCIIDigit == true { return true }
    if bytes.contains(where: { "@/:. ".utf8.contains($0) }) { return true }
    if (2...3).contains(bytes.count), bytes.allSatisfy({ (0x41...0x5A).contains($0) }) {
      return true
    }
    return objects && bytes.contains(where: \.isASCIIDigit)
  }
}

package struct ShapeDifference: Sendable, Hashable {
  package enum Change: Sendable, Hashable {
    /// The field was always present, and is now always absent.
    case missing
    case new(ValueShape.Kind?)
    case kind(was: ValueShape.Kind, is: ValueShape.Kind)
    /// An enumeration has a case that it didn't have before.
    case newCase(String, known: [String])
  }

  package var path: JSONPath
  package var change: Change
}

extension ValueShape {
  /// Returns the differences between the shapes of old and new values, in a stable order.
  ///
  /// The content of values may differ. These changes aren't differences, either: a field that was sometimes absent is
  /// now always absent, a field is now only sometimes present, or a list is now empty. Integers and other numbers count
  /// as the same kind. If a value was never null and is now always null, that is a difference.
  ///
  /// `known` is the shape of all known values with the same path, which is used to recognize enumerations. If one of
  /// the shapes contains no values, there are no differences.
  package func differences(
    to now: ValueShape, knowing known: ValueShape? = nil
  ) -> [ShapeDifference] {
    var found: [ShapeDifference] = []
    collect(now, known ?? self, JSONPath(), &found)
    return found
  }

  private func collect(
    _ now: ValueShape, _ known: ValueShape, _ path: JSONPath, _ found: inout [ShapeDifference]
  ) {
    if let change = changeOfKind(now) {
      found.append(ShapeDifference(path: path, change: change))
      return
    }
    if let own = element, let other = now.element {
      own.collect(other, known.element ?? own, path.adding(.index(0)), &found)
    }
    if case .key(let name)? = path.steps.last(where: { if case .key = $0 { true } else { false } })
    {
      found += known.newCases(in: now, named: name).map {
        ShapeDifference(path: path, change: $0)
      }
    }
    collectMembers(now, known, path, &found)
  }

  private func collectMembers(
    _ now: ValueShape, _ known: ValueShape, _ path: JSONPath, _ found: inout [ShapeDifference]
  ) {
    guard objects > 0 else { return }
    // All members were removed from the object.
    let isEmpty = now.objects == 0 && now.count > 0 && now.kinds.isEmpty
    guard now.objects > 0 || isEmpty else { return }
    if let own = entry, let other = now.entry {
      let names = members.keys.sorted().first.map { path.adding(.key($0)) } ?? path
      return own.collect(other, known.entry ?? own, names, &found)
    }
    for (name, own) in members.sortedByKeyBytes() {
      let place = path.adding(.key(name))
      if let other = now.members[name] {
        own.collect(other, known.members[name] ?? own, place, &found)
      } else if own.count == objects + empties {
        found.append(ShapeDifference(path: place, change: .missing))
      }
    }
    for (name, other) in now.members.sortedByKeyBytes() where members[name] == nil {
      let kind = Kind.allCases.last { other.kinds.contains($0) }
      found.append(ShapeDifference(path: path.adding(.key(name)), change: .new(kind)))
    }
  }

  /// Returns the change if the kind certainly differs, and otherwise nil.
  private func changeOfKind(_ now: ValueShape) -> ShapeDifference.Change? {
    guard let was = Kind.allCases.first(where: plainKinds.contains) else { return nil }
    if let new = Kind.allCases.first(where: now.plainKinds.subtracting(plainKinds).contains) {
      return .kind(was: was, is: new)
    }
    return now.kinds == [.null] && !kinds.contains(.null) ? .kind(was: was, is: .null) : nil
  }

  /// The kind is uncertain if all values are null, or if their kinds are mixed.
  package func contradiction(
    to other: ValueShape, at path: JSONPath = JSONPath()
  ) -> (path: JSONPath, own: Kind, other: Kind)? {
    guard let own = plainKinds.first, let kind = other.plainKinds.first, plainKinds.count == 1,
      other.plainKinds.count == 1
    else { return nil }
    if own != kind { return (path, own, kind) }
    if let first = element, let second = other.element,
      let found = first.contradiction(to: second, at: path.adding(.index(0)))
    {
      return found
    }
    for (name, member) in members.sortedByKeyBytes() {
      guard let counterpart = other.members[name] else { continue }
      if let found = member.contradiction(to: counterpart, at: path.adding(.key(name))) {
        return found
      }
    }
    return nil
  }

  // MARK: - Enumerations

  private func newCases(in now: ValueShape, named name: String) -> [ShapeDifference.Change] {
    guard isEnumeration(named: name), now.texts.count < Self.textLimit else { return [] }
    let cases = texts.keys.sorted()
    return now.texts.keys.sorted().filter { texts[$0] == nil && Self.isCase($0) }.map {
      .newCase($0, known: cases)
    }
  }

  /// Returns whether the strings are the cases of an enumeration.
  ///
  /// All of them must look like identifiers. If the field's name is typical of an enumeration, at least one string must
  /// occur repeatedly. Otherwise, every string must occur repeatedly and be uppercase, and at least one must have an
  /// underscore, like `IN_PROGRESS`.
  private func isEnumeration(named name: String) -> Bool {
    guard plainKinds == [.string], (2..<Self.textLimit).contains(texts.count),
      texts.keys.allSatisfy(Self.isCase)
    else { return false }
    let total = texts.values.reduce(0, +)
    if Self.saysEnumeration(name) { return total > texts.count }
    let areCapitals = texts.keys.allSatisfy { !$0.utf8.contains { (0x61...0x7A).contains($0) } }
    return areCapitals && texts.keys.contains { $0.contains("_") }
      && texts.values.allSatisfy { $0 > 1 }
  }

  /// Returns whether a string is a single word that starts with a letter and has digits only at its end.
  private static func isCase(_ text: String) -> Bool {
    let bytes = text.utf8.reversed().drop(while: \.isASCIIDigit)
    guard text.utf8.first?.isASCIILetter == true else { return false }
    return text.utf8.count <= 32
      && bytes.allSatisfy { $0.isASCIILetter || $0 == 0x5F || $0 == 0x2D }
  }

  private static func saysEnumeration(_ name: String) -> Bool {
    guard let word = SecretNames.words(of: name).last else { return false }
    return enumerationNames.contains(word)
  }

  /// The last words of field names that are typical of enumerations.
  private static let enumerationNames: Set<String> = [
    "status", "state", "type", "kind", "role", "category", "level", "priority", "phase", "severity",
    "mode", "visibility", "plan", "tier", "stage", "outcome", "result", "reason", "gender", "unit",
    "currency", "permission", "scope", "access", "method", "direction", "event", "action",
  ]
}

extension JSONPath {
  fileprivate func adding(_ step: Step) -> JSONPath { JSONPath(steps + [step]) }
}
