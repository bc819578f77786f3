import Foundation
import MockLuaTesting
import Testing

@Suite(.mocked) struct VerifyFormTests {
  let mock = MockTeaShop()
  let tea = Tea(name: "Sencha")

  @Test func rightPlainValues() async throws {
    mock.on.page().returns([])
    mock.on.quotes().returns([:])
    mock.show(.home)
    mock.show(.screen("x"))
    mock.add(tea)
    mock.track(.home, at: 1, from: "tab")
    _ = try await mock.page(after: "20")
    _ = try mock.quotes(for: ["A"])
    mock.verify.show(.home).called(1)
    mock.verify.show(.screen("x")).called(1)
    mock.verify.add(tea).called(1)
    mock.verify.page(after: "20").called(1)
    mock.verify.quotes(for: ["A"]).called(1)
    mock.verify.track(.home, at: .any, from: "tab").called(1)
    mock.verify.track(.where { $0 == .home }, at: 1).called(1)
  }

  @Test func rightCounts() {
    for _ in 0..<2 { mock.add(tea) }
    mock.verify.add(tea).called()
    mock.verify.add(tea).called(2)
    mock.verify.add(tea).called(1...2)
    mock.verify.add(tea).called(1...)
    mock.verify.add(tea).called(...2)
    mock.verify.add().called(.atLeast(1))
    mock.verify.add().called(.atMost(2))
    mock.verify.show(.home).called(.never)
    mock.verify.add(Tea(name: "Mate")).called(0)
  }

  // expects: expected 1 call to TeaShop.add
  @Test func wrongCount() {
    for _ in 0..<2 { mock.add(tea) }
    mock.verify.add(tea).called(.once)
  }

  // expects: this verifies nothing; write `.atLeast(1)`
  @Test func wrongAnyCount() { mock.verify.add(tea).called(...Int.max) }

  // expects: this verifies nothing; write `.atLeast(1)`
  @Test func wrongFromZero() { mock.verify.add(tea).called(0...) }

  @Test func rightEventually() async {
    Task { [mock, tea] in mock.add(tea) }
    await mock.verify.add(tea).eventually(within: .seconds(30))
    await mock.verify.add().eventually(1, within: .seconds(30))
  }

  // expects: `eventually` waits for calls
  @Test func wrongEventuallyNever() async {
    await mock.verify.add(tea).eventually(.never, within: .seconds(1))
  }

  @Test func rightOrder() {
    let other = MockTeaShop()
    mock.show(.home)
    other.add(tea)
    mock.show(.screen("end"))
    verifyInOrder(mock.verify.show(), other.verify.add(tea), "TeaShop.show")
  }

  // expects: TeaShop.show
  @Test func wrongOrder() {
    mock.add(tea)
    mock.show(.home)
    verifyInOrder(mock.verify.show(.home), mock.verify.add(tea))
  }

  @Test func rightCaptured() {
    mock.show(.home)
    mock.track(.home, at: 1, from: "tab")
    #expect(mock.verify.show().captured == [.home])
    let tracked = mock.verify.track().captured
    #expect(tracked.map(\.from) == ["tab"])
  }

  @Test func rightNames() {
    mock.add(tea)
    mock.track(.home, at: 1, from: "tab")
    let second = 1
    verify("TeaShop.add", called: 1)
    verify("TeaShop.add", arguments: ["tea": tea])
    verify("TeaShop.track", arguments: ["at": second, "from": "tab"], called: 1)
    verify("TeaShop.show", called: .never)
    verifyNoMoreCalls()
  }

  // expects: did you mean `TeaShop.add`?
  @Test func wrongName() {
    mock.add(tea)
    verify("TeaShop.ad", called: 1)
  }

  // expects: did you mean `from`?
  @Test func wrongArgument() {
    mock.track(.home, at: 1, from: "tab")
    verify("TeaShop.track", arguments: ["fro": "tab"], called: 1)
  }

  // expects: expected at least 1 call to TeaShop.add
  @Test func wrongNoMoreCalls() {
    mock.verify.add(tea).called()
  }
}
