import MockScenarios
import MockScenariosXCTest
import MockServices
import Synchronization
import XCTest

/// The base of test cases: its failures say which scenarios were applied.
final class MockScenarioTestCaseTests: XCTestCase {
  final class App: LaunchEnvironmentCarrying {
    var launchArguments: [String] = []
    var launchEnvironment: [String: String] = [:]
  }

  #if !canImport(Darwin)
    /// Keeps failures to itself, so that those of the inner test are not this test's.
    final class Run: XCTestCaseRun {
      static let failures = Mutex<[String]>([])
      override func recordFailure(
        withDescription description: String, inFile filePath: String?, atLine lineNumber: Int,
        expected: Bool
      ) {
        Self.failures.withLock { $0.append(description) }
      }
    }

    final class Inner: MockScenarioTestCase {
      override var testRunClass: AnyClass? { Run.self }
    }

    func testFailuresNameTheScenarios() throws {
      func failures(_ body: @escaping () -> Void) -> [String] {
        Run.failures.withLock { $0 = [] }
        Inner(name: "inner") { _ in body() }.run()
        return Run.failures.withLock { $0 }
      }
      XCTAssertEqual(failures { XCTFail("plain") }, ["failed - plain"])
      let first = failures {
        MockScenario.build().with(PrimaryPreset.alreadyEstablished()).apply(to: App())
        MockScenario.build().apply(to: App())
        XCTFail("broken")
      }
      XCTAssertEqual(
        first,
        [
          "failed - broken (mocks: PrimaryServiceProtocol: alreadyEstablished(status: 7); "
            + "then no services)"
        ])
      XCTAssertEqual(failures { XCTFail("next") }, ["failed - next"])
    }
  #endif
}
