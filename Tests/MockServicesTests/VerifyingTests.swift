import MockLua
import MockLuaTesting
import MockServices
import Testing

/// Calls verified with the requirements' own types.
@Suite("Typed verification", .mocked)
struct VerifyingTests {
  @Test("Calls are counted with typed matchers, and count as verified")
  func counted() throws {
    let mock = MockVaultService()
    mock.on.count { $0.count }
    for owner in ["ada", "bob", "ada"] { _ = mock.count(of: owner) }
    mock.verify.count(of: "ada").called(2)
    mock.verify.count(of: .where { $0 == "bob" }).called(.once)
    mock.verify.count(of: .oneOf("eve", "carol")).called(.never)
    mock.verify.count().called(3)
    #expect(mock.verify.count().captured == ["ada", "bob", "ada"])
    #expect(mock.verify.count(of: "bob").captured == ["bob"])
    try ScenarioRuntime.current.log.verifyNoMoreCalls()
  }

  @Test("A failed verification lists the calls at the test's line")
  func failing() {
    let mock = MockVaultService()
    mock.on.count { $0.count }
    _ = mock.count(of: "ada")
    withKnownIssue {
      mock.verify.count(of: "bob").called(2)
    } matching: { issue in
      issue.description.contains(
        """
        expected 2 calls to VaultService.count {"of":"bob"}, found 0
          #1 VaultService.count {"of":"ada"} -> 3
        """) && issue.sourceLocation?.line == 29
    }
  }

  @Test("Several arguments are a labeled tuple, and overloads have their own types")
  func tuples() throws {
    let mock = MockParcelsService()
    mock.on.send { _, _ in 1 }
    mock.on.find { (name: String) in name.count }
    mock.on.find { (id: Int) in id }
    _ = mock.send(Parcel(weight: 2), to: nil)
    _ = mock.send(Parcel(weight: 3), to: "Rome")
    _ = (mock.find("abc"), mock.find(7))
    let sent = mock.verify.send().captured
    #expect(sent.map(\.parcel.weight) == [2, 3] && sent.map(\.to) == [nil, "Rome"])
    mock.verify.send(to: nil).called(1)
    mock.verify.send(.where { $0.weight > 2 }).called(1)
    mock.verify.find("abc").called(1)
    mock.verify.find(7).called(1)
    #expect(mock.verify.find(.any as MockMatch<Int>).captured == [7])
  }

  @Test("Setting a property is a call, stubbed or not, and so is setting a subscript")
  func sets() {
    let mock = MockParcelsService()
    mock.limit = 3
    mock.limit = nil
    #expect(mock.limit == nil)
    mock.verify.limit(to: 3).called(1)
    mock.verify.limit(to: nil).called(1)
    #expect(mock.verify.limit(to: .any).captured == [3, nil])
  }

