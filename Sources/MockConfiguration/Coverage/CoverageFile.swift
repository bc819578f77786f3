internal import CLibrary
package import MockData
internal import MockPlatform

/// The coverage file of one process.
///
/// It only grows, because every write appends to it.
struct CoverageFile {
  private let folder: String
  private var descriptor: Descriptor?
  private var hasFailed = false
  private var sources: [CoverageSource: Int] = [:]
  /// The number of uses of each unit that the file already contains, by the unit's number.
  private var written: [Int] = []

  init(folder: String) { self.folder = folder }

  /// Appends new units and new uses, and reports the first error on standard error.
  mutating func append(_ units: [CoverageUnit]) {
    guard !hasFailed else { return }
    let text = news(of: units)
    guard !text.isEmpty else { return }
    do throws(SystemError) {
      if descriptor == nil { try create() }
      try descriptor?.write(text)
    } catch {
      // If a line was written only partly, the next line would be appended to it.
      hasFailed = true
      StandardError.write("mocklua: cannot write the coverage: \(folder): \(error)\n")
    }
  }

  private mutating func create() throws(SystemError) {
    Folder.make(folder)
    let random = String(UInt64.random(in: .min ... .max), radix: 36)
    let path = "\(folder)/\(getpid())-\(random).\(CoverageFormat.ending)"
    let file = try Descriptor(appendingTo: path)
    descriptor = file
    try file.write(Self.line(CoverageFormat.header(process: Int(getpid()))))
  }

  private mutating func news(of units: [CoverageUnit]) -> String {
    var text = ""
    var uses: [String: AnyCodableValue] = [:]
    for (number, unit) in units.enumerated() {
      if number == written.count {
        written.append(0)
        let source = unit.identity.source
        if sources[source] == nil {
          sources[source] = sources.count
          text += Self.line(source.value(number: sources.count - 1))
        }
        text += Self.line(unit.identity.value(number: number, source: sources[source] ?? 0))
      }
      let total = unit.total
      guard total > written[number] else { continue }
      uses["\(number)"] = .int(total - written[number])
      written[number] = total
    }
    return uses.isEmpty ? text : text + Self.line(["used": .dictionary(uses)])
  }

  private static func line(_ value: AnyCodableValue) -> String {
    value.compactText + "\n"
  }
}

/// The format of coverage files.
///
/// A file consists of lines of JSON, starting with a header. After that, there are three kinds of lines, in any order:
/// a source with its number, a unit with its number, and the number of uses of units since the previous line of this
/// kind. If the process is killed, the last line may be incomplete.
///
///     {"coverage":3,"process":4711}
///     {"file":"Tests/login.lua","hash":"5d1c...","root":"/home/ada/app","source":0}
///     {"kind":"response","line":4,"name":"verify","service":"OTP","source":0,"text":"91ab...","unit":0}
///     {"used":{"0":3}}
package enum CoverageFormat {
  /// Version 2 added the lines of functions, and version 3 the fields of values.
  package static let version = 3

  package static let ending = "coverage.jsonl"

  static func header(process: Int) -> AnyCodableValue {
    ["coverage": .int(version), "process": .int(process)]
  }
}

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

  /// The standard library's hashes differ from process to process, so this is 64-bit FNV-1a.
  package static func hash(of bytes: some Sequence<UInt8>) -> String {
    var value: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return String(hex: value, width: 16)
  }

  /// Leading and trailing spaces are ignored, so the hash identifies the line even if it has moved.
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

  package static func read(_ node: ConfigurationNode) throws -> (number: Int, source: Self) {
    let object = try ObjectReader<Key>(node)
    let number = try object.required(.source).wholeNumber(atLeast: 0, "the number of a source")
    let source = CoverageSource(
      file: try object.required(.file).string(), root: try object.optional(.root)?.string(),
      hash: try object.required(.hash).string())
    return (number, source)
  }

  package func value(number: Int) -> AnyCodableValue {
    AnyCodableValue([
      Key.source: .int(number), .file: .string(file), .hash: .string(hash),
      .root: root.map { .string($0) },
    ])
  }
}
