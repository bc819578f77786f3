import MockServices

struct Place: Codable, Sendable, Equatable {
  var latitude: Double
  var longitude: Double
}

@Mocked
protocol LocationService: Sendable {
  var updates: AsyncStream<Place> { get }
  var authorization: Access { get async }
  func current() async throws -> Place
  func track(every seconds: Double, accuracy: Double?) -> AsyncThrowingStream<Place, any Error>
}

@Mocked
protocol GeocodingService: Sendable {
  func address(of place: Place) async throws -> [String]
  func search(_ text: String, near: Place?, limit: Int) async throws -> [Place]
}

@available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
@Mocked
protocol RegionMonitor: Sendable {
  func events() async -> any AsyncSequence<Place, any Error>
  func exits() -> any AsyncSequence<Place, Never> & Sendable
  func monitor(regions: Place...) async
}

enum Weather {
  struct Report: Codable, Sendable, Equatable {
    var degrees: Int
  }

  @Mocked
  protocol Service: Sendable {
    func report(at place: Place) async throws -> Report
    func warnings() async throws -> [String]?
  }
}
