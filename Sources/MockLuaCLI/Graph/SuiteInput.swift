import MockLua
import MockPlatform

/// What a suite has left: files of coverage and traces, by themselves or in folders.
struct SuiteInput {
  private(set) var coverage = CoverageReader()
  private(set) var traces: [MockTrace] = []

  private static let deepest = 16

  /// Whether a path is something that a suite leaves, and no script.
  static func isOne(_ path: String) -> Bool {
    isFile(path) || (try? FileStatus(path: path))?.isFolder == true
  }

  private static func isFile(_ path: String) -> Bool { isCoverage(path) || isTrace(path) }

  private static func isCoverage(_ path: String) -> Bool { path.hasSuffix(".coverage.jsonl") }

  private static func isTrace(_ path: String) -> Bool { path.hasSuffix(".\(TraceFolder.ending)") }

  /// Adds a file, or all files of a folder and the folders in it.
  mutating func add(_ path: String) throws(CommandFailure) {
    if Self.isFile(path) { return try addFile(path) }
    let before = coverage.files + traces.count
    try addFolder(path, depth: 0)
    if coverage.files + traces.count == before { throw .nothingOfSuite(path: path) }
  }

  private mutating func addFile(_ path: String) throws(CommandFailure) {
    if Self.isCoverage(path) {
      try coverage.add(path)
    } else {
      traces.append(try TraceFile.read(path))
    }
  }

  private mutating func addFolder(_ path: String, depth: Int) throws(CommandFailure) {
    for entry in FolderListing.entries(of: path) {
      let inner = path.hasSuffix("/") ? path + entry : "\(path)/\(entry)"
      if entry.hasSuffix("/") {
        // Links may lead in a circle.
        if depth < Self.deepest { try addFolder(String(inner.dropLast()), depth: depth + 1) }
      } else if Self.isFile(entry), (try? FileStatus(path: inner))?.isRegularFile == true {
        try addFile(inner)
      }
    }
  }
}
