import MockLuaTesting
import MockServices

struct Spot: Codable, Equatable, Sendable { var name: String }

enum Refusal: String, MockErrorConvertible, CaseIterable { case badCredentials, locked }
/// An error without a list of its cases, and without codes.
enum Plain: Error { case gone, busy }
struct Opaque: Error { var number: Int }

@Mocked
protocol PlaceService: Sendable {
  func find(_ text: String, limit: Int) async throws -> [Spot]
  func nearest(_ text: String) throws -> Spot?
  var name: String { get }
}

@Mocked
protocol SettingsStore: Sendable { var theme: String { get } }

@Mocked
protocol Analytics: Sendable {
  func track(_ event: String)
  static func flush() -> Int
}

@Mocked
protocol TypedService: Sendable { func sum() async throws(Refusal) -> Int }
@Mocked
protocol PlainService: Sendable { func sum() async throws(Plain) -> Int }
@Mocked
protocol OpaqueService: Sendable { func sum() async throws(Opaque) -> Int }
@Mocked
protocol ResultService: Sendable { func sum() async -> Result<Int, Refusal> }
@Mocked(errors: Refusal.self)
protocol HandlerService: Sendable {
  func sum(_ done: @escaping @Sendable (Result<Int, any Error>) -> Void)
}
@Mocked(errors: Refusal.self)
protocol StreamService: Sendable { func values() -> AsyncThrowingStream<Int, any Error> }
@Mocked(errors: Refusal.self)
protocol DirectService: Sendable { func sum() throws -> Int }
@Mocked(errors: Refusal.self)
protocol SaveService: Sendable { func save(_ number: Int) async throws }
