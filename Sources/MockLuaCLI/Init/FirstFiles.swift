import MockLua
import MockLuaTools

/// The files that `mocklua init` writes: a scenario, its editor settings, and a passing test.
enum FirstFiles {
  /// The folder of the scenarios, next to the test.
  static let folder = "Scenarios"

  /// The files in the order in which they are written, each with its path and its text.
  static let all: [(path: String, text: String)] = [
    ("\(folder)/greeting.lua", script),
    ("\(folder)/.luarc.json", settings),
    // This file is in a separate folder. Otherwise, `mocklua check Scenarios/*.lua` would treat it as a script.
    ("\(folder)/Definitions/mocklua.lua", LanguageDefinitions.text),
    ("GreetingTests.swift", test),
  ]

  /// The required changes to the package manifest, which only the user can make.
  static let next = """

    In Package.swift, the package depends on MockLua

      .package(path: "/path/to/MockLua"),

    and the test target of this folder needs

      dependencies: [
        .product(name: "MockLuaTesting", package: "MockLua"),
        .product(name: "MockServices", package: "MockLua"),
      ],
      exclude: ["\(folder)"]

    Then: swift test --filter GreetingTests

    """

  private static let settings = """
    { "runtime": { "version": "Lua 5.4" } }

    """

  private static let script = """
    -- What GreetingService answers in GreetingTests. Change a line, and run the tests again.

    service "GreetingService" {
      greet = {
        when({ name = "nobody" }, fail("unknownName", "There is nobody of that name")),
        function(args) return "Hello, " .. args.name end,
      },
      visitors = { reply(1), reply(2) },
    }

    """

  // The lines are composed, because tools that search for imports would find a line that begins with `import`.
  private static let imports = ["MockLuaTesting", "MockServices", "Testing"]
    .map { "import \($0)" }.joined(separator: "\n")

  private static let test = """
    \(imports)

    // A placeholder for a service of your app: add `@Mocked` to your own protocol, and delete this one.
    @Mocked
    protocol GreetingService: Sendable {
      func greet(name: String) async throws -> String
      func visitors() async throws -> Int
    }

    @Suite(.scenario("\(folder)/greeting.lua"))
    struct GreetingTests {
      let service = MockGreetingService()

      @Test func greetsByName() async throws {
        #expect(try await service.greet(name: "Ada") == "Hello, Ada")
        verify("GreetingService.greet", arguments: ["name": "Ada"], called: 1)
      }

      @Test func failsForSome() async throws {
        await #expect(throws: MockServiceError.self) { try await service.greet(name: "nobody") }
      }

      @Test func countsVisitors() async throws {
        #expect(try await service.visitors() == 1)
        #expect(try await service.visitors() == 2)
      }
    }

    """
}
