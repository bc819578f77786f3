internal import MockData

/// A collection that decodes itself from a list.
protocol WireList: Decodable {
  static func elements(of decoder: WireDecoder) throws -> Self
}

/// An array that decodes its elements into memory of the correct size.
///
/// The standard library's implementation grows the array step by step, through an existential container.
extension Array: WireList where Element: Decodable {
  static func elements(of decoder: WireDecoder) throws -> [Element] {
    var elements = decoder.value.elements
    // Creating an empty array this way would write to the empty array storage that all threads share.
    guard elements.remaining > 0 else { return [] }
    // Checked only once for all elements.
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

/// A dictionary with integer keys, which a Lua list fills starting at 1.
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
