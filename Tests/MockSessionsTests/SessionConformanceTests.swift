import MockSessions
import Testing

/// Runs the conformance cases for clients in any language against both sides in this package.
@Suite struct SessionConformanceTests {
  // Run in separate processes: a case waits for seconds, and with all tests running at once, a task can wait longer for
  // its turn.

  @Test("The test's side passes each case", .timeLimit(.minutes(30)))
  func testSide() async {
    await #expect(processExitsWith: .success) {
      for played in try ConformanceCase.all(.test) {
        await SessionConformanceTests.hold(played) { try ConformanceTestSide(played) }
      }
    }
  }

  @Test("The app's side passes each case", .timeLimit(.minutes(30)))
  func appSide() async {
    await #expect(processExitsWith: .success) {
      for played in try ConformanceCase.all(.app) {
        await SessionConformanceTests.hold(played) { try ConformanceAppSide() }
      }
    }
  }

  private static func hold(
    _ played: ConformanceCase, against side: @escaping @Sendable () throws -> any ConformanceSteered
  ) async {
    do {
      for try await _ in onThread({ try ConformancePlayer.play(played, against: try side()) }) {}
    } catch {
      Issue.record("\(played): \(error)")
    }
  }
}
