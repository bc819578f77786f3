import MockLua
import MockLuaTesting
import MockScenarios
import MockServices
import Testing

// Tests whose name begins with `wrong` must fail, with the text after `expects:`. Those whose name begins with `right`
// must pass. scripts/support/check_answers.py compares the results.

@Suite struct ResultTests {
  static func mock() -> MockResultService {
    MockResultService()
  }

  // expects: `ResultService.list`: data cannot represent Array<Opaque>
  @Test(.scenario(source: "service \"ResultService\" { list = reply { { id = 1 } } }"))
  func wrongList() throws { #expect(Self.mock().list().isEmpty) }

  @Test(.scenario(source: "service \"ResultService\" { list = reply(array {}) }"))
  func rightList() throws { #expect(Self.mock().list().isEmpty) }

  // expects: `ResultService.maybe`: data cannot represent
  @Test(.scenario(source: "service \"ResultService\" { maybe = reply { id = 1 } }"))
  func wrongMaybe() throws { #expect(Self.mock().maybe() == nil) }

  @Test(.scenario(source: "service \"ResultService\" { maybe = reply(null) }"))
  func rightMaybe() throws { #expect(Self.mock().maybe() == nil) }

  // expects: "gold" isn't a raw value of Plan
  @Test(.scenario(source: "service \"ResultService\" { plan = reply \"gold\" }"))
  func wrongPlan() throws { #expect(Self.mock().plan() == .free) }

  @Test(
    .scenario(
      source:
        "service \"ResultService\" { plan = reply \"pro\", plans = reply { \"pro\", \"free\" } }"))
  func rightPlan() async throws {
    #expect(Self.mock().plan() == .pro)
    #expect(await Self.mock().plans() == [.pro, .free])
  }

  // expects: isn't a raw value of Plan
  @Test(.scenario(source: "service \"ResultService\" { plans = reply { \"pro\", \"gold\" } }"))
  func wrongPlans() async { _ = await Self.mock().plans() }

  // expects: throws only Offline, so it cannot throw the error
  @Test(.scenario(source: "service \"ResultService\" { result = fail \"unheardOf\" }"))
  func wrongResult() {
    // It must be a failure, so that the code under test doesn't mistake it for a success.
    guard case .failure = Self.mock().result() else { fatalError("a failure became a success") }
  }

  @Test(.scenario(source: "service \"ResultService\" { result = reply { id = 3 } }"))
  func rightResult() throws { #expect(try Self.mock().result().get() == Item(id: 3)) }

  // expects: data cannot represent
  @Test(.scenario(source: "service \"ResultService\" { anyResult = reply { 1 } }"))
  func wrongAnyResult() throws { _ = Self.mock().anyResult() }

  @Test(.scenario(source: "service \"ResultService\" { anyResult = fail \"x\" }"))
  func rightAnyResult() throws {
    #expect(throws: MockServiceError(code: "x", message: "x")) { try Self.mock().anyResult().get() }
  }

  // expects: `ResultService.done` has no responses
  @Test(.scenario(source: "service \"ResultService\" { plan = reply \"pro\" }"))
  func wrongDone() throws { #expect(throws: (any Error).self) { try Self.mock().done().get() } }

  @Test(.scenario(source: "service \"ResultService\" { done = { reply(), fail \"x\" } }"))
  func rightDone() throws {
    let mock = Self.mock()
    try mock.done().get()
    #expect(throws: MockServiceError(code: "x", message: "x")) { try mock.done().get() }
  }

  // expects: throws only Offline, so it cannot throw the error
  @Test(.scenario(source: "service \"ResultService\" { typed = fail \"unheardOf\" }"))
  func wrongTyped() throws { #expect(throws: Offline.self) { try Self.mock().typed() } }

  // expects: throws only Offline, so it cannot throw the error
  @Test(.scenario(source: "service \"ResultService\" { void = fail \"unheardOf\" }"))
  func wrongVoid() throws { #expect(throws: Offline.self) { try Self.mock().void() } }

  @Test(.scenario(source: "service \"ResultService\" { named = fail \"memory\" }"))
  func rightNamed() throws { #expect(throws: Broken.memory) { try Self.mock().named() } }

  // expects: data cannot represent Opaque
  @Test(.scenario(source: "service \"ResultService\" { values = stream { 1, 2 } }"))
  func wrongValues() async throws { for await _ in Self.mock().values() {} }

  // expects: `ResultService.values` has no responses
  @Test(.scenario(source: "service \"ResultService\" { plan = reply \"pro\" }"))
  func wrongNoValues() async throws { for await _ in Self.mock().values() {} }

  @Test(.scenario(source: "service \"ResultService\" { values = stream {} }"))
  func rightValues() async throws { for await _ in Self.mock().values() {} }

  // expects: cannot set `value`
  @Test(
    .scenario(
      source: "service \"ResultService\" { swap = reply { value = 1, result = 2 } }", strict: true))
  func wrongSwap() throws {
    var value: Opaque?
    #expect(Self.mock().swap(&value) == 2)
  }

  // expects: `ResultService.later`: data cannot represent Array<Opaque>
  @Test(.scenario(source: "service \"ResultService\" { later = reply { 1 } }"))
  func wrongLater() async { #expect(await Self.mock().later.isEmpty) }

  // expects: data cannot represent Array<Opaque>
  @Test(.scenario(source: "service \"ResultService\" { [\"subscript\"] = reply { 1 } }"))
  func wrongSubscript() throws { #expect(Self.mock()[1].isEmpty) }
}

@Suite struct HandlerTests {
  static func mock() -> MockHandlerService {
    MockHandlerService()
  }

  @Test(.scenario(source: "service \"HandlerService\" { first = reply { id = 4 } }"))
  func rightFirst() async throws {
    let mock = Self.mock()
    #expect(await awaited { mock.first(completion: $0, retries: 1) } == Item(id: 4))
  }

  // expects: `HandlerService.first` has no responses
  @Test(.scenario(source: "service \"HandlerService\" { value = reply { id = 4 } }"))
  func wrongFirst() async throws {
    let mock = Self.mock()
    _ = await awaited { mock.first(completion: $0, retries: 1) }
  }

  @Test(
    .scenario(
      source: "service \"HandlerService\" { three = { reply { { id = 1 }, \"ok\" }, fail \"x\" } }")
  )
  func rightThree() async throws {
    let mock = Self.mock()
    let first: (Item?, String?, (any Error)?) = await awaited { done in
      mock.three { done(($0, $1, $2)) }
    }
    #expect(first.0 == Item(id: 1) && first.1 == "ok" && first.2 == nil)
    let second: (Item?, String?, (any Error)?) = await awaited { done in
      mock.three { done(($0, $1, $2)) }
    }
    #expect(
      second.0 == nil && second.2 as? MockServiceError == MockServiceError(code: "x", message: "x"))
  }

  // expects: is not a tuple
  @Test(.scenario(source: "service \"HandlerService\" { three = reply \"ok\" }"))
  func wrongThree() async throws {
    let mock = Self.mock()
    let error: (any Error)? = await awaited { done in mock.three { done($2) } }
    #expect(error != nil)
  }

  @Test(
    .scenario(source: "service \"HandlerService\" { several = reply { id = 1, name = \"Ada\" } }"))
  func rightSeveral() async throws {
    let mock = Self.mock()
    let (id, name): (Int, String) = await awaited { done in mock.several { done(($0, $1)) } }
    #expect(id == 1 && name == "Ada")
  }

  @Test(.scenario(source: "service \"HandlerService\" { pair = { reply { id = 2 }, fail \"x\" } }"))
  func rightPair() async throws {
    let mock = Self.mock()
    let first: Result<Item, any Error> = await awaited { done in
      mock.pair(success: { done(.success($0)) }, failure: { done(.failure($0)) })
    }
    #expect(try first.get() == Item(id: 2))
    let second: Result<Item, any Error> = await awaited { done in
      mock.pair(success: { done(.success($0)) }, failure: { done(.failure($0)) })
    }
    #expect(throws: MockServiceError(code: "x", message: "x")) { try second.get() }
  }

  // expects: `HandlerService.pair` has no responses
  @Test(.scenario(source: "service \"HandlerService\" { value = reply { id = 4 } }"))
  func wrongPair() async throws {
    let mock = Self.mock()
    let result: Result<Item, any Error> = await awaited { done in
      mock.pair(success: { done(.success($0)) }, failure: { done(.failure($0)) })
    }
    #expect(throws: (any Error).self) { try result.get() }
  }

  // expects: throws only Offline, so it cannot throw the error
  @Test(.scenario(source: "service \"HandlerService\" { typed = fail \"unheardOf\" }"))
  func wrongTyped() async throws {
    let mock = Self.mock()
    let result: Result<Item, Offline> = await awaited { mock.typed(completion: $0) }
    guard case .failure = result else { fatalError("a failure became a success") }
  }

  // expects: `HandlerService.void` has no responses
  @Test(.scenario(source: "service \"HandlerService\" { value = reply { id = 4 } }"))
  func wrongVoid() async throws {
    let mock = Self.mock()
    let result: Result<Void, any Error> = await awaited { mock.void(completion: $0) }
    #expect(throws: (any Error).self) { try result.get() }
  }

  @Test(.scenario(source: "service \"HandlerService\" { void = reply() }"))
  func rightVoid() async throws {
    let mock = Self.mock()
    let result: Result<Void, any Error> = await awaited { mock.void(completion: $0) }
    try result.get()
  }

  // expects: `HandlerService.value` has no responses
  @Test(.scenario(source: "service \"HandlerService\" { typed = reply { id = 4 } }"))
  func wrongValue() async throws {
    let mock = Self.mock()
    _ = await awaited { mock.value(completion: $0) }
  }

  // expects: data cannot represent Array<Opaque>
  @Test(.scenario(source: "service \"HandlerService\" { opaque = reply { 1 } }"))
  func wrongOpaque() async throws {
    let mock = Self.mock()
    _ = await awaited { mock.opaque(completion: $0) }
  }

  @Test(.scenario(source: "service \"HandlerService\" { value = reply { id = 4 } }"))
  func rightObserve() throws { Self.mock().observe { _ in } }

  @Test(.scenario(source: "service \"HandlerService\" { observe = reply { id = 5 } }"))
  func rightObserved() async throws {
    let mock = Self.mock()
    #expect(await awaited { mock.observe($0) } == Item(id: 5))
  }
}

@Suite struct PropertyTests {
  static func mock() -> MockPropertyService {
    MockPropertyService()
  }

  @Test(
    .scenario(source: "service \"PropertyService\" { name = { reply \"Ada\", reply \"Bob\" } }"))
  func rightName() throws {
    let mock = Self.mock()
    #expect(mock.name == "Ada")
    #expect(mock.name == "Bob")
    verify("PropertyService.name", called: 2)
  }

  // expects: `PropertyService.name`
  @Test(.scenario(source: "service \"PropertyService\" { name = reply(3) }"))
  func wrongName() throws { _ = Self.mock().name }

  @Test(
    .scenario(
      source:
        "shared { both = { 1, \"a\" } } service \"PropertyService\" :bind { pair = \"both\" } {}"))
  func rightPair() throws { #expect(Self.mock().pair == (1, "a")) }

  // expects: the value "x" is not a (Int, String)
  @Test(
    .scenario(
      source: "shared { both = \"x\" } service \"PropertyService\" :bind { pair = \"both\" } {}"))
  func wrongPair() throws { _ = Self.mock().pair }

  // expects: that has not been set
  @Test(.scenario(source: "service \"PropertyService\" { name = reply \"x\" }"))
  func wrongUnset() throws { #expect(Self.mock().pair == (0, "")) }
}

@Suite struct ArgumentTests {
  @Test(.scenario(source: "service \"ArgumentService\" { track = reply() }"))
  func rightArguments() throws {
    let mock = MockArgumentService()
    mock.track(
      "paid", properties: ["cents": 5, "plan": "pro", "at": [1, 2], "none": Int?.none as Any])
    verify(
      "ArgumentService.track",
      arguments: ["event": "paid", "properties": ["cents": 5, "plan": "pro", "at": [1, 2]]])
    mock.add([1, "b"], tags: ["y", "x"])
    verify("ArgumentService.add", arguments: ["items": [1, "b"], "tags": ["x", "y"]])
  }
}

@Suite struct AlarmTests {
  static let script = "service \"AuthService\" { login = reply(true) }"

  @Test(.scenario(source: AlarmTests.script))
  func rightOnlyConstructed() throws {
    _ = MockOrdersService()
  }

  @Test(.scenario(source: AlarmTests.script))
  func rightStubbed() async throws {
    let mock = MockOrdersService()
    mock.on.orders { [Item(id: 1)] }
    #expect(try await mock.orders() == [Item(id: 1)])
  }

  // expects: the script has no service `OrdersService`, which a mock calls
  @Test(.scenario(source: AlarmTests.script))
  func wrongAsked() async throws {
    let mock = MockOrdersService()
    await #expect(throws: MockServiceError.self) { try await mock.orders() }
  }

  // expects: did you misspell it as `OrdresService`?
  @Test(.scenario(source: "service \"OrdresService\" { orders = reply {} }"))
  func wrongMisspelt() throws {
    _ = MockOrdersService()
  }

  // expects: doesn't require `oders`
  @Test(.scenario(source: "service \"OrdersService\" { oders = reply {} }", strict: true))
  func wrongOneTypo() async throws {
    let mock = MockOrdersService()
    await #expect(throws: MockServiceError.self) { try await mock.orders() }
  }
}

@Suite struct LaunchTests {
  final class App: LaunchEnvironmentCarrying {
    var launchArguments: [String] = []
    var launchEnvironment: [String: String] = [:]
  }

  static let script = "service \"OrdersService\" { orders = reply {} }"

  // expects: the scenario has no services
  @Test func wrongEmpty() { MockScenario.build().apply(to: App()) }

  // expects: no app has joined the session
  @Test(.scenario(source: LaunchTests.script))
  func wrongForgotten() throws { _ = try LiveSession(.current) }

  @Test(.scenario(source: LaunchTests.script))
  func rightWithoutSession() async throws {
    #expect(try await MockOrdersService().orders().isEmpty)
  }
}

@Suite struct NameTests {
  // expects: `coutn`
  @Test(.scenario(source: "shared { coutn = 1 } service \"PropertyService\" :bind \"coutn\" {}"))
  func wrongBinding() { _ = MockPropertyService() }

  // expects: `cout`
  @Test(
    .scenario(source: "service \"PropertyService\" :initial { cout = 3 } { name = reply \"x\" }"))
  func wrongInitial() { _ = MockPropertyService() }

  // expects: `itme`
  @Test(.scenario(source: "service \"ArgumentService\" { track = reply() }"))
  func wrongCaptured() throws {
    MockArgumentService().track("paid", properties: [:])
    #expect(try ScenarioRuntime.current.log.captured("itme", of: "ArgumentService.track").isEmpty)
  }

  // expects: expected 2
  @Test(.scenario(source: "service \"PropertyService\" { name = reply \"x\" }"))
  func wrongSet() throws {
    let mock = MockPropertyService()
    mock.count = 3
    try ScenarioRuntime.current.log.verify("PropertyService.count=", called: 1)
    verify("PropertyService.count=", called: 2)
  }
}
