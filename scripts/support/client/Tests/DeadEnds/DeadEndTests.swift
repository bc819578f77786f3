import MockLua
import MockLuaTesting
import MockServices
import Testing

protocol Unmade {}
enum Loaded { case value(String) }

@Mocked
protocol EndlessService: AnyObject, Sendable {
  func unmade() -> any Unmade
  func loaded() async -> Loaded
  var unset: any Unmade { get }
}

// Calls that can't end: their tests fail, and the other tests keep their results.
@Suite struct DeadEndTests {
  static func mock() -> MockEndlessService {
    MockEndlessService()
  }

  // expects: no placeholder of the type Unmade can be made
  @Test(.scenario(source: "service \"Other\" { a = reply(1) }"))
  func wrongSynchronous() throws { _ = Self.mock().unmade() }

  // expects: no placeholder of the type Loaded can be made
  @Test(.scenario(source: "service \"Other\" { a = reply(1) }"))
  func wrongAsynchronous() async throws { _ = await Self.mock().loaded() }

  // expects: no placeholder of the type Unmade can be made
  @Test(.scenario(source: "service \"Other\" { a = reply(1) }"))
  @MainActor func wrongOnMainActor() throws { _ = Self.mock().unset }

  @Test(arguments: 1...20) func rightBeside(number: Int) async throws {
    for _ in 0..<number { await Task.yield() }
    #expect(number > 0)
  }
}
