/// Converts offsets in text to places.
///
/// Offsets in ascending order take a single pass. Lines and columns are counted from 1. Columns count characters, as in
/// editors.
package struct TextLocator {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var offset = 0
  private var line = 1
  private var column = 1

  package init(bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  /// Returns the place of an offset at which a character starts.
  package mutating func place(of target: Int, in file: String = "") -> ScriptLocation {
    if target < offset { (offset, line, column) = (0, 1, 1) }
    let target = min(target, bytes.count)
    let passed = UnsafeBufferPointer(rebasing: bytes[offset..<target])
    var lineStart = 0
    for (index, byte) in passed.enumerated() where byte == UInt8(ascii: "\n") {
      line += 1
      column = 1
      lineStart = index + 1
    }
    let rest = UnsafeBufferPointer(rebasing: passed[lineStart...])
    column +=
      rest.allSatisfy { $0 < 0x80 } ? rest.count : String(decoding: rest, as: UTF8.self).count
    offset = target
    return ScriptLocation(file: file, line: line, column: column)
  }
}
