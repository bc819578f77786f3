/// Finds the place of a value in a JSON text that has been parsed already.
///
/// The parser keeps no places, which makes it small and fast; only an error pays for a second scan.
struct JSONLocator {
  private var reader: JSONReader

  init(bytes: UnsafeBufferPointer<UInt8>) {
    reader = JSONReader(bytes: bytes, maximumDepth: .max)
  }

  /// The place of a value, or of its key; of the innermost value that exists where the path leads nowhere.
  mutating func location(of path: JSONPath, atKey: Bool) -> TextLocation {
    reader.position = 0
    reader.skipWhitespace()
    var offset = reader.position
    for (index, step) in path.steps.enumerated() {
      guard let keyOffset = try? enter(step) else { break }
      offset = atKey && index == path.steps.count - 1 ? keyOffset : reader.position
    }
    return TextLocation(offset: offset, in: reader.bytes)
  }

  /// Moves to a member or an element and returns the offset of its key; nil where there is none.
  private mutating func enter(_ step: JSONPath.Step) throws(JSONReader.Failure) -> Int? {
    switch (reader.current, step) {
    case (UInt8(ascii: "{"), .key(let name)):
      let start = try reader.open(depth: 0)
      guard reader.current != UInt8(ascii: "}") else { return nil }
      repeat {
        let keyOffset = reader.position
        if try reader.readKey(from: start) == name { return keyOffset }
        _ = try reader.readValue()
      } while try reader.separator(closing: UInt8(ascii: "}"), of: "object", from: start)
    case (UInt8(ascii: "["), .index(let target)):
      let start = try reader.open(depth: 0)
      guard reader.current != UInt8(ascii: "]") else { return nil }
      var index = 0
      repeat {
        if index == target { return reader.position }
        _ = try reader.readValue()
        index += 1
      } while try reader.separator(closing: UInt8(ascii: "]"), of: "array", from: start)
    default: break
    }
    return nil
  }
}
