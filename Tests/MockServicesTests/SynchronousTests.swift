import MockLua
import MockServices
import Testing

/// Requirements that aren't `async`, with responses on the caller's thread.
@Suite("Synchronous requirements")
struct SynchronousTests {
  @Test("Synchronous callers get values, errors, updates, and computed responses")
  func answers() throws {
    let stage = try Stage(
      """
      shared { opened = 0 }
      service "VaultService" {
        secret = {
          when({ key = "pin" }, reply "1234"), reply(null),
        },
        store = { reply() :set { opened = 1 }, fail("full", "No room") },
        count = function(args, call) return #args.of + call.count end,
        lock = reply(),
        unlock = { reply(true), fail("locked") },
        history = { reply { 1, 2 }, fail("empty") },
        pair = { reply { first = 1, second = "b" }, reply { 2, "c" } },
        point = reply { 1.5, 2 },
        playback = reply(0.5), playbacks = reply { "stopped", 2 },
        context = reply { a = 1, b = { c = "d" } },
        isOpen = { reply(true), fail("jammed") },
      }
      """)
    let mock = MockVaultService(stage.runtime)
    #expect(try mock.secret(for: "pin") == "1234")
    #expect(try mock.secret(for: "other") == nil)
    try mock.store("s", for: "k")
    #expect(stage.state("opened") == 1)
    #expect(throws: MockServiceError(code: "full", message: "No room")) {
      try mock.store("s", for: "k")
    }
    #expect(mock.count(of: "ab") == 3 && mock.count(of: "ab") == 4)
    mock.lock()
    try stage.runtime.log.verify("VaultService.lock", called: 1)
    #expect(try mock.unlock(code: 1))
    #expect(throws: VaultError.locked) { try mock.unlock(code: 2) }
    #expect(mock.history(since: 0) == .success([1, 2]))
    #expect(mock.history(since: 0) == .failure(.empty))
    #expect(try mock.pair() == (first: 1, second: "b"))
    #expect(try mock.pair() == (first: 2, second: "c"))
    #expect(mock.point() == (1.5, 2))
    #expect(mock.playback() == .playing(rate: 0.5))
    #expect(try mock.playbacks() == [.stopped, .playing(rate: 2)])
    #expect(mock.context()["a"] as? Int == 1)
    #expect(try mock.isOpen)
    #expect(throws: MockServiceError.self) { try mock.isOpen }
  }

  @Test("Synchronous and asynchronous callers share one sequence")
  func oneSequence() async throws {
    let stage = try Stage(
      """
      shared { n = 0 }
      service "LedgerService" {
        total = function() state.n = state.n + 1 return state.n end,
        add = function(args) state.n = state.n + 1 return state.n end,
      }
      """)
    let mock = MockLedgerService(stage.runtime)
    let values = try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 0..<200 {
        group.addTask { number.isMultiple(of: 2) ? try mock.total() : try await mock.add(1) }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(Set(values) == Set(1...200))
  }

  @Test("`inout` parameters are set from members of the value")
  func inoutParameters() async throws {
    let notes = Notes()
    let answers = MockMethodConfig(responses: [
      MockResponse(result: .success, value: ["values": [7], "result": 1]),
      MockResponse(result: .success, value: 2),
    ])
    let mock = MockOddService(
      sequencer: MockCallSequencer(
        methods: [
          "transform": answers,
          "fill": MockMethodConfig(responses: [MockResponse(result: .success, value: ["count": 4])]
          ),
        ], service: "Odd", context: MockCallContext(failureHandler: notes.handler)))
    var values = [1]
    #expect(try mock.transform(&values, by: 2) == 1 && values == [7])
    #expect(notes.lines.isEmpty)
    #expect(try mock.transform(&values, by: 2) == 2 && values == [7])
    #expect(
      notes.lines == [
        "report: `Odd.transform` with {\"by\":2,\"values\":[7]} does not set `values`; add it to the"
          + " value: `reply { values = ... }`"
      ])
    var count = 0
    await mock.fill(&count)
    #expect(count == 4)
  }

  @Test("Existential results become a named type")
  func existentials() async throws {
    let stage = try Stage(
      "service \"GarageService\" { car = reply { wheels = 4 }, parked = { reply { wheels = 3 }, reply(null) } }"
    )
    let mock = MockGarageService(stage.runtime)
    #expect(try mock.car() as? Car == Car(wheels: 4))
    #expect(try await mock.parked()?.wheels == 3)
    #expect(try await mock.parked() == nil)
  }

  @Test("A property with an object keeps the same object until another value is set")
  func objects() throws {
    let stage = try Stage(
      """
      shared { basket = { count = 0 } }
      service "BasketService" :bind "basket" { empty = reply() :set { basket = { count = 7 } } }
      """)
    let mock = MockBasketService(stage.runtime)
    let bound = Basket()
    (mock.basket, mock.spare) = (bound, Basket())
    mock.spare?.count = 2
    weak let spare = mock.spare
    #expect(mock.basket === bound)
    #expect(mock.spare?.count == 2)
    mock.empty()
    #expect(mock.basket !== bound)
    #expect(mock.basket.count == 7)
    mock.spare = nil
    #expect(mock.spare == nil)
    // The object is retained while it is the current value.
    #expect(spare == nil)
  }

  @Test("The current scenario responds to static requirements, initializers, and `Self`")
  func statics() throws {
    let stage = try Stage(
      """
      service "FactoryService" {
        make = { reply(), fail("none") }, version = reply "1.0", with = reply(),
      }
      """)
    try MockCurrentSource.$override.withValue(stage.runtime) { () throws -> Void in
      let mock = MockFactoryService(token: "t", limit: 3)
      #expect(stage.arguments(of: "FactoryService.init") == ["token": "t", "limit": 3])
      #expect(mock.with(1) === mock)
      #expect(try MockFactoryService.make("a").sequencer === mock.sequencer)
      #expect(throws: MockServiceError.self) { try MockFactoryService.make("a") }
      #expect(MockFactoryService.version() == "1.0")
      MockFactoryService.on.version { "2.0" }
      #expect(MockFactoryService.version() == "2.0")
      #expect(MockFactoryService.shared.sequencer === mock.sequencer)
      MockFactoryService.level = 5
      #expect(MockFactoryService.level == 5)
    }
    let other = try Stage("service \"FactoryService\" { version = reply \"3.0\" }")
    MockCurrentSource.$override.withValue(other.runtime) {
      #expect(MockFactoryService.version() == "3.0")
      #expect(MockFactoryService.level == 0)
    }
  }

  @Test("Properties of unusual types keep their value")
  func properties() throws {
    let mock = MockOddService(try Stage("service \"OddService\" { any = reply() }").runtime)
    #expect(mock.onChange == nil && mock.delegate == nil)
    let object = Opaque()
    mock.delegate = object
    #expect(mock.delegate === object)
    let notes = Notes()
    mock.onChange = { notes.add("\($0)") }
    mock.onChange?(4)
    #expect(notes.lines == ["4"])
    mock[2] = "two"
    #expect(mock.sequencer.log.calls("OddService.subscript(_:)=").count <= 1)
  }

  @Test("Protocols of the standard library can be refined")
  func refining() throws {
    let stage = try Stage(
      "service \"RefiningService\" { ping = reply(1) } service \"ObjectService\" { ping = reply(2) }"
    )
    let (first, second) = (MockRefiningService(stage.runtime), MockRefiningService(stage.runtime))
    #expect(first == first && first != second && Set([first, second, first]).count == 2)
    #expect("\(first)" == "MockRefiningService" && first.id == first.id)
    #expect(throws: MockRefiningService.self) { throw first }
    #expect(first.ping() == 1)
    #expect(try MockObjectService(stage.runtime).ping() == 2)
  }
}
