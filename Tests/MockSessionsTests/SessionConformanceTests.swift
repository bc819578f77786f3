import MockSessions
import Testing

/// The cases that clients in any language play, against both sides that this package has.
@Suite struct SessionConformanceTests {
  @Test("The test's side holds each conversation", arguments: try ConformanceCase.all(.test))
  func testSide(_ played: ConformanceCase) async throws {
    for try await _ in onThread({
      try ConformancePlayer.play(played, against: try ConformanceTestSide(played))
    }) {}
  }

  @Test("The app's side holds each conversation", arguments: try ConformanceCase.all(.app))
  func appSide(_ played: ConformanceCase) async throws {
    for try await _ in onThread({
      try ConformancePlayer.play(played, against: try ConformanceAppSide())
    }) {}
  }

  @Test("An app says which version it was welcomed in and does not speak")
  func strangeVersion() async {
    await #expect(
      throws: SessionProblem.notTheProtocol("`welcome`: this app does not speak version 9000")
    ) {
      try await SlowTest.answer { test in
        try test.accept()
        try test.read(.hello)
        test.send(
          #"{"kind":"welcome","version":9000,"services":{},"state":{},"received":0,"resumed":false}"#
        )
      }
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
