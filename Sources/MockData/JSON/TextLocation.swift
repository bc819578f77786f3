/// A place in a text as editors count it: lines and columns from 1, columns in characters.
package struct TextLocation: Equatable {
  package var line = 1
  package var column = 1

  /// Finds the place of a byte offset.
  package init(offset: Int, in bytes: UnsafeBufferPointer<UInt8>) {
    var locator = TextLocator(bytes: bytes)
    self = locator.location(of: offset)
  }

  fileprivate init() {}
}

/// Finds the places of many offsets in one text; in ascending order that takes a single pass.
package struct TextLocator {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var offset = 0
  private var location = TextLocation()

  package init(bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  /// The place of an offset that begins a character; a column counts characters, not bytes.
  package mutating func location(of target: Int) -> TextLocation {
    if target < offset { (offset, location) = (0, TextLocation()) }
    let target = min(target, bytes.count)
    let passed = UnsafeBufferPointer(rebasing: bytes[offset..<target])
    var lineStart = 0
    for (index, byte) in passed.enumerated() where byte == UInt8(ascii: "\n") {
      location.line += 1
      location.column = 1
      lineStart = index + 1
    }
    let rest = UnsafeBufferPointer(rebasing: passed[lineStart...])
    location.column +=
      rest.allSatisfy { $0 < 0x80 } ? rest.count : String(decoding: rest, as: UTF8.self).count
    offset = target
    return location
  }
}
