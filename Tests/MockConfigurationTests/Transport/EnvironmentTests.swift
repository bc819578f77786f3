import Foundation
import MockConfiguration
import MockData
import Testing

@Suite struct EnvironmentTests {
  private let configuration = MockServiceConfiguration(
    services: [
      "A": MockServiceEntry(methods: [
        "m": MockMethodConfig(responses: [
          MockResponse(result: .success, value: "\u{e9}\u{1F600}", delayMs: 5)
        ])
      ])
    ])

  private func read(_ text: String?) throws -> MockServiceConfiguration? {
    try .fromEnvironment(text.map { ["MOCK_SERVICE_CONFIG": $0, "OTHER": "x"] } ?? [:])
  }

  @Test("The output of toBase64 can be read from the environment")
  func roundTrip() throws {
    let base64 = try configuration.toBase64()
    #expect(try read(base64) == configuration)
    let json = try #require(Data(base64Encoded: base64))
    #expect(String(decoding: json, as: UTF8.self) == (try configuration.json(.compact)))
    #expect(try JSONDecoder().decode(MockServiceConfiguration.self, from: json) == configuration)
  }

  @Test("White space in base64 is ignored")
  func whiteSpace() throws {
    let base64 = try configuration.toBase64()
    let middle = base64.index(base64.startIndex, offsetBy: 11)
    #expect(try read(" \(base64[..<middle])\r\n\t\(base64[middle...])\n") == configuration)
  }

  @Test("Without the variable there is no configuration")
  func unset() throws {
    #expect(try read(nil) == nil)
    #expect(try MockServiceConfiguration.fromEnvironment() == nil)
  }

  @Test(
    "An invalid value is reported with the variable, the reason, and the size",
    arguments: [
      (
        "",
        "MOCK_SERVICE_CONFIG: the variable is set, but empty; "
          + "write what `toBase64()` returns, or unset the variable"
      ),
      (
        "{\"services\":{}}",
        "MOCK_SERVICE_CONFIG: the value (15 bytes) is not base64; write what `toBase64()` returns or `mocklua FILE --base64` prints"
      ),
      (
        "MOCK_SERVICE_CONFIG=e30=",
        "MOCK_SERVICE_CONFIG: the value begins with the name `MOCK_SERVICE_CONFIG=`; remove"
          + " `MOCK_SERVICE_CONFIG=`: `mocklua FILE --base64` prints only the value"
      ),
      (
        "/w==",
        "MOCK_SERVICE_CONFIG (4 bytes of base64):1:1: the bytes are not UTF-8; "
          + "save the text as UTF-8"
      ),
      (
        "e30=",
        "MOCK_SERVICE_CONFIG (4 bytes of base64):1:1: the key `services` is missing; "
          + "add `\"services\": ...`"
      ),
      (
        "ew==",
        "MOCK_SERVICE_CONFIG (4 bytes of base64):1:2: "
          + "the object that opens on line 1 does not end; write `}`"
      ),
    ])
  func errors(text: String, message: String) throws {
    let error = try #require(throws: MockConfigurationError.self) { try read(text) }
    #expect(error.description == message)
  }

  @Test("A number that JSON can't represent is an error with its path")
  func nonFinite() throws {
    var broken = configuration
    broken.services["A"]?.initialState = ["x": .double(.infinity)]
    let error = try #require(throws: MockJSONWriteError.self) { try broken.toBase64() }
    #expect(error.path == "services.A.initialState.x")
  }
}
