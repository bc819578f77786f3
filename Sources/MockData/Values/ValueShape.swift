/// What values have in common beside what they say: the kinds of their parts, and which parts are always there.
///
/// A list has one shape for all its elements. An empty object, which in Lua is an empty list as well, says nothing.
package struct ValueShape: Sendable, Equatable {
  /// The kinds that a part has had, under the names that sentences use.
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
  /// How many values it was made of.
  package private(set) var count = 0
  /// How many of them were objects with members.
  package private(set) var objects = 0
  /// The texts, and how often each came; no more than are needed to know an enumeration.
  package private(set) var texts: [String: Int] = [:]
  /// The shape of the elements of all lists; none where there were no elements.
  private var elements: [ValueShape] = []

  /// As many different texts as no enumeration has.
  package static let mostTexts = 33
  /// Longer texts are no cases of an enumeration, in bytes.
  private static let longestText = 40

  /// The shape of no value, which says nothing.
  package init() {}

  /// The shape of a value.
  package init(_ value: AnyCodableValue) {
    count = 1
    switch value {
    case .null: kinds = [.null]
    case .bool: kinds = [.bool]
    case .int, .double, .number: kinds = [.number]
    case .string(let text):
      kinds = [.string]
      if text.utf8.count <= Self.longestText { texts = [text: 1] }
    case .array(let values):
      kinds = [.list]
      var shape = ValueShape()
      for value in values { shape.merge(ValueShape(value)) }
      if !values.isEmpty { elements = [shape] }
    case .dictionary(let values):
      guard !values.isEmpty else { return }
      kinds = [.object]
      objects = 1
      members = values.mapValues(ValueShape.init)
    }
  }

  /// The shape of the elements of its lists; nil where there were none.
  package var element: ValueShape? { elements.first }

  /// The kinds without null, which says nothing of what else may be there.
  package var plainKinds: Set<Kind> { kinds.subtracting([.null]) }

  /// Takes in another value of the same place.
  package mutating func merge(_ other: ValueShape) {
    kinds.formUnion(other.kinds)
    count += other.count
    objects += other.objects
    members.merge(other.members) { $0.merged(with: $1) }
    if let element = other.element { elements = [self.element?.merged(with: element) ?? element] }
    for (text, count) in other.texts where texts[text] != nil || texts.count < Self.mostTexts {
      texts[text, default: 0] += count
    }
  }

  /// What both shapes say together.
  package func merged(with other: ValueShape) -> ValueShape {
    var shape = self
    shape.merge(other)
    return shape
  }

  /// The shape of all members, where their names are data such as ids and dates, and not those of fields.
  package var entry: ValueShape? {
    guard !members.isEmpty else { return nil }
    let ofObjects = members.values.allSatisfy { $0.plainKinds == [.object] }
    guard members.keys.allSatisfy({ Self.isData($0, of: ofObjects) }) else { return nil }
    return members.values.reduce(ValueShape()) { $0.merged(with: $1) }
  }

  /// Whether the name of a member looks like data: `line2` is that of a field unless it is one of several objects.
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
