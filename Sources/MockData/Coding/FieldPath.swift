/// Where a field stands in values of one kind, as in `items[].price`: all elements of a list have the same fields.
package struct FieldPath: Sendable, Hashable {
  /// Each a name with a point in front, `[]` for an element of a list, or `*` for a member of a dictionary.
  package var steps: [String]

  package init(_ steps: [String] = []) { self.steps = steps }

  /// Stands for the fields of values that have too many, of which nothing is said.
  package static let tooMany = FieldPath(["**"])

  static let element = "[]"
  static let member = "*"

  func adding(_ step: String) -> Self { FieldPath(steps + [step]) }

  static func step(_ name: String) -> String { ".\(name)" }

  /// Whether it says the same as another, or the same of all members of a dictionary.
  package func covers(_ other: Self) -> Bool {
    steps.count == other.steps.count
      && zip(steps, other.steps).allSatisfy { mine, step in
        mine == step || mine == Self.member && step.hasPrefix(".")
      }
  }
}

extension FieldPath: CustomStringConvertible {
  /// As messages show it: `items[].price`.
  package var description: String {
    var text = ""
    for step in steps {
      if step.hasPrefix(".") {
        let name = JSONPath([.key(String(step.dropFirst()))]).description
        text += text.isEmpty || name.hasPrefix("[") ? name : "." + name
      } else {
        text += step == Self.member && !text.isEmpty ? "." + step : step
      }
    }
    return text
  }
}

extension KeyWatch {
  /// So deep in a value fields are looked at; of what lies deeper nothing is said.
  private static let deepest = 8

  /// The fields of the value that was decoded, and of each whether the type has read it.
  ///
  /// Where one object of a list has a field that was read, all have. What the type takes as it is has been read with all
  /// that is in it; of what lies in a field that was not read, and of what nobody has looked into, nothing is said.
  package func fields(of value: AnyCodableValue) -> [FieldPath: Bool] {
    var fields: [FieldPath: Bool] = [:]
    Self.collect(value, self, FieldPath(), isTaken: isTaken, into: &fields)
    return fields
  }

  private static func collect(
    _ value: AnyCodableValue, _ watch: KeyWatch?, _ path: FieldPath, isTaken: Bool,
    into fields: inout [FieldPath: Bool]
  ) {
    guard path.steps.count < deepest else { return }
    func collect(_ inner: AnyCodableValue, _ step: JSONPath.Step, _ path: FieldPath) {
      let child = watch?.children[step]
      guard isTaken || child != nil else { return }
      Self.collect(
        inner, child, path, isTaken: isTaken || child?.isTaken == true, into: &fields)
    }
    switch value {
    case .array(let elements):
      let inner = path.adding(FieldPath.element)
      for (index, element) in elements.enumerated() { collect(element, .index(index), inner) }
    case .dictionary(let members) where isTaken || watch?.members != nil:
      for (name, member) in members {
        let isDictionary = watch?.isDictionary == true
        let inner = path.adding(isDictionary ? FieldPath.member : FieldPath.step(name))
        let isRead = isTaken || watch?.asked.contains(name) == true
        fields[inner] = fields[inner] == true || isRead
        if isRead { collect(member, .key(name), inner) }
      }
    default: break
    }
  }
}

extension AnyCodableValue {
  /// A hash that is the same for values that have the same fields.
  package var fieldsHash: Int {
    switch self {
    case .array(let elements): Set(elements.map(\.fieldsHash)).hashValue
    case .dictionary(let members):
      // In whichever order they come; the hash of a dictionary of these hashes takes five times as long.
      members.reduce(0) { hash, member in
        var hasher = Hasher()
        hasher.combine(member.key)
        hasher.combine(member.value.fieldsHash)
        return hash ^ hasher.finalize()
      }
    default: 0
    }
  }
}
