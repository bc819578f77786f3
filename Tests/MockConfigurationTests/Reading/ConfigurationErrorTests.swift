import Foundation
import MockConfiguration
import MockData
import Testing

@Suite struct ConfigurationErrorTests {
  @Test(
    "An error has a line, column, path, and suggestion", arguments: ConfigurationErrorCase.table)
  func messages(row: ConfigurationErrorCase) throws {
    let error = try #require(throws: MockConfigurationError.self) {
      try MockServiceConfiguration(json: row.json)
    }
    #expect(error.description == row.message)
  }

  @Test("Foundation's decoder finds the same errors", arguments: ConfigurationErrorCase.table)
  func foundation(row: ConfigurationErrorCase) throws {
    // Invalid JSON, or JSON with a missing comma, is up to Foundation.
    guard (try? JSONParser().parse(row.json)) != nil else { return }
    let error = try #require(throws: DecodingError.self) {
      try JSONDecoder().decode(MockServiceConfiguration.self, from: Data(row.json.utf8))
    }
    guard case .dataCorrupted(let context) = error else {
      Issue.record("unexpected \(error)")
      return
    }
    #expect(row.message.hasSuffix(context.debugDescription))
  }

  @Test("The file name comes first")
  func file() throws {
    let error = try #require(throws: MockConfigurationError.self) {
      try MockServiceConfiguration(json: "{}", file: "mocks.json")
    }
    #expect(
      error.description
        == "mocks.json:1:1: the key `services` is missing; add `\"services\": ...`")
    #expect(error.problem == .missingKey("services"))
    #expect(error.suggestionText == "add `\"services\": ...`")
  }

  @Test("An invalid expression is reported with its path and the position in it")
  func regex() throws {
    let error = try #require(throws: MockConfigurationError.self) {
      try MatchPattern(["name": ["$regex": "a("]])
    }
    #expect(error.path == "name.$regex")
    #expect(error.place == nil)
    #expect(
      error.description == "name.$regex: the regular expression `a(` is invalid at character 2: "
        + #"the group is not closed; add `)`, or write `\(` for the character; "#
        + "double each backslash in JSON")
    guard case .invalidRegex(let problem) = error.problem else {
      Issue.record("another problem: \(error.problem)")
      return
    }
    #expect(problem.pattern == "a(" && problem.position == 2)
  }

  @Test("If there are several errors, the first by key order is always the one reported")
  func determinism() throws {
    let services = (0..<20).map { "\"S\($0)\": {\"x\": 1}" }.joined(separator: ",")
    for _ in 0..<5 {
      let error = try #require(throws: MockConfigurationError.self) {
        try MockServiceConfiguration(json: "{\"services\": {\(services)}}")
      }
      #expect(error.path == "services.S0.x")
    }
  }

  @Test("A key written with escapes is located in the text")
  func escapedKey() throws {
    let error = try #require(throws: MockConfigurationError.self) {
      try MockServiceConfiguration(json: "{\"services\": {\"B\":{}, \"\\u0041\": 1}}")
    }
    #expect(error.place?.column == 33)
  }
}

extension MockConfigurationError {
  fileprivate var suggestionText: String? { problem.suggestion }
}
