import MockLua
import MockLuaTesting
import MockServices
import Testing

@Mocked protocol ComposedBase: Sendable {
  func load(id: Int) async throws -> String
}

@Mocked protocol ComposedStore: ComposedBase {
  func save(_ text: String) async throws
}

@Mocked protocol ComposedAgain: ComposedBase {
  override func load(id: Int) async throws -> String
}

enum ComposedFeature {
  struct Key: Codable, Sendable { var name: String }

  @Mocked protocol Reading: Sendable {
    func read(_ key: Key) async throws -> Key
  }

  @Mocked protocol Writing: Reading, ComposedBase {
    func write(_ key: Key) async throws
  }
}

@Mocked protocol ComposedIdentity: Identifiable, Sendable where ID == String {
  func work(_ body: @escaping () throws -> Void)
  func convert<T, U>(_ value: T, _ body: (T) -> U) -> U
}

@Suite("Mocks of protocols that inherit from mocked protocols")
struct ComposedTests {
  @Test("Stubs of an inherited protocol respond, even in a nested type", .mocked)
  func inherited() async throws {
    let store = MockComposedStore()
    store.on.load { id in "number \(id)" }
    store.on.save { _ in }
    let base: any ComposedBase = store
    #expect(try await base.load(id: 7) == "number 7")
    try await store.save("x")
    store.verify.load(id: 7).called(1)
    store.verify.save("x").called(1)

    let again = MockComposedAgain()
    again.on.load { id in "again \(id)" }
    #expect(try await (again as any ComposedBase).load(id: 7) == "again 7")

    let writing = ComposedFeature.MockWriting()
    writing.on.read { $0 }
    writing.on.load { _ in "loaded" }
    writing.on.write { _ in }
    #expect(try await writing.read(ComposedFeature.Key(name: "a")).name == "a")
    #expect(try await writing.load(id: 1) == "loaded")
    try await writing.write(ComposedFeature.Key(name: "b"))
  }

  @Test(
    "A generic closure reaches its stub, and a throwing closure isn't a completion handler",
    .mocked)
  func closures() {
    let mock = MockComposedIdentity()
    mock.on.convert { value, body in body(value) }
    let converted: Int = mock.convert(3) { (value: Int) in value + 1 }
    #expect(converted == 4)
    mock.on.work { body in try body() }
    var count = 0
    mock.work { count += 1 }
    #expect(count == 1)
  }
}
