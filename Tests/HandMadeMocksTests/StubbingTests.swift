import Foundation
import HandMadeMocks
import MockServices
import Testing

@Suite("Stubs of handwritten mocks") struct StubbingTests {
  @Test("A flag makes every method throw its own error or the mock's")
  func flag() async {
    let mock = MockUserService()
    mock.shouldThrowError = true
    await #expect(throws: MockError.stubbedFailure(method: "getCurrentUser")) {
      try await mock.getCurrentUser()
    }
    mock.errorToThrow = NetworkError.timeout
    await #expect(throws: NetworkError.timeout) { try await mock.getCurrentUser() }
    await #expect(throws: NetworkError.timeout) { try await mock.saveUser(.makeStub()) }
    mock.verify("getCurrentUser", called: 2)
    #expect(mock.shouldThrowError)
  }

  @Test("A `Result` of any error type returns or throws")
  func result() async throws {
    let mock = MockUserService()
    let bob = User.makeStub(name: "Bob")
    mock.stubbedResults["getCurrentUser"] = Result<User, any Error>.success(bob)
    #expect(try await mock.getCurrentUser() == bob)
    mock.stubbedResults["getCurrentUser"] = Result<User, NetworkError>.failure(.timeout)
    await #expect(throws: NetworkError.timeout) { try await mock.getCurrentUser() }
    mock.stubbedResults["saveUser"] = Result<Void, any Error>.failure(NetworkError.offline)
    await #expect(throws: NetworkError.offline) { try await mock.saveUser(bob) }
    mock.stubbedResults["nickname"] = Result<String, NetworkError>.success("B.")
    #expect(mock.nickname(of: bob) == "B.")
  }

  @Test("Concurrent stubs from many tasks are all kept")
  func concurrency() async {
    for _ in 0..<20 {
      let mock = MockUserService()
      await withTaskGroup(of: Void.self) { group in
        for number in 0..<40 {
          group.addTask { mock.stubbedResults["method\(number)"] = number }
        }
      }
      #expect(mock.stubbedResults.count == 40)
    }
  }

  @Test("An error for one method doesn't affect the others")
  func methodError() async throws {
    for mock in [MockUserService(), DeclaredUserService()]
      as [any UserServiceProtocol & MockProtocol]
    {
      mock.stubbedResults["saveUser_error"] = NetworkError.offline
      await #expect(throws: NetworkError.offline) { try await mock.saveUser(.makeStub()) }
      #expect(try await mock.getCurrentUser() == .makeStub())
    }
  }

  @Test("A stub can be nil if the method returns an optional")
  func optional() async throws {
    let mock = MockUserService()
    mock.stubbedResults["getCurrentUser"] = .some(User?.none as Any)
    #expect(try await mock.getCurrentUser() == nil)
    mock.stubbedResults["getCurrentUser"] = nil
    #expect(try await mock.getCurrentUser() == .makeStub())
  }

  @Test(
    "A stub of the wrong type fails the test at the mock's line, and the default value is returned")
  func wrongType() async throws {
    let mock = MockUserService()
    mock.stubbedResults["nickname"] = 5
    mock.stubbedResults["getCurrentUser"] = "Ada"
    mock.stubbedResults["saveUser_error"] = "offline"
    let found = try await failures {
      #expect(mock.nickname(of: .makeStub()) == "Ada")
      #expect(try await mock.getCurrentUser() == .makeStub())
      try await mock.saveUser(.makeStub())
      mock.stubbedResults["nickname"] = .some(String?.none as Any)
      #expect(mock.nickname(of: .makeStub()) == "Ada")
      mock.stubbedResults["nickname"] = Result<String, NetworkError>.failure(.timeout)
      #expect(mock.nickname(of: .makeStub()) == "Ada")
    }
    #expect(
      found.map(\.message) == [
        "the stub of `nickname` is of type Int, but the method returns String;"
          + " set `stubbedResults[\"nickname\"]` to a value of type String",
        "the stub of `getCurrentUser` is of type String, but the method returns Optional<User>;"
          + " set `stubbedResults[\"getCurrentUser\"]` to a value of type Optional<User>",
        "the stub `saveUser_error` is of type String, which is not an Error;"
          + " set it to an error, or remove it",
        "the stub of `nickname` is nil, but its default has the type String; write `default: ..."
          + " as String?` in the mock",
        "the stub of `nickname` is the error timeout, but the mock can't throw it; write `try"
          + " stubbedOutcome(for: \"nickname\", default: ...)` in the mock",
      ])
    #expect(found.allSatisfy { $0.severity == .expectation })
    #expect(
      found.allSatisfy {
        $0.sourceLocation.map { "\($0.file)".hasSuffix("Services.swift") } == true
      })
  }

  @Test("A delay uses the mock's clock, and ends with the task")
  func delay() async throws {
    let clock = MockClock.virtual(manual: true)
    let mock = MockUserService(clock: clock)
    mock.simulatedDelay = 0.5
    let call = Task { try await mock.getCurrentUser() }
    await clock.waitForSleepers(1)
    mock.verify("getCurrentUser", called: 1)
    await clock.advance(by: .milliseconds(500))
    #expect(try await call.value == .makeStub())
    let cancelled = Task { try await mock.saveUser(.makeStub()) }
    await clock.waitForSleepers(1)
    cancelled.cancel()
    await #expect(throws: CancellationError.self) { try await cancelled.value }
    #expect(clock.elapsed == .milliseconds(500))
  }

  @Test("A mock's errors describe the configured failure")
  func errors() {
    #expect("\(MockError.streamFailure)" == "the stream fails because `shouldStreamFail` is set")
    let error = MockError.stubbedFailure(method: "load")
    let text =
      "`load` fails because `shouldThrowError` is set; to choose the error, set `errorToThrow`"
    #expect("\(error)" == text)
    #expect(error.localizedDescription == text)
  }
}
