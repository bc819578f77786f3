/// Notes which members of objects a type asks for while it is decoded.
///
/// It belongs to one value of one decoding, on one thread; the values inside have one of their own as soon as a decoder
/// looks into them.
package final class KeyWatch {
  /// A member that the type has not asked for.
  package struct Ignored: Equatable {
    /// Where the object stands that has it.
    package var path: JSONPath
    /// The name of the member.
    package var name: String
    /// The name that the type asks for and the object lacks, where that is nearly the same.
    package var nearest: String?
  }

  /// The members of an object that a decoder has opened; nil for any other value.
  private(set) var members: [String: AnyCodableValue]?
  private(set) var asked: Set<String> = []
  private(set) var children: [JSONPath.Step: KeyWatch] = [:]
  /// Whether the type has taken the value as it is, with all that is in it.
  private(set) var isTaken = false
  /// Whether the members have names that the type does not know, as those of a dictionary.
  private(set) var isDictionary = false

  package init() {}

  /// Begins with an object, or goes on with one that another container has opened.
  func open(_ members: [String: AnyCodableValue]) { self.members = members }

  func note(_ name: String) { asked.insert(name) }

  func noteAll(asDictionary isDictionary: Bool) {
    asked.formUnion((members ?? [:]).keys)
    if isDictionary { self.isDictionary = true }
  }

  func take() { isTaken = true }

  /// What notes the same of a value inside; the value itself without a key.
  func child(_ key: (any CodingKey)?) -> KeyWatch {
    guard let key else { return self }
    let step = JSONPath.step(key)
    if let child = children[step] { return child }
    let child = KeyWatch()
    children[step] = child
    return child
  }

  /// The members that nobody has asked for, in the order of their paths.
  package var ignored: [Ignored] {
    var objects: [(path: JSONPath, watch: KeyWatch)] = []
    collect(JSONPath(), into: &objects)
    return objects.map { ($0.path.description, $0) }.sorted { $0.0 < $1.0 }.flatMap { _, object in
      let names = Set((object.watch.members ?? [:]).keys)
      let absent = object.watch.asked.subtracting(names)
      return names.subtracting(object.watch.asked).sorted().map { name in
        Ignored(
          path: object.path, name: name, nearest: NearestName.nearest(to: name, candidates: absent))
      }
    }
  }

  private func collect(_ path: JSONPath, into objects: inout [(path: JSONPath, watch: KeyWatch)]) {
    if let members, !asked.isSuperset(of: members.keys) { objects.append((path, self)) }
    for (step, child) in children { child.collect(JSONPath(path.steps + [step]), into: &objects) }
  }
}

extension AnyCodableValueDecoder {
  /// Decodes a value, and gives what notes which members the type has asked for.
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
