import MockServices

final class Opaque: Sendable {}
typealias Handler = (Int) -> Void
final class Decoded: Decodable { let id: Int }

@Mocked
protocol UnusualService: Sendable {
  func object() async throws -> Decoded
  func sent() async throws -> sending Decoded
  func typed<E: Error>(_ type: E.Type) async throws(E)
  func any(_ value: Any, _ type: Any.Type, some: some Sequence<Int>, e: any Error) async
  func auto(_ value: @autoclosure () -> Int, _ o: Opaque?) async
  func docs(
    a: Int,  // first
    b: Int  // second
  ) async throws  // after
  /// Documented.
  func documented() async throws -> [Int].Element
  var thrown: Int { get throws }
  func escaping(_ h: @escaping Handler) async
  func tuple(_ t: (a: Int, b: String), o: (Int, Opaque)) async
  func dict() async throws -> [String: [Int]?]
  func nested() async throws -> Swift.Optional<Swift.Array<Int>>
  func date(_ c: Character, _ r: Range<Int>, _ u: Unicode.Scalar) async throws -> Int8
  func bytes(_ b: [UInt8]) async throws -> UInt8
  func meta() async throws -> (Int)
  func many(_ values: (Int, Int)...) async
}

@Mocked
protocol Constrained: AnyObject where Self: Sendable {
  func a() async
}

@Mocked
protocol Primary<Item>: Sendable {
  associatedtype Item: Codable, Sendable
  func a() async throws -> Item
  func b() -> AsyncThrowingStream<Item, any Error>
  var c: Item? { get set }
}

struct Holder {
  /// A nested protocol.
  @Mocked
  public protocol Inner {
    func a(_ b: Opaque) async throws -> Int
    var d: Int { get set }
  }
}

@Mocked
protocol NonSendable {
  func a(_ b: Opaque) async throws -> Decoded
  var d: Int { get set }
  nonisolated(nonsending) func c() async throws -> Int
  @concurrent func e() async throws -> Int
}

@MockService
actor UnusualActor {
  let name = "x"
  var count = 0
  private var cache: [Int: Int] = [:]
  weak var other: Opaque?
  lazy var l = 1
  static let shared = 1
  var computed: Int { 1 }
  func load(_ o: sending Opaque) async throws -> Int
  func gen<T: Decodable & Sendable>() async -> T
}

@Mocked
protocol CallbackHolder: AnyObject {
  var onSelect: ((_ index: Int) -> Void)? { get set }
  func handler() -> (_ x: Int) -> Void
  func update(_ change: @escaping (inout Int) -> Void)
  func updateLater(_ change: @escaping @Sendable (inout Int, _ by: Int) -> Void) async
  func load(live: Bool, liveCall: Int) async throws -> Int
}
