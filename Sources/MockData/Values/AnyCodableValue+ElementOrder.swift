extension [AnyCodableValue] {
  /// The elements of a set, in an order that depends only on the elements.
  ///
  /// The order of Swift's sets and dictionaries differs from process to process, but equal calls must always have equal
  /// data. Numbers are sorted by value, strings by their bytes, and all other values by their JSON.
  package var inElementOrder: [AnyCodableValue] { inElementOrder(groupedBy: 1) }

  /// Returns the elements in groups of a given size, sorted by the first element of each group.
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

/// A collection that is encoded as a list in undefined order.
protocol UnorderedList {
  /// The number of list elements that belong together: 2 for a dictionary whose keys aren't strings, as a key and its
  /// value.
  static var groupWidth: Int { get }
}

extension Set: UnorderedList {
  static var groupWidth: Int { 1 }
}

extension Dictionary: UnorderedList {
  static var groupWidth: Int { 2 }
}
