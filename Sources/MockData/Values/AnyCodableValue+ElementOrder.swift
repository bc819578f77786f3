extension [AnyCodableValue] {
  /// The elements of a set in an order that depends on nothing but themselves.
  ///
  /// Swift's sets and dictionaries have another order in each process, and the same call has to be the same data each
  /// time. Numbers stand in theirs, strings in that of their bytes, and all else in that of its JSON.
  package var inElementOrder: [AnyCodableValue] { inElementOrder(groupedBy: 1) }

  /// The same for groups of so many elements, which stay together, by the first of each.
  func inElementOrder(groupedBy width: Int) -> [AnyCodableValue] {
    let groups = stride(from: 0, to: count - count % width, by: width).map { self[$0..<$0 + width] }
    return groups.sorted { first, second in
      switch (first.first, second.first) {
      case (let first?, let second?): first.precedes(second)
      default: false
      }
    }.flatMap { $0 }
  }
}

extension AnyCodableValue {
  fileprivate func precedes(_ other: AnyCodableValue) -> Bool {
    switch (self, other) {
    case (.int(let first), .int(let second)): first < second
    case (.string(let first), .string(let second)): first.precedesInBytes(second)
    default:
      if let first = asDouble, let second = other.asDouble, first != second {
        first < second
      } else {
        text(limit: .max - 3).precedesInBytes(other.text(limit: .max - 3))
      }
    }
  }
}

/// A collection that encodes itself as a list whose order means nothing.
protocol UnorderedList {
  /// How many elements of the list stand together: a key and its value, where the keys are no texts.
  static var groupWidth: Int { get }
}

extension Set: UnorderedList {
  static var groupWidth: Int { 1 }
}

extension Dictionary: UnorderedList {
  static var groupWidth: Int { 2 }
}