  @Test("An unused property setter can be verified as never called, by name")
  func neverSet() throws {
    let mock = MockParcelsService()
    let log = try ScenarioRuntime.current.log
    try log.verify("ParcelsService.limit=", called: .never)
    #expect(throws: MockVerificationError.self) {
      try log.verify("ParcelsService.limt=", called: .never)
    }
    mock.limit = 3
    try log.verify("ParcelsService.limit=", called: 1)
  }

  @Test("Generic arguments and objects are captured with their own type")
  func objects() {
    let mock = MockParcelsService()
    let observer = ParcelObserver()
    mock.watch(observer)
    mock.note(7)
    mock.note("x")
    #expect(mock.verify.watch().captured.first === observer)
    mock.verify.watch(.where { $0 === observer }).called(1)
    #expect(mock.verify.note().captured.map { "\($0)" } == ["7", "x"])
    mock.watch(ParcelObserver())
    withKnownIssue {
      mock.verify.watch(.where { $0 === observer }).called(1)
    } matching: {
      $0.description.contains(
        "`observer` was an object that no longer exists; keep it until you verify the call")
    }
  }

  @Test("The log retains no objects, not even as optional arguments")
  func optionalObjects() {
    let mock = MockParcelsService()
    var observer: ParcelObserver? = ParcelObserver()
    weak let kept = observer
    mock.watchNext(observer)
    mock.watchNext(nil)
    let captured = mock.verify.watchNext().captured.map { $0.map(ObjectIdentifier.init) }
    #expect(captured == [observer.map(ObjectIdentifier.init), nil])
    mock.verify.watchNext(nil).called(1)
    observer = nil
    #expect(kept == nil)
  }

  @Test("A count is a number, a range, or a word")
  func counts() {
    let mock = MockVaultService()
    mock.on.count { $0.count }
    for owner in ["ada", "bob", "ada"] { _ = mock.count(of: owner) }
    let expected = 3
    mock.verify.count().called(expected)
    mock.verify.count(of: "ada").called(1...2)
    mock.verify.count().called(2...)
    mock.verify.count().called(...3)
    mock.verify.count().called(.atMost(3))
    mock.verify.count(of: "eve").called(.never)
    withKnownIssue {
      mock.verify.count(of: "ada").called(3...4)
    } matching: {
      $0.description.contains(#"expected 3 to 4 calls to VaultService.count {"of":"ada"}, found 2"#)
    }
  }

  @Test("Calls of several mocks are verified in order, by type and by name")
  func order() throws {
    let (vault, other, ledger) = (MockVaultService(), MockVaultService(), MockLedgerService())
    vault.on.count().returns(1)
    other.on.count().returns(2)
    ledger.on.total().returns(3)
    _ = vault.count(of: "ada")
    _ = try ledger.total()
    _ = other.count(of: "bob")
    verifyInOrder(vault.verify.count(), ledger.verify.total(), other.verify.count(of: "bob"))
    verifyInOrder(vault.verify.count(of: "ada"), "LedgerService.total", exactly: false)
    verifyNoMoreCalls()
    withKnownIssue {
      verifyInOrder(other.verify.count(of: "bob"), ledger.verify.total())
    } matching: {
      $0.description.contains(
        #"expected LedgerService.total after VaultService.count {"of":"bob"}"#)
    }
    withKnownIssue {
      verifyInOrder(other.verify.count(), vault.verify.count())
    } matching: {
      $0.description.contains("expected VaultService.count after VaultService.count")
    }
  }

  @Test("An order is verified in the scenario of its mocks")
  func orderElsewhere() throws {
    let runtime = try ScenarioRuntime(source: "", name: "other.lua")
    let mock = MockVaultService(runtime)
    mock.on.count().returns(1)
    _ = mock.count(of: "ada")
    try runtime.log.verifyInOrder([mock.verify.count(of: "ada")])
    withKnownIssue {
      verifyInOrder(mock.verify.count())
    } matching: {
      $0.description.contains(
        "the mock of VaultService.count belongs to another scenario; verify the order in that scenario's log"
      )
    }
  }

  @Test("A verification can wait for calls, with a time limit")
  func eventually() async {
    let mock = MockVaultService()
    mock.on.count().returns(1)
    let verification = mock.verify.count(of: "ada")
    let task = Task { mock.count(of: "ada") }
    await verification.eventually(within: .seconds(10))
    _ = await task.value
    await withKnownIssue {
      await mock.verify.count(of: "eve").eventually(2, within: .seconds(1), clock: .virtual())
    } matching: {
      $0.description.contains(#"expected 2 calls to VaultService.count {"of":"eve"}, found 0"#)
    }
  }

  @Test("Values of a test's own types can be arguments of a verification by name")
  func encodedArguments() async throws {
    let mock = MockTeaShop()
    let (tea, count) = (Tea(name: "Sencha"), 2)
    mock.on.price().returns(1)
    _ = try await mock.price(of: tea, count: count)
    verify("TeaShop.price", arguments: ["count": count], called: 1)
    verify("TeaShop.price", arguments: ["count": ["$gt": count]], called: .never)
    await verifyEventually("TeaShop.price", arguments: ["count": count], within: .seconds(1))
    try ScenarioRuntime.current.log.verify("TeaShop.price", arguments: ["count": count], called: 1)
  }

  @Test(
    "The message about a call that no stub matches doesn't mention scripts",
    .mocked(except: [.unconfiguredCalls]))
  func unstubbed() {
    let error = #expect(throws: MockServiceError.self) { try MockLedgerService().total() }
    #expect(
      error?.message
        == "no stub of `LedgerService.total` accepts the call; add `mock.on.total { ... }` before the call"
    )
  }
}

struct Parcel: Sendable {
  var weight: Int
}

final class ParcelObserver: Sendable {}

@Mocked
protocol ParcelsService: AnyObject, Sendable {
  func send(_ parcel: Parcel, to city: String?) -> Int
  func find(_ name: String) -> Int
  func find(_ id: Int) -> Int
  func watch(_ observer: ParcelObserver)
  func watchNext(_ observer: ParcelObserver?)
  func note<Value: Sendable>(_ value: Value)
  var limit: Int? { get set }
}
