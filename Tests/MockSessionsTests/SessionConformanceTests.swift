import MockSessions
import Testing

/// The cases that clients in any language play, against both sides that this package has.
@Suite struct SessionConformanceTests {
  // In processes of their own: a case waits for seconds, and where all tests run at once a task may wait longer for its
  // turn.

  @Test("The test's side holds each conversation", .timeLimit(.minutes(5)))
  func testSide() async {
    await #expect(processExitsWith: .success) {
      for played in try ConformanceCase.all(.test) {
        await SessionConformanceTests.hold(played) { try ConformanceTestSide(played) }
      }
    }
  }

  @Test("The app's side holds each conversation", .timeLimit(.minutes(5)))
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

  @Test("There are cases of each version for both sides")
  func versions() throws {
    for version in SessionProtocolVersion.known {
      for side in [ConformanceCase.Side.test, .app] {
        #expect(try ConformanceCase.all(side).contains { $0.version == version })
      }
    }
  }
}
