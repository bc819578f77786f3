import MockLuaTesting
import MockServices
import Testing

/// A model that shows a spinner while it loads.
actor Model {
  private(set) var isLoading = false
  private(set) var message: String?

  func load(forgets: Bool, _ body: @Sendable () async throws -> Void) async {
    isLoading = true
    do {
      try await body()
      isLoading = false
    } catch {
      message = "\(error)"
      if !forgets { isLoading = false }
    }
  }
}

/// The value that a completion handler is called with.
func value<T: Sendable>(
  _ body: (@escaping @Sendable (Result<T, any Error>) -> Void) -> Void
) async throws -> T {
  try await withCheckedThrowingContinuation { continuation in
    body { continuation.resume(with: $0) }
  }
}

// Failures are injected for every form of requirement, in the script and in stubs.
@Suite struct FailureTests {
  static let script = """
    service "TypedService" { sum = reply(3) }
    service "PlainService" { sum = reply(3) }
    service "ResultService" { sum = reply(3) }
    service "HandlerService" { sum = reply(3) }
    service "StreamService" { values = stream { 1, 2, 3 } }
    service "DirectService" { sum = reply(3) }
    service "SaveService" { save = reply() }
    """

  private func expectRest(
    forgets: Bool, _ body: @Sendable () async throws -> Void
  ) async {
    let model = Model()
    await model.load(forgets: forgets, body)
    #expect(await !model.isLoading)
    if await model.message == nil { return }
    #expect(!Explored.isBaseline)
  }

  // expects: with TypedService.sum #1 (
  @Test(.exploring(.failures), .scenario(source: script)) func wrongTyped() async {
    await expectRest(forgets: true) { _ = try await MockTypedService().sum() }
  }
  @Test(.exploring(.failures), .scenario(source: script)) func rightTyped() async {
    await expectRest(forgets: false) { _ = try await MockTypedService().sum() }
  }

  // expects: failing with "gone"
  @Test(.exploring(.failures), .scenario(source: script)) func wrongPlain() async {
    await expectRest(forgets: true) { _ = try await MockPlainService().sum() }
  }
  @Test(.exploring(.failures), .scenario(source: script)) func rightPlain() async {
    await expectRest(forgets: false) { _ = try await MockPlainService().sum() }
  }

  // expects: with TypedService.sum #1 failing with "badCredentials"
  @Test(.exploring(.failures)) func wrongTypedStub() async {
    let mock = MockTypedService()
    mock.on.sum { 3 }
    await expectRest(forgets: true) { _ = try await mock.sum() }
  }
  @Test(.exploring(.failures)) func rightTypedStub() async {
    let mock = MockTypedService()
    mock.on.sum { 3 }
    await expectRest(forgets: false) { _ = try await mock.sum() }
  }

  // expects: with ResultService.sum #1
  @Test(.exploring(.failures), .scenario(source: script)) func wrongResult() async {
    await expectRest(forgets: true) { _ = try await MockResultService().sum().get() }
  }
  @Test(.exploring(.failures), .scenario(source: script)) func rightResult() async {
    await expectRest(forgets: false) { _ = try await MockResultService().sum().get() }
  }

  // expects: with ResultService.sum #1 failing
  @Test(.exploring(.failures)) func wrongResultStub() async {
    let mock = MockResultService()
    mock.on.sum { .success(3) }
    await expectRest(forgets: true) { _ = try await mock.sum().get() }
  }
  @Test(.exploring(.failures)) func rightResultStub() async {
    let mock = MockResultService()
    mock.on.sum { .success(3) }
    await expectRest(forgets: false) { _ = try await mock.sum().get() }
  }

  // expects: with HandlerService.sum #1
  @Test(.exploring(.failures), .scenario(source: script)) func wrongHandler() async {
    await expectRest(forgets: true) { _ = try await value { MockHandlerService().sum($0) } }
  }
  @Test(.exploring(.failures), .scenario(source: script)) func rightHandler() async {
    await expectRest(forgets: false) { _ = try await value { MockHandlerService().sum($0) } }
  }

  // expects: with HandlerService.sum #1 failing
  @Test(.exploring(.failures)) func wrongHandlerStub() async {
    let mock = MockHandlerService()
    mock.on.sum { done in done(.success(3)) }
    await expectRest(forgets: true) { _ = try await value { mock.sum($0) } }
  }
  @Test(.exploring(.failures)) func rightHandlerStub() async {
    let mock = MockHandlerService()
    mock.on.sum { done in done(.success(3)) }
    await expectRest(forgets: false) { _ = try await value { mock.sum($0) } }
  }

  // expects: with StreamService.values #1
  @Test(.exploring(.failures), .scenario(source: script)) func wrongStream() async {
    await expectRest(forgets: true) { for try await _ in MockStreamService().values() {} }
  }
  @Test(.exploring(.failures), .scenario(source: script)) func rightStream() async {
    await expectRest(forgets: false) { for try await _ in MockStreamService().values() {} }
  }

  // expects: failing with "badCredentials" after 2 elements
  @Test(.exploring(.failures), .scenario(source: script)) func wrongStreamLater() async {
    var sum = 0
    do {
      for try await value in MockStreamService().values() { sum += value }
    } catch {
      #expect(sum != 3)
    }
  }
  @Test(.exploring(.failures), .scenario(source: script)) func rightStreamLater() async {
    var sum = 0
    do {
      for try await value in MockStreamService().values() { sum += value }
    } catch {
      #expect([0, 1, 3, 6].contains(sum))
    }
  }

