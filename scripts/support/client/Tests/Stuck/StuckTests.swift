import MockLuaTesting
import MockServices
import Testing

@Mocked
protocol WaitingService: Sendable { func find() async throws -> Int }

// A stub that waits for something outside of the scenario can't be ended: its test fails, and the process ends after
// the other tests.
@Suite struct StuckTests {
  // expects: WaitingService.find waits for its stub at StuckTests.swift:14
  @Test(.mocked) func wrongForever() async throws {
    let mock = MockWaitingService()
    mock.on.find { try await withUnsafeThrowingContinuation { _ in } }
    _ = try await mock.find()
  }

  @Test(.mocked, arguments: 1...20) func rightBeside(number: Int) async throws {
    let mock = MockWaitingService()
    mock.on.find { number }
    #expect(try await mock.find() == number)
  }
}
