import MockLua
import MockLuaTesting
import MockServices
import Testing

@Mocked
protocol StoreService: Sendable {
  associatedtype Value: Codable & Sendable
  func load() async throws -> Value
}

/// The associated types of its base stay unspecified, and are constrained in the `where` clause.
@Mocked
protocol ListStoreService: StoreService where Value: Codable & Sendable & Equatable {
  func save(_ value: Value) async throws -> [Value]
}

@Suite struct BoundTests {
  @Test(
    .scenario(source: "service \"ListStoreService\" { load = reply(3), save = reply { 1, 2 } }"))
  func rightValues() async throws {
    let mock = MockListStoreService<Int>()
    #expect(try await mock.load() == 3)
    #expect(try await mock.save(4) == [1, 2])
    mock.verify.save(4).called(1)
  }

  // expects: `ListStoreService.load`
  @Test(.scenario(source: "service \"ListStoreService\" { load = reply \"x\" }"))
  func wrongValue() async throws { _ = try await MockListStoreService<Int>().load() }
}
