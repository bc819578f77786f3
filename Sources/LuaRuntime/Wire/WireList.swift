internal import MockData

/// A collection that decodes from a list by itself.
protocol WireList: Decodable {
  static func elements(of decoder: WireDecoder) throws -> Self
}

/// An array whose elements decode one after the other into memory of the right size.
///
/// The standard library's way grows the array step by step through an existential container.
extension Array: WireList where Element: Decodable {
  static func elements(of decoder: WireDecoder) throws -> [Element] {
    var elements = decoder.value.elements
    // Making an empty one in this way writes into the one empty array that all threads share.
    guard elements.remaining > 0 else { return [] }
    // Asked once for all elements.
    let isPlain =
      Element.self != LuaValue.self && !(Element.self is any WireList.Type)
      && !FoundationForm.isKnown(Element.self)
    return try Array(unsafeUninitializedCapacity: elements.remaining) { buffer, count in
      guard var place = buffer.baseAddress else { return }
      while let value = elements.next() {
        let member = decoder.member(value)
        place.initialize(to: try isPlain ? Element(from: member) : member.decode(Element.self))
        place += 1
        count += 1
      }
    }
  }
}

/// A dictionary with numbers as its keys, which a list of Lua's fills from 1.
extension Dictionary: WireList where Key == Int, Value: Decodable {
  static func elements(of decoder: WireDecoder) throws -> [Int: Value] {
    var result = [Int: Value](minimumCapacity: decoder.value.count)
    for (index, element) in decoder.value.elements.enumerated() {
      result[index + 1] = try decoder.member(element).decode(Value.self)
    }
    return result
  }
}

extension WireDecoder {
  func list<List: WireList, T>(_ list: List.Type, as type: T.Type) throws -> T {
    unsafeBitCast(try List.elements(of: self), to: type)
  }
}
