import MockLua
import MockLuaTesting
import MockServices
import Testing

@Mocked
protocol ReceiptService: Sendable {
  func receipt(_ id: Int) async throws -> Receipt
  func latest() throws -> Receipt?
  func all() -> AsyncThrowingStream<Receipt, any Error>
}

struct Receipt: Codable, Equatable, Sendable {
  var id: Int
  var note: String?
}

@Suite("A strict test reports keys that a type ignores")
struct IgnoredKeyTests {
  static let script = """
    service "ReceiptService" {
      receipt = {
        reply { id = 1, nte = "x" },
        reply { id = 2, total = 5 } :after(10),
        reply { id = 3, total = 5 } :ignore_unknown_keys(),
      },
      latest = function() return { id = 4, more = { 1 } } end,
      all = stream { { id = 5 }, { id = 6, page = 1 } },
    }
    """

  private func useAll() async throws {
    let service = MockReceiptService()
    for id in [1, 2, 3, 3] { #expect(try await service.receipt(0).id == id) }
    for _ in 1...2 { #expect(try service.latest()?.id == 4) }
    var ids: [Int] = []
    for try await receipt in service.all() { ids.append(receipt.id) }
    #expect(ids == [5, 6])
  }

  @Test(
    "Each ignored key is reported once, at the line of the response",
    .issues(
      "script.lua:3: `ReceiptService.receipt`, response 1: the type that the app decodes ignores"
        + " `reply.nte`; did you mean `note`? Otherwise, permit it with `:ignore_unknown_keys()`",
      "script.lua:4: `ReceiptService.receipt`, response 2: the type that the app decodes ignores"
        + " `reply.total`; did you mean `note`? Otherwise, permit it with `:ignore_unknown_keys()`",
      "script.lua:7: `ReceiptService.latest`, response 1: the type that the app decodes ignores"
        + " `reply.more`; did you mean `note`? Otherwise, permit it with `:ignore_unknown_keys()`",
      "script.lua:8: `ReceiptService.all`, response 1: the type that the app decodes ignores"
        + " `stream[2].page`; remove it, or permit it with `:ignore_unknown_keys()`"),
    .scenario(source: script, name: "script.lua", strict: true))
  func strict() async throws { try await useAll() }

  @Test(
    "A lenient test only reports probable typos",
    .issues(
      "script.lua:3: `ReceiptService.receipt`, response 1: the type that the app decodes ignores"
        + " `reply.nte`; did you mean `note`? Otherwise, permit it with `:ignore_unknown_keys()`"),
    .scenario(source: script, name: "script.lua"))
  func lenient() async throws { try await useAll() }

  @Test(
    "A test that excludes the check reports nothing", .issues(),
    .scenario(source: script, strict: true, except: [.contracts, .ignoredKeys]))
  func excepted() async throws { try await useAll() }

  @Test("A configuration can permit keys too, and its messages use JSON")
  func configuration() async throws {
    let json = """
      {"services": {"ReceiptService": {"methods": {"receipt": {"responses": [
        {"result": "success", "value": {"id": 1, "page": 2}},
        {"result": "success", "value": {"id": 2, "page": 2}, "ignoresUnknownKeys": true}
      ]}}}}}
      """
    let configuration = try MockServiceConfiguration(json: json)
    let context = MockCallContext()
    context.contracts.ignoredKeys.isWatching = true
    let sequencers = MockSequencers(configuration, context: context)
    let service = MockReceiptService(sequencer: sequencers.sequencer(for: "ReceiptService"))
    for id in [1, 2] { #expect(try await service.receipt(0).id == id) }
    #expect(
      context.contracts.ignoredKeys.failures.map(\.message) == [
        "`ReceiptService.receipt`, response 1: the type that the app decodes ignores `value.page`;"
          + " remove it, or permit it with `\"ignoresUnknownKeys\": true`"
      ])
  }
}

@Suite("Problems outside the script")
struct LateCallTests {
  @Test("A call after the end of the test is reported once, with its location")
  func lateCalls() async throws {
    let session = try ScenarioSession(
      source: "service \"ReceiptService\" { receipt = reply { id = 1 } }", name: "script.lua")
    let service = MockReceiptService(
      sequencer: session.runtime.sequencer(for: "ReceiptService"))
    _ = try await service.receipt(1)
    #expect(session.finish().isEmpty)
    let found = Locked<[String]>([])
    session.watchLateCalls { issue in found.withLock { $0.append("\(issue)") } }
    _ = try await service.receipt(1)
    let expected =
      "script.lua:1: `ReceiptService.receipt` was called after its test had ended; await the code that calls"
      + " it, or cancel it"
    #expect(found.withLock { $0 } == [expected])

    let tolerant = try ScenarioSession(
      source: "service \"ReceiptService\" { receipt = reply { id = 1 } }", except: [.lateCalls])
    tolerant.watchLateCalls { issue in found.withLock { $0.append("\(issue)") } }
    _ = try await MockReceiptService(
      sequencer: tolerant.runtime.sequencer(for: "ReceiptService")
    ).receipt(1)
    #expect(found.withLock { $0.count } == 1)
  }

  @Test(
    "A service that a mock needs but the script lacks is reported under any name",
    .issues(
      "the script has no service `ReceiptService`, which a mock calls; write"
        + " `service \"ReceiptService\" { ... }`, or stub its calls"),
    .scenario(source: "service \"Other\" { f = reply(1) }", except: [.unconfiguredCalls]))
  func missingService() async throws {
    let service = MockReceiptService()
    await #expect(throws: MockServiceError.self) { try await service.receipt(1) }
  }

  @Test(
    "A service that is stubbed completely isn't reported", .issues(),
    .scenario(source: "service \"Other\" { f = reply(1) }"))
  func stubbedService() async throws {
    let service = MockReceiptService()
    service.on.receipt { _ in Receipt(id: 7) }
    #expect(try await service.receipt(1).id == 7)
  }
}
