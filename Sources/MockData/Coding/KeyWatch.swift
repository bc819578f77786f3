/// Records which members of objects a type reads while it is decoded.
///
/// It belongs to one decoding of one value, on one thread. When the decoder opens a nested value, the value gets its
/// own record.
package final class KeyWatch {
  /// A member that the type hasn't read.
  package struct Ignored: Equatable {
    /// The path of the object with the member.
    package var path: JSONPath
    /// The name of the member.
    package var name: String
    /// A similar name that the type reads although the object doesn't have it, if there is one.
    package var nearest: String?
  }

  /// The members of an object that the decoder has opened; nil for any other value.
  private(set) var members: [String: AnyCodableValue]?
  private(set) var asked: Set<String> = []
  private(set) var children: [JSONPath.Step: KeyWatch] = [:]
  /// Whether the type has taken the whole value without decoding it.
  private(set) var isTaken = false
  /// Whether the names of the members are data, as in a dictionary.
  private(set) var isDictionary = false

  package init() {}

  /// Starts to record an object, or continues if another container has already opened it.
  func open(_ members: [String: AnyCodableValue]) { self.members = members }

  func note(_ name: String) { asked.insert(name) }

  func noteAll(asDictionary isDictionary: Bool) {
    asked.formUnion((members ?? [:]).keys)
    if isDictionary { self.isDictionary = true }
  }

  func take() { isTaken = true }

  /// Returns the record for a nested value, or this record if there is no key.
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
