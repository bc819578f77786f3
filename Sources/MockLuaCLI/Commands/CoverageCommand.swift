import MockData
import MockLua
import MockPlatform

/// `mocklua coverage`: reports which parts of its scripts a whole suite has used.
struct CoverageCommand: Command {
  private static let folders = Positional(
    "DIR", form: "DIR...", isOptional: false, completion: .files(),
    help: "Folders that MOCKLUA_COVERAGE has named, or files in them.")
  private static let format = Option<Format>(
    "format", value: "FORMAT", help: "Print \(Format.expectation); text by default.")
  private static let output = Option<String>(
    "output", value: "FILE", completion: .files(), help: "Write to a file, whole or not at all.")
  private static let root = Option<String>(
    "root", value: "FOLDER", completion: .folders,
    help: "The folder of the project; the current one by default.")
  private static let failUnder = Option<Percent>(
    "fail-under", value: "N", help: "Exit with 1 where less than N % of a file is covered.")
  private static let failUnused = Flag(
    "fail-unused", help: "Exit with 1 where anything was never used.")

  static let declaration = CommandDeclaration(
    name: "coverage",
    summary: "Say what a whole suite has used of its scripts.",
    arguments: [
      folders, format, output, root, failUnder, failUnused, ScriptArguments.color,
    ],
    notes: """
      Where MOCKLUA_COVERAGE names a folder, each process of a suite appends to a file
      there what its scenarios use: tests, and apps that answer from a configuration.
      Shards may have folders of their own. Empty the folder before a new run.

      Covered is what was used of the responses and the variants; rules, routes
      and functions are groups of responses, of which one that is used is enough. Lines
      are those of functions that have code. Fields are those of values, and those that
      no type of the app reads are listed. What is marked `:optional()` is left out. A
      script that was changed since is compared line by line: what it no longer has is
      told apart and counts for nothing.

      The exit code is 0, or 1 with --fail-under and --fail-unused where a file has too
      little; the report is written all the same.

      Example:
        MOCKLUA_COVERAGE=.build/coverage swift test
        mocklua coverage .build/coverage --format html --output coverage.html
      """)

  private enum Format: String, CaseIterable, ArgumentValue {
    case text, json, lcov, html
  }

  private let inputs: [String]
  private let format: Format
  private let output: String
  private let root: String
  private let least: Percent?
  private let failsUnused: Bool
  let color: ColorChoice

  init(_ arguments: ParsedArguments) throws(UsageError) {
    inputs = arguments.texts(of: Self.folders)
    format = try arguments.value(of: Self.format) ?? .text
    output = try arguments.value(of: Self.output) ?? "-"
    root = try arguments.value(of: Self.root) ?? "."
    least = try arguments.value(of: Self.failUnder)
    failsUnused = arguments[Self.failUnused]
    color = try arguments.value(of: ScriptArguments.color) ?? .auto
  }

  func run() throws(CommandFailure) {
    var reader = CoverageReader()
    for input in inputs { try reader.add(input) }
    let report = CoverageReport(reader.uses, root: root)
    try OutputTarget(output).write(try text(of: report))
    if let least {
      let poor = report.files.filter { $0.count.permille < least.permille }
      guard poor.isEmpty else {
        throw .tooLittleCoverage(poor.map { ($0.file, $0.count.percent) }, least: least.text)
      }
    }
    let unused = report.files.reduce(0) { $0 + $1.missed.count + $1.idleLines.count }
    if failsUnused, unused > 0 { throw .unusedThings(unused) }
  }

  private func text(of report: CoverageReport) throws(CommandFailure) -> String {
    switch format {
    case .text:
      let target: Descriptor = .standardOutput
      let style = output == "-" ? MessageStyle(of: target, color) : .plain
      return CoverageText(report: report, style: style).text
    case .lcov: return CoverageLCOV(report: report).text
    case .html: return CoveragePage(report: report).text
    case .json:
      do {
        let writer = JSONWriter(style: .pretty, escapesForTerminals: true)
        return try writer.string(from: report.value) + "\n"
      } catch {
        throw .unencodable(cause: error)
      }
    }
  }
}

/// A percentage with one decimal.
struct Percent: ArgumentValue {
  static let expectation = "a percentage from 0 to 100, such as 92.5"

  let permille: Int
  let text: String

  init?(argument: String) {
    let parts = argument.split(separator: ".", omittingEmptySubsequences: false)
    let isNumber = parts.allSatisfy { part in
      !part.isEmpty && part.utf8.allSatisfy(\.isASCIIDigit)
    }
    guard isNumber, parts.count <= 2, parts.count == 1 || parts[1].count == 1,
      let whole = Int(parts[0]), whole <= 100
    else { return nil }
    permille = whole * 10 + (parts.count == 2 ? Int(parts[1]) ?? 0 : 0)
    guard permille <= 1000 else { return nil }
    text = argument
  }
}
