import MockServices

// Forms of other libraries, and typos, that don't compile. Each error contains the text after `error:` in its line.
// scripts/support/check_forms.py compares them.

struct Offline: Error {}

@Mocked
protocol Shop: Sendable {
  func load(id: Int) async throws -> Int
  func count() -> Int
  func updates() -> AsyncStream<Int>
}

func stubs(_ mock: MockShop) {
  mock.on.load(id: 7).willReturn(1)  // error: write `.returns(value)`
  mock.on.load(id: 7).thenReturn(1, 2)  // error: write `.returns(value)`
  mock.on.load(id: 7).willThrow(Offline())  // error: write `.throws(error)`
  mock.on.load(id: 7).thenThrow(Offline())  // error: write `.throws(error)`
  mock.on.load(id: .value(7)).returns(1)  // error: pass the value itself
  mock.on.load(id: .matching { $0 > 5 }).returns(1)  // error: 'where(_:)'
  mock.on.count().throws(Offline())  // error: the requirement doesn't throw; write `.returns(...)`
}

func verifications(_ mock: MockShop) async {
  mock.verify.load(id: 7).called(.exactly(2))  // error: pass the number itself
  mock.verify.load(id: 7).called(.atLeastOnce)  // error: write `.atLeast(1)`, or `1...`
  mock.verify.load(id: 7).called(.from(1, to: 5))  // error: pass a range
  mock.verify.load(id: 7).wasCalled(2)  // error: write `.called(2)`
  await mock.verify.load(id: 7).calledEventually(2)  // error: write `.eventually(2, within:
}

func formsOfOtherLibraries(_ mock: MockShop, _ id: Int) async throws {
  given(mock).load(id: 7).willReturn(1)  // error: write `mock.on.load(id: 7).returns(value)`
  given(mock).load(id: id).willThrow(Offline())  // error: 'given' is unavailable: write `mock.on.
  given(mock).load(id: .any).willReturn(1)  // error: write `mock.on.load(id: 7).returns(value)`
  when(mock.count()).thenReturn(1)  // error: write `mock.on.load(id: 7).returns(value)`
  when(mock).load(id: 7).thenReturn(1)  // error: write `mock.on.load(id: 7) { id in ... }`
  verify(mock).load(id: 7).called(1)  // error: write `mock.verify.load(id: 7).called(1)`
  verify(mock).load(id: .value(id)).called(.once)  // error: write `mock.verify.load(id: 7)
}

typealias Filter = @Sendable (Int) -> Bool

@Mocked
struct ShopClient: Sendable {
  var load: @Sendable (_ id: Int) async throws -> Int
  var filter: Filter = { _ in true }  // error: or declare the alias in the struct
  #if !RELEASE
    var count: @Sendable () -> Int  // error: is inside `#if`, so the initializer
  #endif
}

@Mocked
struct FilterClient: Sendable {
  var load: @Sendable (_ id: Int) async throws -> Int
  var filter: Filter  // error: isn't declared with a closure type
}
