import Foundation
import MockData
import Testing

@testable import MockLuaCLI

/// `mocklua generate test`, as a process.
///
/// `swift` is a script in these tests. `scripts/check-package` runs the real one.
struct GenerateTestCommandTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for name in ["Sources/App/Models", "Tests/AppTests", "bin"] {
      try FileManager.default.createDirectory(
        at: folder.url(of: name), withIntermediateDirectories: true)
    }
    try folder.write("// swift-tools-version: 6.2\n", to: "Package.swift")
    try folder.write(Self.source, to: "Sources/App/Cart.swift")
    try folder.write(
      """
      import Foundation
      struct Item: Codable, Equatable, Sendable {
        enum Kind: String, Codable { case tea, milk = "m" }
        let id: UUID
        var kind: Kind
        var note: String?
        var count = 1 { didSet { print("\\(count) {") } }
        private(set) var x, y: Double
        var total: Int { count }
      }
      """, to: "Sources/App/Models/Item.swift")
    try swift(prints: "✔ Test run with 2 tests in 1 suite passed after 0.1 seconds.")
  }

  private static let source = """
    /* A protocol of the same name in a comment: /* protocol Cart {} */ */
    let text = #"protocol Cart { func "a"() }"#, long = \"""
      protocol Cart { \\(["}"]) "
      \"""

    @Mocked(results: Item.self) @MainActor
    protocol Cart: AnyObject, Sendable {
      /// Adds an item.
      func add(_ item: Item, times count: Int) async throws(CartError)
      func items(after date: Date?) -> [Item]
      #if DEBUG
        static func version() -> String
      #endif
      func changes() -> AsyncStream<Int>
      var isEmpty: Bool { get }
      func observe(_ change: @escaping @Sendable (Int) -> Void)
      func find<T: Codable>(_ type: T.Type) -> T
      subscript(index: Int) -> Item { get }
      func opaque() -> Unknown
    }

    protocol Bare { func a() }
    @Mocked private protocol Hidden { func a() }
    @Mocked protocol Closures { func run(_ body: () -> Void) }
    extension Shop {
      @Mocked protocol Till { func open() async -> Result<Bool, any Error>; func coin() -> Coin }
      struct Coin: Equatable { let value: Int }
    }
    extension Shop.Coin { init() { self.init(value: 7) } }
    @Mocked protocol Repo { associatedtype Item; func count() -> Int }
    """

  /// Writes the script that runs as `swift`, which prints text and ends with a status.
  private func swift(prints text: String, status: Int = 0, first: String = ":") throws {
    try folder.write(text + "\n", to: "bin/text")
    try folder.write(
      "#!/bin/sh\n\(first)\necho \"$@\" >arguments\ncat bin/text\nexit \(status)\n", to: "bin/swift"
    )
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: folder.url(of: "bin/swift").path)
  }

  private func run(_ arguments: String...) throws -> MockLuaProcess {
    try MockLuaProcess(
      ["generate", "test"] + arguments, in: folder, setup: "PATH=\"$PWD/bin:$PATH\"")
  }

  @Test("Writes a test for each requirement, with values of the module's types")
  func writes() throws {
    let process = try run("Sources/App/Cart.swift", "Cart")
    let item = "Item(id: UUID(), kind: Item.Kind.tea, x: 1.5, y: 1.5)"
    #expect(
      process.output == """
        import Foundation
        import MockLuaTesting
        import Testing

        @testable import App

        @MainActor
        struct CartTests {
          @Test(.mocked) func add() async throws {
            let mock = MockCart()
            let item = \(item)
            mock.on.add(item, times: 1).returns()
            try await mock.add(item, times: 1)
            mock.verify.add(item, times: 1).called(1)
          }

          @Test(.mocked) func items() {
            let mock = MockCart()
            let date = Date(timeIntervalSince1970: 1)
            let expected: [Item] = [\(item)]
            mock.on.items(after: date).returns(expected)
            #expect(mock.items(after: date) == expected)
            mock.verify.items(after: date).called(1)
          }

          @Test(.mocked) func version() {
            MockCart.on.version().returns("text")
            #expect(MockCart.version() == "text")
            MockCart.verify.version().called(1)
          }

          @Test(.mocked) func changes() async {
            let mock = MockCart()
            mock.on.changes().yields(1)
            var values: [Int] = []
            for await value in mock.changes() {
              values.append(value)
            }
            #expect(values == [1])
            mock.verify.changes().called(1)
          }

          @Test(.mocked) func isEmpty() {
            let mock = MockCart()
            mock.on.isEmpty { true }
            #expect(mock.isEmpty)
          }
        }

        """)
    let place = "Sources/App/Cart.swift"
    #expect(
      process.messages == """
        \(place):16: note: observe has a closure as a parameter, so it has no test; write one by hand
        \(place):17: note: find is generic, so it has no test; write one by hand
        \(place):18: note: subscript is not a method or a property, so it has no test; write one by hand
        \(place):19: note: opaque needs a value of `Unknown`, so it has no test; write one by hand

        """)
    #expect(process.exitCode == 0)
  }

  @Test("The article shows what the command writes")
  func article() throws {
    try folder.write(
      """
      @Mocked
      protocol CityService: Sendable {
        func find(_ text: String) async throws -> [String]
      }
      """, to: "Sources/App/City.swift")
    let process = try run("Sources/App/City.swift", "CityService", "--module", "Cities")
    let article = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Sources/MockLua/MockLua.docc/Agents.md").standardizedFileURL
    #expect(
      try String(contentsOf: article, encoding: .utf8).contains(
        "```swift ignore\n\(process.output)```\n"))
  }

  @Test("A protocol in a type has a mock in that type")
  func nested() throws {
    let process = try run("Sources/App/Cart.swift", "Shop.Till", "--module", "Other")
    #expect(process.output.contains("@testable import Other\n\nstruct TillTests {\n"))
    #expect(process.output.contains("let mock = Shop.MockTill()\n"))
    #expect(
      process.output.contains("mock.on.open().returns(.success(true))\n    _ = await mock.open()\n")
    )
    #expect(process.output.contains("let expected = Shop.Coin(value: 1)\n"))
  }

  @Test("The tests run, without the command's input, and their number is shown")
  func runs() throws {
    let process = try run(
      "Sources/App/Cart.swift", "Cart", "-o", "Tests/AppTests/CartTests.swift", "--run")
    #expect(process.output == "Tests/AppTests/CartTests.swift: written\n2 tests passed\n")
    #expect(process.exitCode == 0)
    #expect(try folder.read("arguments") == "test --disable-xctest --filter \\.CartTests/\n")
    #expect(try folder.read("Tests/AppTests/CartTests.swift").contains("struct CartTests {"))
  }

  @Test("An existing file stays unchanged, and nothing runs")
  func exists() throws {
    try folder.write("// mine", to: "Tests/AppTests/CartTests.swift")
    let process = try run(
      "Sources/App/Cart.swift", "Cart", "-o", "Tests/AppTests/CartTests.swift", "--run")
    #expect(
      process.messages.hasSuffix(
        "mocklua: Tests/AppTests/CartTests.swift: already exists, so it wasn't changed; name another file with"
          + " --output, or run this one with `swift test`\n"))
    #expect(process.exitCode == 1 && process.output.isEmpty)
    #expect(try folder.read("Tests/AppTests/CartTests.swift") == "// mine")
    #expect(!FileManager.default.fileExists(atPath: folder.url(of: "arguments").path))
  }

  @Test("A failure is shown without progress, and control characters are escaped")
  func fails() throws {
    try swift(
      prints: """
        [1/2] Compiling App Cart.swift
        ◇ Test add() started.
        ✘ Test add() recorded an issue at CartTests.swift:10:5: Expectation failed \u{1B}[31m
        ✘ Test run with 2 tests in 1 suite failed after 0.1 seconds with 1 issue.
        """, status: 1)
    let process = try run("Sources/App/Cart.swift", "Cart", "-o", "a.swift", "--run")
    #expect(
      process.output == """
        a.swift: written
        ✘ Test add() recorded an issue at CartTests.swift:10:5: Expectation failed \\u{1B}[31m
        ✘ Test run with 2 tests in 1 suite failed after 0.1 seconds with 1 issue.

        """)
    #expect(
      process.messages.hasSuffix(
        "mocklua: the tests failed, as shown above; fix them, and run `swift test --filter CartTests`\n"
      ))
    #expect(process.exitCode == 1)
  }

  @Test("The end of a long output is shown")
  func longOutput() throws {
    try swift(prints: String(repeating: "0123456789\n", count: 10_000) + "last", status: 1)
    let process = try run("Sources/App/Cart.swift", "Cart", "-o", "a.swift", "--run")
    #expect(process.output.utf8.count < 33 << 10)
    #expect(process.output.contains("\n... 7022 lines before these\n0123456789\n"))
    #expect(process.output.hasSuffix("0123456789\nlast\n"))
  }

  @Test("Tests that don't end in time are ended")
  func timesOut() throws {
    try swift(prints: "", first: "echo begun; exec sleep 100")
    let start = ContinuousClock.now
    let process = try run(
      "Sources/App/Cart.swift", "Cart", "-o", "a.swift", "--run", "--timeout", "1")
    #expect(process.output == "a.swift: written\nbegun\n")
    #expect(
      process.messages.hasSuffix(
        "mocklua: the tests didn't end within 1 s; pass a longer --timeout, or run `swift test --filter CartTests`\n"
      ))
    #expect(ContinuousClock.now - start < .seconds(60))
  }

  @Test("A file outside of every test target is reported")
  func notFound() throws {
    try swift(prints: "warning: No matching test cases were run")
    let process = try run("Sources/App/Cart.swift", "Cart", "-o", "a.swift", "--run")
    #expect(
      process.messages.hasSuffix(
        "mocklua: a.swift: the package has no suite CartTests, so the file isn't in a test target; write it into the"
          + " folder of a test target\n"))
    #expect(process.exitCode == 1)
  }

  @Test(
    "Every wrong use is reported with what to write",
    arguments: [
      (
        ["Sources/App/Cart.swift", "Crat"],
        "mocklua: Sources/App/Cart.swift: has no protocol `Crat`; did you mean `Cart`?"
      ),
      (
        ["Sources/App/Cart.swift", "Nothing"],
        "mocklua: Sources/App/Cart.swift: has no protocol `Nothing`; it has `Cart`, `Bare`, `Hidden`, `Closures`, `Shop.Till`, `Repo`"
      ),
      (
        ["Package.swift", "Cart"],
        "mocklua: Package.swift: has no protocol `Cart`; name the file that declares it"
      ),
      (
        ["Sources/App/Cart.swift", "Bare"],
        "Sources/App/Cart.swift:22: `Bare` has no mock; write `@Mocked` before it, and `import MockServices`"
      ),
      (
        ["Sources/App/Cart.swift", "Hidden"],
        "Sources/App/Cart.swift:23: `Hidden` is private, so no test can use it; remove `private`"
      ),
      (
        ["Sources/App/Cart.swift", "Repo"],
        "Sources/App/Cart.swift:30: `Repo` has no requirement that can be tested automatically; write its tests by hand"
      ),
      (
        ["Sources/App/Cart.swift", "Closures"],
        "Sources/App/Cart.swift:24: `Closures` has no requirement that can be tested automatically; write its tests by hand"
      ),
      (
        ["Other.swift", "Cart"],
        "mocklua: Other.swift: isn't in a folder inside `Sources`; write --module NAME"
      ),
      (["None.swift", "Cart"], "mocklua: None.swift: no such file or folder; check the name"),
      (
        ["Sources/App/Cart.swift", "Cart", "-o", "no/a.swift"],
        "mocklua: no/a.swift: no such file or folder; create the folder first"
      ),
      (
        ["Sources/App/Cart.swift", "Cart", "--run"],
        "mocklua: '--run' needs '--output FILE'; add it, or remove '--run'"
      ),
      (
        ["Sources/App/Cart.swift", "Cart", "--timeout", "9"],
        "mocklua: '--timeout' needs '--run'; add it, or remove '--timeout'"
      ),
      (
        ["Sources/App/Cart.swift", "Cart", "-o", "hook"],
        "mocklua: '--output' takes the path of a .swift file, not 'hook'"
      ),
      (
        ["-", "Cart"],
        "mocklua: FILE can't be '-', because the test imports its module; write the path of a file"
      ),
    ] as [([String], String)])
  func refuses(arguments: [String], message: String) throws {
    try folder.write("@Mocked protocol Cart { func a() }", to: "Other.swift")
    let process = try MockLuaProcess(["generate", "test"] + arguments, in: folder)
    #expect(process.messages.contains(message + "\n"))
    #expect(process.exitCode != 0 && process.output.isEmpty)
  }

  @Test("Tests run only in the folder of a package, and only if there is Swift")
  func needsPackage() throws {
    let other = try TemporaryFolder(["a.swift": "@Mocked protocol Cart { func a() }"])
    let arguments = [
      "generate", "test", "a.swift", "Cart", "--module", "App", "-o", "b.swift", "--run",
    ]
    let process = try MockLuaProcess(arguments, in: other)
    #expect(
      process.messages
        == "mocklua: this folder has no Package.swift; run mocklua in the folder of the package\n")
    #expect(try other.names == ["a.swift"])
    try other.write("", to: "Package.swift")
    let missing = try MockLuaProcess(arguments, in: other, setup: "PATH=/nowhere")
    #expect(
      missing.messages
        == "mocklua: swift test can't be started: no such file or folder; install Swift, and add it to PATH\n"
    )
  }

  // MARK: - The tool for agents

  private func agent(
    _ messages: [String], _ options: [String] = ["--allow-running-tests"]
  ) throws -> AgentMessages {
    try AgentMessages(
      messages, in: folder, arguments: options, setup: "PATH=\"$PWD/bin:$PATH\"")
  }

  private func json(_ value: AnyCodableValue) -> String {
    String(decoding: value.compactJSON, as: UTF8.self)
  }

  private static let call = AgentMessages.tool(
    "test",
    [
      "file": "Sources/App/Cart.swift", "protocol": "Cart",
      "output": "Tests/AppTests/CartTests.swift",
    ])

  @Test("A server runs tests only if it is started with the option")
  func needsOption() throws {
    let messages = try agent([AgentMessages.request("tools/list"), Self.call], [])
    #expect(
      messages.answers[1]["error"]?["message"]
        == "the tool `test` runs code, which this server doesn't allow; start it with --allow-running-tests"
    )
    #expect(!json(messages.answers[0]).contains("\"test\""))
    #expect(!FileManager.default.fileExists(atPath: folder.url(of: "arguments").path))
  }

  @Test("A tool writes tests and runs them, which neither read nor write the server's messages")
  func tool() throws {
    try swift(
      prints: "Test run with 1 test in 1 suite passed",
      first: """
        cat
        for number in 3 4 5 6 7 8 9; do eval "echo leaked >&$number"; done 2>/dev/null
        """)
    let messages = try agent([
      Self.call, Self.call, AgentMessages.request("tools/list"),
    ])
    #expect(messages.answers.count == 3)
    #expect(
      messages.answers[0]["result"]?["content"]?[0]?["text"]
        == "Tests/AppTests/CartTests.swift: written\n1 test passed")
    #expect(messages.answers[0]["result"]?["isError"] == false)
    #expect(json(messages.answers[1]).contains("already exists, so it"))
    #expect(messages.answers[1]["result"]?["isError"] == true)
    guard case .array(let tools) = messages.answers[2]["result"]?["tools"] else {
      Issue.record("no tools: \(messages.answers[2])")
      return
    }
    let tool = try #require(tools.last)
    #expect(tool["name"] == "test" && tool["annotations"]?["readOnlyHint"] == false)
    #expect(tool["inputSchema"]?["required"] == ["file", "protocol", "output"])
    #expect(messages.process.exitCode == 0)
  }

  @Test("A failing test is a result, and the folder is left in no way")
  func toolFails() throws {
    try swift(prints: "✘ Test add() failed", status: 1)
    let messages = try agent([
      Self.call,
      AgentMessages.tool(
        "test", ["file": "Sources/App/Cart.swift", "protocol": "Cart", "output": "../a.swift"]),
      AgentMessages.tool(
        "test", ["file": "/etc/passwd", "protocol": "Cart", "output": "a.swift"]),
      AgentMessages.tool("test", ["file": "Sources/App/Cart.swift", "protocol": "Cart"]),
    ])
    let text = json(messages.answers[0])
    #expect(
      text.contains("✘ Test add() failed") && text.contains("the tests failed, as shown above"))
    #expect(messages.answers[0]["result"]?["isError"] == false)
    #expect(
      messages.answers[1]["result"]?["content"]?[0]?["text"]
        == "`output`: ../a.swift: is outside the folder that may be read; name a file within it")
    #expect(
      messages.answers[2]["result"]?["content"]?[0]?["text"]
        == "`file`: /etc/passwd: is outside the folder that may be read; name a file within it")
    #expect(
      messages.answers[3]["result"]?["content"]?[0]?["text"]
        == "`output` is missing; add this parameter: write to a new .swift file in a test target's folder"
    )
  }
}
