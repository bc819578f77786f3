import MockData
import MockLua
import MockPlatform

/// `mocklua coverage`: shows which parts of its scripts a whole test suite uses.
struct CoverageCommand: Command {
  private static let folders = Positional(
    "DIR", form: "DIR...", completion: .files(),
    help: "Folders of MOCKLUA_COVERAGE, or files in them.")
  private static let format = Option<Format>(
    "format", value: "FORMAT", help: "Print \(Format.expectation) (default: text).")
  private static let root = Option<String>(
    "root", value: "FOLDER", completion: .folders,
    help: "Set the folder of the project (default: the current one).")
  private static let failUnder = Option<Percent>(
    "fail-under", value: "N", help: "Exit with 1 if less than N % of a file is covered.")
  private static let failUnused = Flag(
    "fail-unused", help: "Exit with 1 if anything was never used.")

  static let declaration = CommandDeclaration(
    name: "coverage",
    summary: "Show which parts of the scripts a test suite uses.",
    examples: [
      "MOCKLUA_COVERAGE=.build/coverage swift test",
      "mocklua coverage .build/coverage --format html -o coverage.html",
    ],
    arguments: [
      folders, format, ScriptArguments.output, root, failUnder, failUnused, ScriptArguments.color,
    ],
    notes: """
      If MOCKLUA_COVERAGE names a folder, each test process, and each app that
      responds from a configuration, adds a file that lists what it used. Empty
      the folder before a new run. Shards of a suite can have one folder each.

      Coverage counts responses, variants, and the lines of functions. A rule, route,
      or function is used if one of its responses is. Fields that no type of the app
      reads are listed. Responses with `:optional()` don't count. If a script changed
      since the run, only its unchanged lines count.

      The exit code is 1 if less is used than --fail-under or --fail-unused requires.
      The report is written anyway.
      """)

  private enum Format: String, CaseIterable, ArgumentValue {
    case text, json, lcov, html
  }

  let arguments: ParsedArguments

  func run() throws(CommandFailure) {
    var reader = CoverageReader()
    for input in arguments.texts(of: Self.folders) { try reader.add(input) }
    let report = CoverageReport(reader.uses, root: arguments[Self.root] ?? ".")
    try arguments.target.write(try text(of: report))
    if let least = arguments[Self.failUnder] {
      let poor = report.files.filter { $0.count.permille < least.permille }
      guard poor.isEmpty else {
        throw .tooLittleCoverage(poor.map { ($0.file, $0.count.percent) }, least: least.text)
      }
    }
    let unused = report.files.reduce(0) { $0 + $1.missed.count + $1.idleLines.count }
    if arguments[Self.failUnused], unused > 0 { throw .unusedThings(unused) }
  }

  private func text(of report: CoverageReport) throws(CommandFailure) -> String {
    switch arguments[Self.format] ?? .text {
    case .text:
      let target: Descriptor = .standardOutput
      let isPrinted = arguments[ScriptArguments.output] ?? "-" == "-"
      let style = isPrinted ? MessageStyle(of: target, color) : .plain
      return CoverageText(report: report, style: style).text
    case .lcov: return CoverageLCOV(report: report).text
    case .html: return CoveragePage(report: report).text
    case .json: return try JSONResult.text(report.members)
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
