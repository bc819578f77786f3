import Foundation
import HandMadeMocks
import MockServices
import Testing

// The messages shown in articles. `scripts/check-examples` compares them line by line, so change both.

private struct Till: Sendable {}
private struct Prices: Sendable {}

@Suite("The messages of the documentation")
struct MessageDocumentationTests {
  @Test("Mocks at launch: services that a container can't resolve")
  func container() {
    let forecasts = DependencyContainer()
    forecasts.register(WeatherStation(), for: (any WeatherService).self)
    forecasts.register(for: Forecast.self) { resolver in
      Forecast(weather: try resolver.resolve(WeatherStation.self))
    }
    let shop = DependencyContainer()
    shop.register(for: Till.self) { resolver in
      _ = try resolver.resolve(Prices.self)
      return Till()
    }
    shop.register(for: Prices.self) { resolver in
      _ = try resolver.resolve(Till.self)
      return Prices()
    }
    let messages = [
      message { _ = try forecasts.resolve(Forecast.self) },
      message { _ = try shop.resolve(Till.self) },
    ]
    let shown = #"""
      no service is registered for `WeatherStation` (needed by `Forecast`); did you mean `WeatherService`?
      services depend on each other in a cycle: Till -> Prices -> Till; resolve one of them when it is used, not when the other is created
      """#
    #expect(messages.joined(separator: "\n") == shown)
  }

  @Test("Mocks by hand: a failed verification")
  func verification() async throws {
    let service = MockProfileService()
    try await service.save(.makeStub(name: "Grace"))
    let shown = #"""
      expected 2 calls to `save`, found 1
        save(Profile(id: "1", name: "Grace"))
      """#
    withKnownIssue {
      service.verify("save", called: 2)
    } matching: { issue in
      issue.comments.map(\.rawValue) == [shown]
    }
  }

  @Test("The format: a configuration that can't be transported")
  func transport() throws {
    let folder = try TemporaryFolder(files: ["open.json": "{}"])
    let open = folder.path + "/open.json"
    try FileManager.default.setAttributes([.posixPermissions: 0o602], ofItemAtPath: open)
    let missing = folder.path + "/missing.json"
    let value = MockServiceConfiguration.environmentVariable
    let file = MockServiceConfiguration.fileVariable
    let messages = [
      message(of: [value: #"{"services":{}}"#]),
      message(of: [value: "zlib2:eJw="]),
      message(of: [value: "zlib1:eJyrVipOLSrLTE4tVrKqrq0FAC3tBQ=="]),
      message(of: [file: missing]).replacing(missing, with: "/tmp/m.json"),
      message(of: [file: open]).replacing(open, with: "/tmp/m.json"),
    ]
    let shown = #"""
      MOCK_SERVICE_CONFIG: the value (15 bytes) is not base64; write what `toBase64()` returns or `mocklua FILE --base64` prints
      MOCK_SERVICE_CONFIG (10 bytes): unknown encoding `zlib2:`; write plain base64 or `zlib1:`; the test and the app need the same version of MockServices
      MOCK_SERVICE_CONFIG (38 bytes): the compressed value ends too early; pass the whole value that `configureMockServices` wrote
      MOCK_SERVICE_CONFIG_FILE (/tmp/m.json): cannot be read: No such file or directory; name a file that this process can read; an app on a device reads only its own
      MOCK_SERVICE_CONFIG_FILE (/tmp/m.json, 2 bytes): is writable by every user; remove that permission: chmod o-w
      """#
    #expect(messages.joined(separator: "\n") == shown)
  }

  /// Returns the error message for an environment's configuration.
  private func message(of environment: [String: String]) -> String {
    message { _ = try MockServiceConfiguration.fromEnvironment(environment) }
  }

  /// Returns the thrown error's message.
  private func message(_ body: () throws -> Void) -> String {
    do {
      try body()
      return "nothing was thrown"
    } catch {
      return "\(error)"
    }
  }
}
