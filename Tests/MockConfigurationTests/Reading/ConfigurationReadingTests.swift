import Foundation
import MockConfiguration
import MockData
import TestSupport
import Testing

@Suite struct ConfigurationReadingTests {
  @Test(
    "The documented configurations stay the same when read and written",
    arguments: SeedDocuments.all)
  func seedDocuments(json: String) throws {
    let configuration = try MockServiceConfiguration(json: json)
    #expect(
      try JSONParser().parse(try configuration.json()) == JSONParser().parse(json))
    #expect(
      try JSONParser().parse(try configuration.json(.compact)) == JSONParser().parse(json))
    #expect(
      try JSONDecoder().decode(MockServiceConfiguration.self, from: Data(json.utf8))
        == configuration)
    let encoded = try JSONEncoder().encode(configuration)
    #expect(
      try JSONDecoder().decode(MockServiceConfiguration.self, from: encoded) == configuration)
    #expect(
      try AnyCodableValueDecoder().decode(
        MockServiceConfiguration.self, from: try AnyCodableValueEncoder().encode(configuration))
        == configuration)
  }

  @Test("The first documented configuration has the content shown")
  func content() throws {
    let configuration = try MockServiceConfiguration(json: SeedDocuments.schemaDesign)
    #expect(configuration.sharedState == ["serviceStatus": SharedStateProperty(initial: 0)])
    let service = try #require(configuration.services["YourServiceProtocol"])
    #expect(service.bindings == ["serviceStatus": "serviceStatus"])
    #expect(
      service.methods["performAction"]
        == MockMethodConfig(
          responses: [
            MockResponse(
              result: .success, value: ["status": 3], updateSharedState: ["serviceStatus": 3])
          ], exhaustBehavior: .repeatLast))
    #expect(
      service.methods["tearDown"] == MockMethodConfig(responses: [MockResponse(result: .success)]))
    #expect(service.methods["tearDown"]?.effectiveExhaustBehavior == .repeatLast)
    #expect(configuration.services.count == 2)
  }

  @Test("A configuration with every field can be read, and is written as the same text")
  func everyField() throws {
    let configuration = try MockServiceConfiguration(json: EveryField.json)
    #expect(try configuration.json() == EveryField.json)
    let decoded = try JSONDecoder().decode(
      MockServiceConfiguration.self, from: Data(EveryField.json.utf8))
    // Foundation's decoder reads 1.0 as an integer, so only the meaning is the same.
    #expect(try JSONEncoder().encode(decoded).isEmpty == false)
    #expect(
      decoded.services["A"]?.methods["stream"] == configuration.services["A"]?.methods["stream"])
    let value = try JSONParser().parse(EveryField.json)
    #expect(try AnyCodableValueEncoder().encode(configuration) == value)
  }

  @Test("A missing value and a null value stay distinct")
  func nullValue() throws {
    for (text, value) in [
      (#"{"result":"success"}"#, AnyCodableValue?.none),
      (#"{"result":"success","value":null}"#, .some(.null)),
    ] {
      let json = #"{"services":{"A":{"methods":{"m":{"responses":["# + text + "]}}}}}"
      let configuration = try MockServiceConfiguration(json: json)
      let response = try #require(configuration.services["A"]?.methods["m"]?.responses.first)
      #expect(response.value == value)
      #expect(try configuration.json(.compact) == json)
      let decoded = try JSONDecoder().decode(MockResponse.self, from: Data(text.utf8))
      #expect(decoded == response)
      #expect(
        try JSONDecoder().decode(MockResponse.self, from: JSONEncoder().encode(decoded)) == response
      )
    }
  }

  @Test(
    "A flat error is read like a nested one, which is the written form",
    arguments: [
      #""code":"E","message":"m""#, #""code":"E","message":"m","details":{"a":1}"#,
    ])
  func flatError(fields: String) throws {
    for (result, values) in [("error", ""), ("stream", #","values":[]"#)] {
      let flat = try response("{\"result\":\"\(result)\",\(fields)\(values)}")
      let nested = try response("{\"result\":\"\(result)\",\"error\":{\(fields)}\(values)}")
      #expect(flat == nested)
      #expect(flat.error?.code == "E")
      #expect(flat.error?.details == (fields.contains("details") ? ["a": 1] : nil))
      let written = try AnyCodableValueEncoder().encode(flat)
      guard case .dictionary(let members) = written else {
        Issue.record("a response is written as \(written)")
        return
      }
      #expect(members["error"] != nil)
      #expect(members["code"] == nil)
    }
  }

  @Test("A missing `methods` is read as empty, and is always written")
  func methods() throws {
    let configuration = try MockServiceConfiguration(json: #"{"services":{"A":{}}}"#)
    #expect(configuration.services["A"] == MockServiceEntry())
    #expect(try configuration.json(.compact) == #"{"services":{"A":{"methods":{}}}}"#)
  }

  @Test(
    "An empty object is read as an empty list, as some scripting languages write it")
  func emptyValues() throws {
    #expect(try response(#"{"result":"stream","values":{}}"#).values == [])
  }

  @Test("Unknown keys are warnings in a newer format, and errors in an older one")
  func formatVersion() throws {
    let json = """
      {"formatVersion": 2, "new": 1,
       "services": {"A": {"methods": {"m": {"retry": 1, "responses": [
         {"result": "success", "valeu": 2}]}}}}}
      """
    var warnings: [String] = []
    let configuration = try MockServiceConfiguration(json: json, file: "a.json") {
      warnings.append($0.description)
    }
    #expect(configuration.formatVersion == 2)
    #expect(
      warnings == [
        "a.json:1:22: new: unknown key `new`; known: formatVersion, script, services, sharedState",
        "a.json:2:39: services.A.methods.m.retry: unknown key `retry`; "
          + "known: exhaustBehavior, responses, sequenceKey",
        "a.json:3:26: services.A.methods.m.responses[0].valeu: unknown key `valeu`; "
          + "did you mean `value`?",
      ])
    #expect(
      try JSONDecoder().decode(MockServiceConfiguration.self, from: Data(json.utf8))
        == configuration)
    let older = json.replacing("\"formatVersion\": 2", with: "\"formatVersion\": 1")
    #expect(throws: MockConfigurationError.self) { try MockServiceConfiguration(json: older) }
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(MockServiceConfiguration.self, from: Data(older.utf8))
    }
  }

  @Test("Undeclared shared keys can be allowed")
  func undeclaredKeys() throws {
    let json = """
      {"services":{"A":{"bindings":{"p":"x"},"methods":{"m":{"responses":[
      {"result":"success","updateSharedState":{"y":1}}]}}}}}
      """
    #expect(throws: MockConfigurationError.self) { try MockServiceConfiguration(json: json) }
    let configuration = try MockServiceConfiguration(json: json, allowsUndeclaredSharedKeys: true)
    #expect(configuration.services["A"]?.bindings == ["p": "x"])
  }

  private func response(_ json: String) throws -> MockResponse {
    try AnyCodableValueDecoder().decode(MockResponse.self, from: try JSONParser().parse(json))
  }
}
