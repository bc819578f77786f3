import MockServices

struct Reservation: Codable, Sendable, Equatable, Identifiable {
  var id: Int
  var guests: Int
}

struct Page<Element: Codable & Sendable>: Codable, Sendable {
  var items: [Element]
  var next: Int?
}

@Mocked
protocol ReservationService: Sendable {
  func fetchReservations(page: Int) async throws -> Page<Reservation>
  func createReservation(_ reservation: Reservation) async throws -> Reservation
  func cancelReservation(_ id: Reservation.ID) async throws
}

@Mocked
protocol LandmarkService: Sendable {
  func landmarks() async throws -> [(Place)]
  func isFavourite(_ id: Int) async throws -> Bool!
  func toggle(favourite id: Int) async throws
  func ping() async throws
}

@Mocked
protocol Cache: Sendable {
  associatedtype Value where Value: Codable, Value: Sendable
  func value(for key: String) async throws -> Value?
  func store(_ value: Value, for key: String) async
}

@Mocked(inheriting: (any ReservationService).self, (any LandmarkService).self)
protocol TravelService: ReservationService & LandmarkService {
}

@Mocked
protocol HealthService: Sendable {
  mutating func authorize() async throws -> Bool
  nonisolated func steps(on day: Int) async throws -> Int
  @MainActor func present() async throws
}

@Mocked
protocol NetworkClient: Sendable {
  func send<Response: Decodable>(_ path: String, body: (some Encodable & Sendable)?) async throws
    -> Response
  func fetch<Response>(_ path: String) async throws -> [Response] where Response: Decodable
  func delete(_ path: String) async throws
}
