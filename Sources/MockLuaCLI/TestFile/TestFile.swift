import MockPlatform

/// A file with a test for each requirement of a protocol.
struct TestFile {
  let text: String
  /// The name of the suite.
  let suite: String
  let testCount: Int
  /// The requirements without a test, each with its line and the reason.
  let omitted: [(line: Int, name: String, problem: String)]

  /// The module is the one that declares the protocol.
  init(of mocked: SwiftProtocol, _ declarations: SwiftDeclarations, module: String) {
    let tests = mocked.requirements.map { RequirementTest(of: $0, in: mocked, declarations) }
    let written = tests.filter { $0.problem == nil }
    suite = "\(mocked.name)Tests"
    testCount = written.count
    omitted = zip(mocked.requirements, tests).compactMap { requirement, test in
      test.problem.map { (requirement.line, requirement.name, $0) }
    }
    var names: [String: Int] = [:]
    let functions = written.map { test in
      let count = names[test.name, default: 0] + 1
      names[test.name] = count
      let name = test.name + (count > 1 ? "\(count)" : "")
      return """
          @Test(.mocked) \(test.actor)func \(name)()\(test.effects) {
        \(test.lines.map { "    \($0)" }.joined(separator: "\n"))
          }
        """
    }
    // The lines are composed, because tools that search for imports would find a line that begins with `import`.
    let imports =
      (written.contains(where: \.needsFoundation) ? ["Foundation"] : [])
      + ["MockLuaTesting", "Testing"]
    text = """
      \(imports.map { "import \($0)" }.joined(separator: "\n"))

      @testable import \(module)

      \(mocked.actor.map { "@\($0)\n" } ?? "")struct \(suite) {
      \(functions.joined(separator: "\n\n"))
      }

      """
  }
}

/// The Swift files of a module, of which one declares the protocol.
enum ModuleFiles {
  /// The limits for a module: the number of folders and of files, and the total size of its files in bytes.
  private static let (fileLimit, byteLimit) = (2000, 16 << 20)

  /// Returns the folder of a module and its name, by SwiftPM's convention: the folder below `Sources`.
  static func module(of file: String) -> (folder: String, name: String)? {
    let path = file.hasPrefix("/") ? file : "\(Folder.current)/\(file)"
    let parts = path.split(separator: "/", omittingEmptySubsequences: true)
    guard let index = parts.dropLast(2).lastIndex(where: { $0 == "Sources" || $0 == "Source" })
    else { return nil }
    let name = String(parts[index + 1])
    return ("/" + parts[...(index + 1)].joined(separator: "/"), name)
  }

  static func read(_ folder: String, into declarations: inout SwiftDeclarations) {
    var (folders, visits, files, bytes) = ([folder], 0, 0, 0)
    // Links between folders can form a cycle.
    while let folder = folders.popLast(), visits < fileLimit {
      visits += 1
      for entry in FolderListing.entries(of: folder) {
        if entry.hasSuffix("/") { folders.append("\(folder)/\(entry.dropLast())") }
        guard entry.hasSuffix(".swift"), files < fileLimit, bytes < byteLimit else { continue }
        guard let file = try? Descriptor(reading: "\(folder)/\(entry)") else { continue }
        defer { try? file.close() }
        guard let text = try? file.readAll(limit: byteLimit - bytes) else { continue }
        (files, bytes) = (files + 1, bytes + text.count)
        declarations.read(String(decoding: text, as: UTF8.self))
      }
    }
  }
}
