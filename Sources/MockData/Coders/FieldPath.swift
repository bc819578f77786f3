/// The path of a field that several values have, such as `items[].price`.
///
/// All elements of a list have the same fields.
package struct FieldPath: Sendable, Hashable {
  /// The steps of the path: a name after a dot, `[]` for an element of a list, or `*` for a member of a dictionary.
  package var steps: [String]

  package init(_ steps: [String] = []) { self.steps = steps }

  /// A path that represents all remaining fields if values have too many fields to observe.
  package static let tooMany = FieldPath(["**"])

  static let element = "[]"
  static let member = "*"

  func adding(_ step: String) -> Self { FieldPath(steps + [step]) }

  static func step(_ name: String) -> String { ".\(name)" }

  /// Returns whether this path equals another path, if `*` in this path counts as equal to any name.
  package func covers(_ other: Self) -> Bool {
    steps.count == other.steps.count
      && zip(steps, other.steps).allSatisfy { mine, step in
        mine == step || mine == Self.member && step.hasPrefix(".")
      }
  }
}

extension FieldPath: CustomStringConvertible {
  /// The path as shown in messages: `items[].price`.
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
  private static let depthLimit = 8

  /// Returns the fields of the decoded value, and whether the type has read each of them.
  ///
  /// If the type has read a field in one object of a list, the field counts as read in all objects. If the type takes a
  /// value without decoding it, everything in that value counts as read. If a field wasn't read or a value wasn't
  /// opened, the result doesn't contain the fields inside it.
  package func fields(of value: AnyCodableValue) -> [FieldPath: Bool] {
    var fields: [FieldPath: Bool] = [:]
    Self.collect(value, self, FieldPath(), isTaken: isTaken, into: &fields)
    return fields
  }

  private static func collect(
    _ value: AnyCodableValue, _ watch: KeyWatch?, _ path: FieldPath, isTaken: Bool,
    into fields: inout [FieldPath: Bool]
  ) {
    guard path.steps.count < depthLimit else { return }
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
        let isRead = isTaken || watch?.requestedKeys.contains(name) == true
        fields[inner] = fields[inner] == true || isRead
        if isRead { collect(member, .key(name), inner) }
      }
    default: break
    }
  }
}

extension AnyCodableValue {
  /// A hash that is the same for values with the same fields.
  package var fieldsHash: Int {
    switch self {
    case .array(let elements): Set(elements.map(\.fieldsHash)).hashValue
    case .dictionary(let members):
      // The members are combined in any order, which is five times faster than hashing a dictionary of their hashes.
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

/// Records which members of objects a type reads while it is decoded.
///
/// Each record belongs to a single decoding of a value, on one thread. When the decoder opens a nested value, that
/// value gets its own record.
package final class KeyWatch {
  package struct Ignored: Equatable {
    package var path: JSONPath
    package var name: String
    /// A similar name that the type reads, but that isn't in the object; nil if no name is similar.
    package var nearest: String?

    package init(path: JSONPath, name: String, nearest: String?) {
      (self.path, self.name, self.nearest) = (path, name, nearest)
    }
  }

  /// The members of an object that the decoder has opened; nil for any other value.
  private(set) var members: [String: AnyCodableValue]?
  private(set) var requestedKeys: Set<String> = []
  private(set) var children: [JSONPath.Step: KeyWatch] = [:]
  /// Whether the type has taken the whole value without decoding it.
  private(set) var isTaken = false
  /// Whether the names of the members are data, as in a dictionary.
  private(set) var isDictionary = false

  package init() {}

  /// Starts to record an object, or continues if another container has already opened it.
  func open(_ members: [String: AnyCodableValue]) { self.members = members }

  func note(_ name: String) { requestedKeys.insert(name) }

  func noteAll(asDictionary isDictionary: Bool) {
    requestedKeys.formUnion((members ?? [:]).keys)
    if isDictionary { self.isDictionary = true }
  }

  func take() { isTaken = true }

  /// Returns the record for a nested value, or this record for a nil key.
  func child(_ key: (any CodingKey)?) -> KeyWatch {
    guard let key else { return self }
    let step = JSONPath.step(key)
    if let child = children[step] { return child }
    let child = KeyWatch()
    children[step] = child
    return child
  }

  /// The members that weren't read, in the order of their paths.
  package var ignored: [Ignored] {
    var objects: [(path: JSONPath, watch: KeyWatch)] = []
    collect(JSONPath(), into: &objects)
    return objects.map { ($0.path.description, $0) }.sorted { $0.0 < $1.0 }.flatMap { _, object in
      let names = Set((object.watch.members ?? [:]).keys)
      let absent = object.watch.requestedKeys.subtracting(names)
      return names.subtracting(object.watch.requestedKeys).sorted().map { name in
        Ignored(
          path: object.path, name: name, nearest: NearestName.nearest(to: name, candidates: absent))
      }
    }
  }

  private func collect(_ path: JSONPath, into objects: inout [(path: JSONPath, watch: KeyWatch)]) {
    if let members, !requestedKeys.isSuperset(of: members.keys) { objects.append((path, self)) }
    for (step, child) in children { child.collect(JSONPath(path.steps + [step]), into: &objects) }
  }
}

extension AnyCodableValueDecoder {
  /// Decodes a value, and also returns a record of the members that the type has read.
  package func decodeWatching<T: Decodable>(
    _ type: T.Type = T.self, from value: AnyCodableValue
  ) throws -> (value: T, watch: KeyWatch) {
    let watch = KeyWatch()
    var information: [CodingUserInfoKey: Any] = [:]
    if !userInfo.isEmpty { information = userInfo }
    let decoder = ValueDecoder(
      value: value, parent: nil, key: nil, userInfo: information, watch: watch)
    return (try decoder.decode(value, as: type, key: nil), watch)
  }
}
