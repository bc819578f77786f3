/// A key made of a string or of a place in a list, counted from 0.
package struct WireKey: CodingKey {
  package let stringValue: String
  package let intValue: Int?

  package init(stringValue: String) {
    self.stringValue = stringValue
    intValue = nil
  }

  package init(intValue: Int) {
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
