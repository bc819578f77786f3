import MockLua
import MockLuaTesting
import MockServices
import Testing

/// The base is in another file.
@Mocked
protocol ArchiveService: ItemService {
  func archive(_ id: Int) async throws
}

enum Feature {
  @Mocked
  protocol ReadingService: Sendable {
    func read() async throws -> Item
  }

  @Mocked
  protocol WritingService: ReadingService, ItemService {
    func write(_ item: Item) async throws
  }
}

/// Two bases under one name.
typealias Both = ItemService & OrdersService

@Mocked
protocol BothService: Both {
  func both() -> Int
}

/// A protocol without `@Mocked`. An extension implements it.
protocol UnmarkedService: Sendable {
  func page() -> Int
}

extension UnmarkedService {
  func page() -> Int { 1 }
}

@Mocked
protocol HeirService: UnmarkedService {
  func title() -> String
}

@Suite struct ComposedTests {
  // expects: doesn't require `page`; known: title; if `UnmarkedService` requires it, mark `UnmarkedService` with `@Mocked`
  @Test(.scenario(source: "service \"HeirService\" { page = reply(3), title = reply \"x\" }"))
  func wrongUnmarkedBase() { _ = MockHeirService().title() }

  @Test(
    .scenario(source: "service \"ArchiveService\" { item = reply { id = 3 }, archive = reply() }"))
  func rightBase() async throws {
    let mock = MockArchiveService()
    #expect(try await mock.item(3) == Item(id: 3))
    try await mock.archive(3)
    mock.verify.item(3).called(1)
  }

  // expects: doesn't require `itme`; did you mean `item`?
  @Test(
    .scenario(source: "service \"ArchiveService\" { itme = reply { id = 3 }, archive = reply() }"))
  func wrongNameOfBase() async throws { try await MockArchiveService().archive(3) }

  // expects: `ArchiveService.item`
  @Test(.scenario(source: "service \"ArchiveService\" { item = reply { name = \"x\" } }"))
  func wrongAnswerOfBase() async throws { _ = try await MockArchiveService().item(3) }

  @Test(.mocked)
  func rightNested() async throws {
    let mock = Feature.MockWritingService()
    mock.on.read { Item(id: 1) }
    mock.on.item { Item(id: $0) }
    mock.on.write { _ in }
    #expect(try await mock.read() == Item(id: 1))
    #expect(try await mock.item(2) == Item(id: 2))
    try await mock.write(Item(id: 3))
  }

  @Test(
    .scenario(
      source:
        "service \"BothService\" { item = reply { id = 3 }, orders = reply { { id = 4 } }, both = reply(5) }"
    ))
  func rightBoth() async throws {
    let mock = MockBothService()
    #expect(try await mock.item(3) == Item(id: 3))
    #expect(try await mock.orders() == [Item(id: 4)])
    #expect(mock.both() == 5)
  }
}
