import Foundation
import MockHTTP
import MockLuaTesting
import MockServices
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct LiveCityService: CityService {
  var session = URLSession.shared

  func find(_ text: String) async throws -> [String] {
    guard let url = URL(string: "https://api.example.com/cities?text=\(text)") else {
      throw URLError(.badURL)
    }
    let (data, _) = try await session.data(from: url)
    return try JSONDecoder().decode([String].self, from: data)
  }
}

// The part of "Getting started" that makes a request. `scripts/check-examples` compares it line by line, so change both.

@Mocked
protocol CityService: Sendable {
  func find(_ text: String) async throws -> [String]
}

@Suite struct FirstRequestTests {
  @Test(.scenario("cities.lua")) func readsCities() async throws {
    let service = LiveCityService(session: URLSession(configuration: .mocked))
    #expect(try await service.find("Bern") == ["Bern"])
    verify("https://api.example.com.GET /cities", called: 1)
  }
}
