import CLibrary
import MockData
import MockLua
import MockLuaTools
import MockPlatform

/// `mocklua generate test`: writes a test for each requirement of a protocol, and runs the tests.
struct GenerateTestCommand: ResultCommand {
  private static let file = Positional(
    "FILE", completion: .files("swift"), help: "The Swift file that declares the protocol.")
  private static let name = Positional("PROTOCOL", help: "The name of the protocol.")
  private static let output = Option<String>(
    "output", letter: "o", value: "FILE", completion: .files("swift"),
    help: "Write to a new .swift file in a test target's folder.")
  private static let module = Option<TypeName>(
    "module", value: "NAME",
    help: "The protocol's module (default: the folder in Sources).")
  private static let isRun = Flag("run", help: "Run the tests with swift test.")
  private static let timeout = Option<UInt64>(
    "timeout", value: "SECONDS",
    help: "Limit the build and the tests (default: \(standardLimit)).")

  /// The limit in seconds for the build and the tests.
  private static let standardLimit: UInt64 = 600

  static let declaration = CommandDeclaration(
    name: "generate test",
    summary: "Write a test for each requirement of a protocol.",
    examples: [
      "mocklua generate test Sources/App/Cart.swift Cart -o Tests/CartTests.swift"
    ],
    arguments: [file, name, output, module, isRun, timeout, ScriptArguments.color],
    notes: """
      The protocol needs the attribute @Mocked. Each test stubs a requirement, calls
      it, and verifies the call. Replace the calls with calls of your own code.
      Without --output, the tests are printed. An existing file is never replaced.

      The command reads the types of arguments and results from the module's files. It
      reports requirements that need a test written by hand, such as those with
      closures.

      --run builds the package in the current folder, and runs its code.
      """)

  let arguments: ParsedArguments

  init(arguments: ParsedArguments) throws(UsageError) {
    self.arguments = arguments
    let target = arguments[Self.output]
    if let target, target != "-", !target.hasSuffix(".swift") {
      throw .invalidValue(
        option: Self.output.declaration.spelling, value: target,
        expectation: "the path of a .swift file", nearest: nil)
    }
    let isRun = arguments[Self.isRun]
    if arguments[Self.file] == "-" { throw .needsFile("the test imports its module") }
    if isRun, target == nil || target == "-" { throw .needsOption("--run", "--output FILE") }
    try arguments.check([Self.timeout], need: Self.isRun)
  }

  func run(_ output: CommandOutput) throws(CommandFailure) {
    let isRun = arguments[Self.isRun]
    if isRun, !FileStatus.exists(at: "Package.swift") { throw .noPackage }
    let file = try testFile()
    let input = arguments[Self.file].escapedPath
    for omitted in file.omitted {
      output.tell(
        "\(input):\(omitted.line): note: \(omitted.name.escaped) \(omitted.problem), so it has no test; write"
          + " one by hand")
    }
    guard let target = arguments[Self.output], target != "-" else {
      return try output.write(file.text)
    }
    guard try OutputTarget.create(target, file.text) else { throw .testExists(path: target) }
    try output.write(part: Array("\(target.escapedPath): written\n".utf8))
    if isRun { try run(file, at: target, output) }
  }

  private func testFile() throws(CommandFailure) -> TestFile {
    let (input, name) = (arguments[Self.file], arguments[Self.name])
    let source = try ScriptSource.read(input, readsStandardInput: false)
    var declarations = SwiftDeclarations()
    declarations.read(source.text)
    let protocols = declarations.protocols
    let names = protocols.map(\.path)
    guard let mocked = protocols.first(where: { $0.path == name || $0.name == name }) else {
      throw .noProtocol(
        name, file: input, nearest: NearestName.nearest(to: name, candidates: names), known: names)
    }
    guard mocked.isMocked else { throw .notMocked(mocked.name, file: input, line: mocked.line) }
    guard !mocked.isPrivate else {
      throw .privateProtocol(mocked.name, file: input, line: mocked.line)
    }
    let found = ModuleFiles.module(of: input)
    guard let module = arguments[Self.module]?.text ?? found?.name else {
      throw .noModule(file: input)
    }
    if let folder = found?.folder { ModuleFiles.read(folder, into: &declarations) }
    let file = TestFile(of: mocked, declarations, module: module)
    guard file.testCount > 0 else { throw .noTests(mocked.name, file: input, line: mocked.line) }
    return file
  }

  private func run(
    _ file: TestFile, at path: String, _ output: CommandOutput
  ) throws(CommandFailure) {
    let limit = arguments[Self.timeout] ?? Self.standardLimit
    let run = try rethrowing(
      as: CommandFailure.cannotRunTests, TestRun(of: file.suite, limit: limit))
    if case .passed(let count) = run.outcome {
      return try output.write(
        part: Array("\(CommandFailure.count(count, of: "test")) passed\n".utf8))
    }
    try output.write(part: Array((run.report + "\n").utf8))
    switch run.outcome {
    case .failed, .passed: throw .testsFailed(suite: file.suite)
    case .timedOut: throw .testsTimedOut(suite: file.suite, seconds: limit)
    case .notFound: throw .noTestsFound(suite: file.suite, path: path)
    }
  }
}
