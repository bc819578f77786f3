import LanguageReference

/// The files of a skill for coding agents: instructions, and articles of the documentation.
///
/// The format is described at https://agentskills.io. Many agents read skills from this folder.
enum SkillFiles {
  private static let folder = ".agents/skills/mocklua"

  /// The files in the order in which they are written, each with its path and its text.
  static let all: [(path: String, text: String)] =
    [("\(folder)/SKILL.md", instructions)]
    + LanguageReference.articles.map { article in
      ("\(folder)/\(path(of: article))", plain(article))
    }

  /// The advice that the command prints below the list of files.
  static let next = """

    Commit the folder, so that coding agents know how to write tests with MockLua.

    """

  private static let instructions = """
    ---
    name: mocklua
    description: Write and fix Swift tests with MockLua, and scenarios in Lua. Use it for tests that import \
    MockLuaTesting, protocols with @Mocked, mocked URLSession requests, and .lua files that declare services or routes.
    ---

    # MockLua

    1. Add `@Mocked` to the protocol of the service, and `import MockServices`. The mock's name is the protocol's with
       the prefix `Mock`.
    2. Write a test with `@Test(.mocked)`, and stub with closures: `mock.on.find { text in [text] }`. If responses are
       large, shared, or depend on state, write a script, and use `@Test(.scenario("find.lua"))`. To start with a test for
       each requirement: `mocklua generate test Sources/App/CityService.swift CityService -o Tests/AppTests/CityTests.swift`.
    3. Check a script before you run the test: `mocklua check find.lua`. Make a call without a test:
       `mocklua call find.lua CityService.find '{"text": "Bern"}'`.
    4. Expect results, and verify calls: `mock.verify.find("Bern").called(1)`. Wait with `await Explored.settle()`, never
       with `Task.sleep`.
    5. Run `swift test`. An issue says what to write instead. If a script has an error, the issue has its line.
    6. Once the test passes, add `.exploring(.orders, .failures)` to code that makes calls concurrently or handles errors.

    Read a reference before you use what it describes:

    \(LanguageReference.articles.map { "- [\($0.name)](\(path(of: $0))): \($0.summary)" }.joined(separator: "\n"))

    """

  private static func path(of article: LanguageReference.Article) -> String {
    "references/\(article.name)\(article.type == "text/markdown" ? ".md" : ".json")"
  }

  /// Returns an article whose links work outside of the documentation.
  private static func plain(_ article: LanguageReference.Article) -> String {
    article.text.replacing(/<doc:(\w+)(?:#[\w-]+)?>/) { link in
      let name = String(link.1)
      let isHere = LanguageReference.articles.contains { $0.name == name }
      return isHere ? "[\(name)](\(name).md)" : name
    }
  }
}
