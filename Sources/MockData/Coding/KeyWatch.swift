/// Notes which members of objects a type asks for while it is decoded.
///
/// It belongs to one decoding, on one thread.
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

  private struct Object {
    var members: Set<String>
    var asked: Set<String> = []
  }

  private var objects: [String: (path: JSONPath, object: Object)] = [:]

  package init() {}

  /// Begins with an object, or goes on with one that another container has opened.
  func open(_ members: some Sequence<String>, at path: [any CodingKey]) -> Entry {
    let path = JSONPath(path)
    let key = path.description
    if objects[key] == nil { objects[key] = (path, Object(members: Set(members))) }
    return Entry(watch: self, key: key)
  }

  /// The members that nobody has asked for, in the order of their paths.
  package var ignored: [Ignored] {
    objects.sorted { $0.key < $1.key }.flatMap { _, entry in
      let absent = entry.object.asked.subtracting(entry.object.members)
      return entry.object.members.subtracting(entry.object.asked).sorted().map { name in
        Ignored(
          path: entry.path, name: name, nearest: NearestName.nearest(to: name, candidates: absent))
      }
    }
  }

  /// An object that is watched.
  struct Entry {
    fileprivate let watch: KeyWatch
    fileprivate let key: String

    func note(_ name: String) { watch.objects[key]?.object.asked.insert(name) }

    func noteAll() {
      guard let members = watch.objects[key]?.object.members else { return }
      watch.objects[key]?.object.asked.formUnion(members)
    }
  }

  /// Where a decoder keeps its watch.
  static let userInfoKey = CodingUserInfoKey(rawValue: "MockData.KeyWatch")
}

extension AnyCodableValueDecoder {
  /// Decodes a value, and gives what of it the type has not asked for.
  package func decodeWatching<T: Decodable>(
    _ type: T.Type = T.self, from value: AnyCodableValue
  ) throws -> (value: T, ignored: [KeyWatch.Ignored]) {
    let watch = KeyWatch()
    var information: [CodingUserInfoKey: Any] = userInfo
    if let key = KeyWatch.userInfoKey { information[key] = watch }
    let decoder = ValueDecoder(value: value, parent: nil, key: nil, userInfo: information)
    return (try decoder.decode(value, as: type, key: nil), watch.ignored)
  }
}
