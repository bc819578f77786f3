/// A coding key for an element of an array, or for a member whose name is data.
package enum DataKey: CodingKey {
  case name(String)
  case index(Int)

  /// The key under which a class encodes its superclass.
  package static let `super` = DataKey.name("super")

  package init(stringValue: String) {
    self = .name(stringValue)
  }

  package init(intValue: Int) {
    self = .index(intValue)
  }

  package var stringValue: String {
    switch self {
    case .name(let name): name
    case .index(let index): "Index \(index)"
    }
  }

  package var intValue: Int? {
    switch self {
    case .name: nil
    case .index(let index): index
    }
  }
}
