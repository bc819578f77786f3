/// A place in a text as editors count it: lines and columns from 1, columns in characters.
struct TextLocation: Equatable {
  var line: Int
  var column: Int

  /// Finds the place of a byte offset; a column counts characters, not bytes.
  init(offset: Int, in bytes: UnsafeBufferPointer<UInt8>) {
    let before = bytes.prefix(offset)
    let lineStart = (before.lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1
    line = 1 + before.reduce(into: 0) { $0 += $1 == UInt8(ascii: "\n") ? 1 : 0 }
    column = 1 + String(decoding: before[lineStart...], as: UTF8.self).count
  }
}
