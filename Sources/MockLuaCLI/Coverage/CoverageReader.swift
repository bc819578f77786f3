import MockCalls
import MockConfiguration
import MockData
import MockLuaTools
import MockPlatform

/// Reads the coverage files of processes, and treats them as untrusted input.
struct CoverageReader {
  /// The maximum size of a file, in bytes.
  ///
  /// A process that used a million items a thousand times writes less.
  static let limit = 256 << 20

  /// The total number of uses of each item in all files.
  private(set) var uses: [CoverageUnit.Identity: Int] = [:]
  /// The number of files read.
  private(set) var files = 0

  private enum LineKey: String, ConfigurationKey {
    case used
  }

  /// Adds all files of a folder and its subfolders, or a single file.
  mutating func add(_ path: String) throws(CommandFailure) {
    guard (try? FileStatus(path: path))?.isFolder == true else { return try read(path) }
    let before = files
    try addFolder(path, depth: 0)
    if files == before { throw .noCoverage(path: path) }
  }

  private static let depthLimit = 16

  private mutating func addFolder(_ path: String, depth: Int) throws(CommandFailure) {
    for entry in FolderListing.entries(of: path) {
      let inner = path.hasSuffix("/") ? path + entry : "\(path)/\(entry)"
      if entry.hasSuffix("/") {
        // Symbolic links can form cycles.
        if depth < Self.depthLimit { try addFolder(String(inner.dropLast()), depth: depth + 1) }
      } else if entry.hasSuffix(".\(CoverageFormat.ending)"),
        (try? FileStatus(path: inner))?.isRegularFile == true
      {
        try read(inner)
      }
    }
  }

  private mutating func read(_ path: String) throws(CommandFailure) {
    files += 1
    var lines = try LineReader(path: path, failure: CommandFailure.unreadableCoverage)
    var file = File(name: path)
    while let line = try lines.next() {
      do throws(MockConfigurationError) {
        try file.add(line)
      } catch {
        // A process that was killed can leave an incomplete last line. The header is too short to be incomplete.
        if lines.isUnfinished, lines.number > 1 { break }
        throw .configuration(error)
      }
    }
    uses.merge(file.uses) { Self.sum($0, $1) }
  }

  /// Returns the sum, or the maximum integer if it overflows.
  static func sum(_ first: Int, _ second: Int) -> Int {
    let (sum, overflow) = first.addingReportingOverflow(second)
    return overflow ? .max : sum
  }
}

extension CoverageReader {
  /// A single file, read line by line.
  fileprivate struct File {
    let name: String
    var uses: [CoverageUnit.Identity: Int] = [:]
    private var number = 0
    private var size = 0
    private var sources: [Int: CoverageSource] = [:]
    private var units: [Int: CoverageUnit.Identity] = [:]

    init(name: String) { self.name = name }

    mutating func add(_ line: [UInt8]) throws(MockConfigurationError) {
      number += 1
      size += line.count
      guard size <= CoverageReader.limit else {
        throw error(
          "the file is larger than \(CoverageReader.limit >> 20) MiB, so it isn't a coverage file; pass a coverage file"
        )
      }
      if number == 1 { return try readHeader(line) }
      let (sources, units) = (sources, units)
      let item = try MockCallRequest.read(line, number: number, file: name) { node -> Item in
        guard case .dictionary(let members) = node.value else {
          throw node.error(.other("a line must be an object with `file`, `kind`, or `used`"))
        }
        if members["used"] != nil { return .used(try Self.used(node, units)) }
        if members["kind"] != nil {
          let (number, unit) = try CoverageUnit.Identity.read(node) { sources[$0] }
          return .unit(number, unit)
        }
        let (number, source) = try CoverageSource.read(node)
        return .source(number, source)
      }
      switch item {
      case .source(let number, let source): self.sources[number] = source
      case .unit(let number, let unit):
        self.units[number] = unit
        uses[unit] = uses[unit] ?? 0
      case .used(let counts):
        for (unit, count) in counts { uses[unit] = CoverageReader.sum(uses[unit] ?? 0, count) }
      }
    }

    private enum Item {
      case source(Int, CoverageSource)
      case unit(Int, CoverageUnit.Identity)
      case used([(CoverageUnit.Identity, Int)])
    }

    private static func used(
      _ node: ConfigurationNode, _ units: [Int: CoverageUnit.Identity]
    ) throws -> [(CoverageUnit.Identity, Int)] {
      let counts = try ObjectReader<LineKey>(node).required(.used)
      return try counts.object { try $0.wholeNumber(atLeast: 1, "how often it was used") }.map {
        guard let unit = Int($0).flatMap({ units[$0] }) else {
          throw counts.error(.other("no earlier line names the item \($0.escaped)"))
        }
        return (unit, $1)
      }
    }

    private func readHeader(_ line: [UInt8]) throws(MockConfigurationError) {
      let isObject = line.first { $0 != UInt8(ascii: " ") } == UInt8(ascii: "{")
      guard isObject else { throw noCoverage }
      // Another version can have different keys.
      let version = try MockCallRequest.read(line, number: number, file: name) { node -> Int? in
        guard case .dictionary(let members) = node.value,
          case .int(let version)? = members["coverage"]
        else { return nil }
        return version
      }
      guard let version else { throw noCoverage }
      guard (1...CoverageFormat.version).contains(version) else {
        throw error(
          "has coverage version \(version), but this mocklua reads version \(CoverageFormat.version);"
            + " use the mocklua from the package version that wrote it")
      }
    }

    private var noCoverage: MockConfigurationError {
      error("isn't a coverage file: its first line must have `\"coverage\": 1`")
    }

    private func error(_ text: String) -> MockConfigurationError {
      MockConfigurationError(problem: .other(text), at: ScriptLocation(file: name, line: number))
    }
  }
}
