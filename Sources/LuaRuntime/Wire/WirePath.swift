/// The way from the root of a value to the place at hand.
///
/// A coding path costs an array a step; this costs a pointer, and becomes an array when asked.
package indirect enum WirePath {
  case root
  case step(any CodingKey, after: WirePath)
  case element(Int, after: WirePath)
  case key(String, after: WirePath)

  func appending(_ key: any CodingKey) -> WirePath { .step(key, after: self) }

  package var keys: [any CodingKey] {
    var keys: [any CodingKey] = []
    var path = self
    while true {
      switch path {
      case .root: return keys.reversed()
      case .step(let key, let parent):
        keys.append(key)
        path = parent
      case .key(let name, let parent):
        keys.append(WireKey(stringValue: name))
        path = parent
      case .element(let index, let parent):
        keys.append(WireKey(intValue: index))
        path = parent
      }
    }
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
