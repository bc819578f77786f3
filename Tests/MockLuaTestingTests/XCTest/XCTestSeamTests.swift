#if os(Linux)
  import Foundation
  import MockScenarios
  import MockServices
  import Testing

  /// Runs the XCTest cases in `OnPurposeXCTests.swift`, which `scripts/check-package` also runs in a separate package.
  @Suite("XCTest: wrong tests fail, and right ones do not", .serialized, .timeLimit(.minutes(30)))
  struct XCTestSeamTests {
    private static let source = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "OnPurposeXCTests.swift")

    /// A test with the text of its expected failure, or nil if it must pass.
    struct Declared: Sendable, CustomTestStringConvertible {
      var name: String
      var text: String?
      var testDescription: String { name }
    }

    static let declared: [Declared] = {
      var (found, suite, text) = ([Declared](), "", String?.none)
      for line in (try? String(contentsOf: source, encoding: .utf8))?.split(separator: "\n") ?? [] {
        if let match = line.firstMatch(of: /class (\w+): OnPurposeTestCase/) {
          suite = String(match.1)
        } else if let match = line.firstMatch(of: /^\s*\/\/ expects: (.*)$/) {
          text = String(match.1)
        } else if let match = line.firstMatch(of: /func (test(?:Right|Wrong)\w*)\(/) {
          found.append(Declared(name: "\(suite).\(match.1)", text: text))
          text = nil
        }
      }
      return found
    }()

    private static let run = Task { () -> String in
      let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
      let suites = Set(declared.compactMap { $0.name.split(separator: ".").first }).sorted()
      let process = LaunchedProcess(
        executable: program,
        arguments: [suites.map { "MockLuaTestingTests.\($0)" }.joined(separator: ",")],
        environment: ["MOCKLUA_FAILS_ON_PURPOSE": "1"])
      try process.launch()
      let exit = try await process.exit(within: .seconds(600))
      return process.standardOutput + process.standardError + "\nexit: \(exit)"
    }

    @Test("There are tests of both kinds")
    func table() {
      #expect(Self.declared.count { $0.text == nil } > 4)
      #expect(Self.declared.count { $0.text != nil } > 10)
    }

    @Test("Each test ends as its name says", arguments: declared)
    func verdict(_ test: Declared) async throws {
      let output = try await Self.run.value
      #expect(output.contains("Test Case '\(test.name)' started"), "\(output)")
      let failures = output.split(separator: "\n").filter {
        $0.contains(" error: \(test.name) : ")
      }
      guard let text = test.text else {
        #expect(failures == [])
        return
      }
      #expect(failures.count == 1, "\(failures)")
      #expect(failures.contains { $0.contains(text) }, "\(failures) \(output)")
    }

    @Test("A failure after the end of its test fails the run")
    func late() async throws {
      let output = try await Self.run.value
      #expect(!output.hasSuffix("exit: code(0)"), "\(output.suffix(500))")
      #expect(output.contains("Test Case 'EndingTests.testWrongLateCall' failed"))
    }
  }
#endif
