import MockLuaTesting
import MockPlatform
import MockServices
import Testing

@Mocked protocol ChangeService: Sendable {
  func observe(_ onChange: @escaping @Sendable (Int) -> Void)
  func load() async throws -> Int
}

/// Handlers for events in explored tests.
@Suite struct ObserverTests {
  @Test("A handler without a response isn't called, in any order", .mocked, .exploring())
  func silent() async throws {
    let service = MockChangeService()
    service.on.load().returns(1)
    let values = Locked<[Int]>([], isLeaf: true)
    service.observe { value in values.withLock { $0.append(value) } }
    service.push.observe(5)
    async let first = service.load()
    async let second = service.load()
    _ = try? await (first, second)
    await Explored.settle()
    #expect(values.withLock { $0 } == [5])
  }
}
