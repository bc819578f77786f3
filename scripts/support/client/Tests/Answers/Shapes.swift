import MockServices

/// Types that aren't `Codable`, as in an app that doesn't use mocks yet.
struct Opaque: Equatable {}
enum Plan: String { case free, pro }
enum Offline: Error { case network, timeout }
enum Broken: Error, CaseIterable { case disk, memory }

struct Item: Codable, Equatable, Sendable { var id: Int }

@Mocked
protocol ResultService: AnyObject {
  func list() -> [Opaque]
  func maybe() -> Opaque?
  func plan() -> Plan
  func plans() async -> [Plan]
  func result() -> Result<Item, Offline>
  func anyResult() -> Result<[Opaque], any Error>
  func done() -> Result<Void, any Error>
  func typed() throws(Offline) -> Int
  func named() throws(Broken) -> Int
  func void() throws(Offline)
  func values() -> AsyncStream<Opaque>
  func swap(_ value: inout Opaque?) -> Int
  var later: [Opaque] { get async }
  subscript(index: Int) -> [Opaque] { get }
}

@Mocked
protocol HandlerService: AnyObject {
  func first(completion: @escaping (Item) -> Void, retries: Int)
  func three(completion: @escaping (Item?, String?, (any Error)?) -> Void)
  func several(done: @escaping (_ id: Int, _ name: String) -> Void)
  func pair(success: @escaping (Item) -> Void, failure: @escaping (any Error) -> Void)
  func typed(completion: @escaping (Result<Item, Offline>) -> Void)
  func void(completion: @escaping (Result<Void, any Error>) -> Void)
  func value(completion: @escaping (Item) -> Void)
  func opaque(completion: @escaping ([Opaque]) -> Void)
  func observe(_ handler: @escaping (Item) -> Void)
}

@Mocked
protocol PropertyService: AnyObject {
  var name: String { get }
  var count: Int { get set }
  var pair: (Int, String) { get }
}

@Mocked
protocol ArgumentService: AnyObject {
  func track(_ event: String, properties: [String: Any])
  func add(_ items: [Any], tags: Set<String>)
}

@Mocked
protocol OrdersService: AnyObject {
  func orders() async throws -> [Item]
  func cancel(_ id: Int)
}

/// Waits for the value passed to a handler.
func awaited<Value>(_ body: (@escaping (Value) -> Void) -> Void) async -> Value {
  let (values, continuation) = AsyncStream.makeStream(of: Handed<Value>.self)
  body { continuation.yield(Handed(value: $0)) }
  for await handed in values { return handed.value }
  fatalError("the stream ended")
}

/// `@unchecked Sendable`: passed by the handler to the only test that waits for it.
struct Handed<Value>: @unchecked Sendable {
  let value: Value
}

@Mocked
protocol ItemService: Sendable {
  func item(_ id: Int) async throws -> Item
}