  // expects: failing with "badCredentials" after its first element
  @Test(.exploring(.failures)) func wrongStreamStub() async {
    let mock = MockStreamService()
    mock.on.values {
      AsyncThrowingStream { continuation in
        continuation.yield(1)
        continuation.yield(2)
        continuation.finish()
      }
    }
    var sum = 0
    do {
      for try await value in mock.values() { sum += value }
    } catch {
      #expect(sum != 1)
    }
  }
  @Test(.exploring(.failures)) func rightStreamStub() async {
    let mock = MockStreamService()
    mock.on.values {
      AsyncThrowingStream {
        $0.yield(1)
        $0.finish()
      }
    }
    await expectRest(forgets: false) { for try await _ in mock.values() {} }
  }

  // expects: with DirectService.sum #1
  @Test(.exploring(.failures), .scenario(source: script)) func wrongDirect() async {
    await expectRest(forgets: true) { _ = try MockDirectService().sum() }
  }
  @Test(.exploring(.failures), .scenario(source: script)) func rightDirect() async {
    await expectRest(forgets: false) { _ = try MockDirectService().sum() }
  }

  // expects: with DirectService.sum #1 failing
  @Test(.exploring(.failures)) func wrongDirectStub() async {
    let mock = MockDirectService()
    mock.on.sum { 3 }
    await expectRest(forgets: true) { _ = try mock.sum() }
  }
  @Test(.exploring(.failures)) func rightDirectStub() async {
    let mock = MockDirectService()
    mock.on.sum { 3 }
    await expectRest(forgets: false) { _ = try mock.sum() }
  }

  // expects: with SaveService.save {"number":1} #1 failing
  @Test(.exploring(.failures)) func wrongVoid() async {
    await expectRest(forgets: true) { try await MockSaveService().save(1) }
  }
  @Test(.exploring(.failures)) func rightVoid() async {
    await expectRest(forgets: false) { try await MockSaveService().save(1) }
  }

  // expects: returning an empty list
  @Test(.exploring(.failures)) func wrongEmptyStub() async throws {
    let mock = MockPlaceService()
    mock.on.find { _, _ in [Spot(name: "Bern")] }
    if let places = try? await mock.find("x", limit: 1) { #expect(!places.isEmpty) }
  }

  // expects: returning nil
  @Test(.exploring(.failures)) func wrongNilStub() throws {
    let mock = MockPlaceService()
    mock.on.nearest { _ in Spot(name: "Bern") }
    if let place = try? mock.nearest("x").map(\.name) ?? "none" { #expect(place == "Bern") }
  }
}

// The test reports what exploring tried.
@Suite struct TriedTests {
  // expects: the explored test does not call a mock
  @Test(.exploring(.failures)) func wrongNoCall() { #expect(Bool(true)) }

  // One call at a time has one order only, which is a warning.
  @Test(.exploring(.orders)) func rightSequence() async throws {
    let mock = MockPlaceService()
    mock.on.find { _, _ in [] }
    _ = try await mock.find("a", limit: 1)
    _ = try await mock.find("b", limit: 1)
  }

  @Test(.exploring(.orders)) func rightParallel() async throws {
    let mock = MockPlaceService()
    mock.on.find { _, _ in [] }
    async let a = mock.find("a", limit: 1)
    async let b = mock.find("b", limit: 1)
    _ = try await (a, b)
  }

  // expects: `of:` names PlaceService.fnd, which the test never calls; did you mean PlaceService.find?
  @Test(.exploring(.failures(of: ["PlaceService.fnd"]))) func wrongOf() async throws {
    let mock = MockPlaceService()
    mock.on.find { _, _ in [] }
    _ = try? await mock.find("a", limit: 1)
  }

  // expects: PlaceService.fnd
  @Test(.exploring(.failures)) func wrongFailed() async throws {
    let mock = MockPlaceService()
    mock.on.find { _, _ in [] }
    let found = try? await mock.find("a", limit: 1)
    #expect((found == nil) == Explored.failed("PlaceService.fnd") || found == nil)
  }

  @Test(.exploring(.failures)) func rightFailed() async throws {
    let mock = MockPlaceService()
    mock.on.find { _, _ in [] }
    let found = try? await mock.find("a", limit: 1)
    #expect((found == nil) == Explored.failed("PlaceService.find"))
  }

  // expects: waits for the calls of a scenario, but this test does not have one
  @Test func wrongSettle() async { await Explored.settle() }

  @Test(.mocked) func rightSettle() async { await Explored.settle() }

  // expects: several `.scenario` traits
  @Test(.mocked, .scenario(source: "service \"PlaceService\" { find = reply(array {}) }"))
  func wrongTraits() {}
}

@Suite(.exploring(.failures)) struct InnermostTests {
  // The innermost trait applies: no call fails here.
  @Test(.exploring(.orders)) func rightInnermost() async throws {
    let mock = MockPlaceService()
    mock.on.find { _, _ in [] }
    async let a = mock.find("a", limit: 1)
    async let b = mock.find("b", limit: 1)
    _ = try await (a, b)
  }
}
