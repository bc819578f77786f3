#if !canImport(Darwin)
  import MockScenarios
  import MockScenariosXCTest
  import MockServices
  import Synchronization
  import Testing
  import XCTest

  @Suite("Failures of a test case of XCTest name the scenarios that its test has applied")
  struct MockScenarioTestCaseTests {
    final class App: LaunchEnvironmentCarrying {
      var launchArguments: [String] = []
      var launchEnvironment: [String: String] = [:]
    }

    /// Keeps the failures of the inner test to itself.
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

    private func failures(_ body: @escaping () -> Void) -> [String] {
      Run.failures.withLock { $0 = [] }
      Inner(name: "inner") { _ in body() }.run()
      return Run.failures.withLock { $0 }
    }

    @Test("none, several, and those of an earlier test no more")
    func scenarios() {
      // Other tests apply scenarios meanwhile.
      let texts = AppliedScenarios.$override.withValue(Locked([])) {
        let none = failures { XCTFail("plain") }
        let several = failures {
          MockScenario.build().with(PrimaryPreset.alreadyEstablished()).apply(to: App())
          MockScenario.build().apply(to: App())
          XCTFail("broken")
        }
        return none + several + failures { XCTFail("next") }
      }
      #expect(
        texts == [
          "failed - plain",
          "failed - broken (mocks: PrimaryServiceProtocol: alreadyEstablished(status: 7); "
            + "then no services)",
          "failed - next",
        ])
    }
  }
#endif
