/// The shape of values without their content: the kinds of their parts, and which parts are always present.
///
/// All elements of a list have the same shape. An empty object has no kind, because it can also be an empty list in
/// Lua.
package struct ValueShape: Sendable, Equatable {
  /// The kinds of values, with names for messages.
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
  /// The number of values with this shape.
  package private(set) var count = 0
  /// The number of values that are objects with members.
  package private(set) var objects = 0
  /// The strings and how often each occurs, up to a number that is sufficient to recognize an enumeration.
  package private(set) var texts: [String: Int] = [:]
  /// The shape of the elements of all lists, or an empty array if there were no elements.
  private var elements: [ValueShape] = []

  /// A number of different strings that is too high for an enumeration.
  package static let mostTexts = 33
  /// The maximum length in bytes of a case of an enumeration.
  private static let longestText = 40

  /// Creates the shape of no values.
  package init() {}

  /// Creates the shape of a value.
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

  /// The shape of the elements of the lists, or nil if there were no elements.
  package var element: ValueShape? { elements.first }

  /// The kinds without null, which says nothing about the kind of other values.
  package var plainKinds: Set<Kind> { kinds.subtracting([.null]) }

  /// Adds the shape of another value at the same place.
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

  /// Returns the combination of both shapes.
  package func merged(with other: ValueShape) -> ValueShape {
    var shape = self
    shape.merge(other)
    return shape
  }

  /// The shape of all members, if their names are data, such as IDs and dates, instead of field names.
  package var entry: ValueShape? {
    guard !members.isEmpty else { return nil }
    let ofObjects = members.values.allSatisfy { $0.plainKinds == [.object] }
    guard members.keys.allSatisfy({ Self.isData($0, of: ofObjects) }) else { return nil }
    return members.values.reduce(ValueShape()) { $0.merged(with: $1) }
  }

  /// Returns whether the name of a member looks like data.
  ///
  /// A name such as `line2` only does if all members are objects.
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
