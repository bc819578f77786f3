package import MockData
internal import MockPlatform

/// The text of a script or a module that tests can use, in the version that a process has read.
package struct CoverageSource: Sendable, Hashable {
  /// The path relative to the project folder, or the name in messages for text that isn't in a file.
  package var file: String
  /// The project folder on the machine that runs the tests; nil for text that isn't in a file.
  package var root: String?
  /// The FNV-1a hash of the text, as 16 hexadecimal digits.
  ///
  /// It distinguishes the versions of a file.
  package var hash: String

  package init(file: String, root: String?, hash: String) {
    (self.file, self.root, self.hash) = (file, root, hash)
  }

  /// Returns the 64-bit FNV-1a hash of some bytes, because the standard library's hashes differ from process to
  /// process.
  package static func hash(of bytes: some Sequence<UInt8>) -> String {
    var value: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// Returns the hash of a line without leading and trailing spaces.
  ///
  /// It identifies the line even if it has moved.
  package static func hash(ofLine line: some StringProtocol) -> String {
    let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x09 || byte == 0x0D }
    let bytes = Array(line.utf8.drop(while: isSpace))
    return hash(of: bytes[..<(bytes.lastIndex { !isSpace($0) }.map { $0 + 1 } ?? 0)])
  }
}

extension CoverageSource {
  enum Key: String, ConfigurationKey {
    case source, file, root, hash
  }

  /// Reads a source and its number in the file.
  package static func read(_ node: ConfigurationNode) throws -> (number: Int, source: Self) {
    let object = try ObjectReader<Key>(node)
    let number = try object.required(.source).wholeNumber(atLeast: 0, "the number of a source")
    let source = CoverageSource(
      file: try object.required(.file).string(), root: try object.optional(.root)?.string(),
      hash: try object.required(.hash).string())
    return (number, source)
  }

  /// Returns the source as data, with its number in the file.
  package func value(number: Int) -> AnyCodableValue {
    var members: [String: AnyCodableValue] = [
      Key.source.rawValue: .int(number), Key.file.rawValue: .string(file),
      Key.hash.rawValue: .string(hash),
    ]
    members[Key.root.rawValue] = root.map { .string($0) }
    return .dictionary(members)
  }
}
