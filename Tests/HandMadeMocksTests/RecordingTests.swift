import Foundation
import HandMadeMocks
import MockServices
import Testing

@Suite("Recording in handwritten mocks") struct RecordingTests {
  /// The mocks to test: one with the module's storage, and one with its own.
  private static func all() -> [any UserServiceProtocol & MockProtocol] {
    [MockUserService(), DeclaredUserService()]
  }

  @Test("Calls are recorded in order with their arguments, and verified by count")
  func recording() async throws {
    for mock in Self.all() {
      let (ada, bob) = (User.makeStub(), User.makeStub(id: "2", name: "Bob"))
      #expect(try await mock.getCurrentUser() == ada)
      try await mock.saveUser(ada)
      try await mock.saveUser(bob)
      mock.verify("getCurrentUser", called: 1)
      mock.verify("saveUser", called: 2)
      mock.verify("saveUser", called: .atLeast(1))
      mock.verify("nickname", called: .never)
      let saved: [[User?]] = mock.calls(of: "saveUser").map { call in call.map { $0 as? User } }
      #expect(saved == [[ada], [bob]])
      #expect(mock.invocations["saveUser"]?.count == 2)
      #expect((mock.invocations["getCurrentUser"] as? [[Any]])?.first?.isEmpty == true)
    }
  }

  @Test("Resetting clears calls, stubs, flags, and delays, but keeps the clock")
  func reset() async throws {
    for mock in Self.all() {
      mock.stubbedResults["nickname"] = "A."
      #expect(mock.nickname(of: .makeStub()) == "A.")
      mock.reset()
      #expect(mock.invocations.isEmpty)
      #expect(mock.stubbedResults.isEmpty)
      #expect(mock.nickname(of: .makeStub()) == "Ada")
      mock.verify("nickname", called: 1)
    }
    let clock = MockClock.virtual()
    let mock = MockUserService(clock: clock)
    (mock.shouldThrowError, mock.errorToThrow) = (true, NetworkError.timeout)
    mock.simulatedDelay = 5
    mock.reset()
    try await mock.saveUser(.makeStub())
    #expect(clock.elapsed == .zero)
    #expect(mock.errorToThrow == nil)
    #expect(mock.clock === clock)
  }

  @Test("A main-actor mock records its arguments as a flat list")
  @MainActor func mainActor() async {
    let mock = MockDashboardService()
    await mock.updateDashboard()
    mock.stubbedResults["updateDashboard"] = "Tomorrow"
    await mock.updateDashboard()
    #expect(mock.title == "Tomorrow")
    mock.verify("updateDashboard", with: ["", 1], called: 1)
    mock.verify("updateDashboard", with: ["Today", 1], called: 1)
    let declared = DeclaredDashboardService()
    await declared.updateDashboard()
    declared.verify("updateDashboard", called: 1)
  }

  @Test("An actor can be a mock that other code stubs and verifies without waiting")
  func actor() async {
    let mock = MockCounter()
    #expect(await mock.next() == 1)
    mock.stubbedResults["next"] = 9
    #expect(await mock.next() == 9)
    mock.verify("next", with: [1], called: 1)
  }

  @Test("Concurrent calls from many tasks are all recorded")
  func concurrency() async throws {
    for mock in Self.all() {
      await withTaskGroup { group in
        for number in 0..<200 {
          group.addTask { _ = mock.nickname(of: .makeStub(id: "\(number)")) }
        }
      }
      mock.verify("nickname", called: 200)
      let users: [User] = mock.calls(of: "nickname").compactMap { call in call[0] as? User }
      let ids: Set<String> = Set(users.map(\.id))
      #expect(ids.count == 200)
    }
  }

  @Test("Reading and writing inside the mock's lock doesn't deadlock")
  func lock() {
    let mock = MockUserService()
    mock.mockLock.withLock {
      mock.recordInvocation("inside")
      mock.stubbedResults["inside"] = 1
      #expect(mock.stubbedResult(for: "inside", default: 0) == 1)
      mock.verify("inside", called: 1)
    }
  }

  @Test("A stateful mock stores only what the service would have stored")
  func stateful() async throws {
    let mock = MockSampleStore()
    let samples = [Sample(name: "salt", amount: 0.5)]
    try await mock.save(samples, for: "lunch")
    mock.stubbedResults["save_error"] = NetworkError.offline
    await #expect(throws: NetworkError.offline) { try await mock.save(samples, for: "dinner") }
    #expect(mock.verifySaved(for: "lunch") == samples)
    #expect(mock.verifySaved(for: "dinner") == nil)
    mock.verify("save", called: 2)
  }
}
