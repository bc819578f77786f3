internal import MockData

/// The kinds of a value and of its parts, as far as values of one Swift type share them.
///
/// A null, an empty object (which also stands for an empty list) and an absent member say nothing.
indirect enum ValueShape {
  case unknown
  case bool
  case number
  case string
  case list(ValueShape)
  case object([String: ValueShape])

  /// A place where two shapes differ.
  struct Difference {
    var path: JSONPath
    /// Both kinds, with their articles.
    var own: String
    var other: String
  }

  init(_ value: AnyCodableValue) {
    switch value {
    case .null: self = .unknown
    case .bool: self = .bool
    case .int, .double, .number: self = .number
    case .string: self = .string
    case .array(let elements):
      // A list of mixed elements is the script's own choice, so it says nothing of them.
      let shapes = elements.map(ValueShape.init)
      var shape = ValueShape.unknown
      for next in shapes {
        guard shape.difference(from: next) == nil else {
          shape = .unknown
          break
        }
        shape = shape.merged(with: next)
      }
      self = .list(shape)
    case .dictionary(let members):
      self = members.isEmpty ? .unknown : .object(members.mapValues(ValueShape.init))
    }
  }

  private var phrase: String {
    switch self {
    case .unknown: "unknown"
    case .bool: "a bool"
    case .number: "a number"
    case .string: "a string"
    case .list: "a list"
    case .object: "an object"
    }
  }

  /// The first place where another shape contradicts this one; nil where none does.
  func difference(from other: ValueShape, at path: JSONPath = JSONPath()) -> Difference? {
    switch (self, other) {
    case (.unknown, _), (_, .unknown), (.bool, .bool), (.number, .number), (.string, .string):
      return nil
    case (.list(let element), .list(let otherElement)):
      return element.difference(from: otherElement, at: JSONPath(path.steps + [.index(0)]))
    case (.object(let members), .object(let others)):
      for (key, shape) in members.sortedByKeyBytes() {
        guard let counterpart = others[key] else { continue }
        let place = JSONPath(path.steps + [.key(key)])
        if let found = shape.difference(from: counterpart, at: place) { return found }
      }
      return nil
    default: return Difference(path: path, own: phrase, other: other.phrase)
    }
  }

  /// What both shapes say together; they must not differ.
  func merged(with other: ValueShape) -> ValueShape {
    switch (self, other) {
    case (.unknown, _): other
    case (.list(let element), .list(let otherElement)): .list(element.merged(with: otherElement))
    case (.object(let members), .object(let others)):
      .object(members.merging(others) { $0.merged(with: $1) })
    default: self
    }
  }
}
