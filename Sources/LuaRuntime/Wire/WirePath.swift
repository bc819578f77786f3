/// The way from the root of a value to the place at hand.
///
/// A coding path would cost an array at every step. This costs an object for each table on the way, and
/// nothing for an element of a list; it becomes an array when an error asks for it.
package struct WirePath: Sendable {
  /// A table on the way, and how it was reached.
  final class Table: Sendable {
    let path: WirePath
    /// The key under which the next step stands; nil where that is an element.
    let key: Key?

    init(_ path: WirePath, _ key: Key?) {
      self.path = path
      self.key = key
    }
  }

  enum Key: Sendable {
    case coding(any CodingKey)
    case name(String)
  }

  private let table: Table?
  /// The place in a list, counted from 0; negative where the step is a key.
  private let index: Int

  private init(_ table: Table?, _ index: Int) {
    self.table = table
    self.index = index
  }

  /// The value itself.
  package static let root = WirePath(nil, -1)

  var isRoot: Bool { table == nil }

  func appending(_ key: any CodingKey) -> WirePath { WirePath(Table(self, .coding(key)), -1) }

  package func appending(name: String) -> WirePath { WirePath(Table(self, .name(name)), -1) }

  /// The list at this path, for the paths of its elements.
  package var list: List { List(table: Table(self, nil)) }

  /// A list on the way.
  package struct List {
    fileprivate let table: Table

    /// The path of an element, counted from 0.
    package func element(_ index: Int) -> WirePath { WirePath(table, index) }

    var path: WirePath { table.path }
  }

  /// The steps as a coding path.
  package var keys: [any CodingKey] {
    var keys: [any CodingKey] = []
    var path = self
    while let table = path.table {
      switch table.key {
      case .coding(let key): keys.append(key)
      case .name(let name): keys.append(WireKey(stringValue: name))
      case nil: keys.append(WireKey(intValue: path.index))
      }
      path = table.path
    }
    return keys.reversed()
  }
}

/// A key made of a string or of a place in a list, counted from 0.
struct WireKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(stringValue: String) {
    self.stringValue = stringValue
    intValue = nil
  }

  init(intValue: Int) {
    stringValue = String(intValue)
    self.intValue = intValue
  }

  static let `super` = WireKey(stringValue: "super")
}

/// The Lua form of a coding path: `items[3].price`, counted from 1.
func describePath(_ keys: [any CodingKey]) -> String {
  var text = ""
  for key in keys {
    if let index = key.intValue {
      text += "[\(index + 1)]"
    } else {
      text += text.isEmpty ? key.stringValue : ".\(key.stringValue)"
    }
  }
  return text
}
