import Foundation
import MockConfiguration
import MockData
import Testing

@Suite struct MockDelayTests {
  @Test(
    "A delay has one of three forms",
    arguments: [
      (250, .fixed(ms: 250), 250),
      (250.0, .fixed(ms: 250), 250),
      (0, 0, 0),
      (["min": 1, "max": 2], .uniform(minMs: 1, maxMs: 2), ["min": 1, "max": 2]),
      (["min": 2, "max": 2.0], .uniform(minMs: 2, maxMs: 2), ["min": 2, "max": 2]),
      (
        ["median": 80, "sigma": 1, "max": 900], .logNormal(medianMs: 80, sigma: 1, maxMs: 900),
        ["median": 80, "sigma": 1.0, "max": 900]
      ),
      (
        ["median": 1, "sigma": 0, "max": 1], .logNormal(medianMs: 1, sigma: 0, maxMs: 1),
        ["median": 1, "sigma": 0.0, "max": 1]
      ),
    ] as [(AnyCodableValue, MockDelay, AnyCodableValue)])
  func forms(value: AnyCodableValue, delay: MockDelay, written: AnyCodableValue) throws {
    #expect(try AnyCodableValueDecoder().decode(MockDelay.self, from: value) == delay)
    #expect(try AnyCodableValueEncoder().encode(delay) == written)
    let data = try JSONEncoder().encode([delay])
    #expect(try JSONDecoder().decode([MockDelay].self, from: data) == [delay])
  }
}
