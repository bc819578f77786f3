import Foundation
import MockCalls
import MockConfiguration
import MockData
import Testing

/// Configuration strings that messages must not repeat unchanged.
@Suite("Quoted configuration strings are bounded and harmless in messages")
struct HostileTextTests {
  static let hostile = [
    String(repeating: "x", count: 1_000_000), "a\u{1B}[2J\u{202E}\nb",
    String(repeating: "\u{9B}é", count: 10_000),
  ]

  /// Each `@` is replaced by the hostile string in a JSON string.
  static let documents = [
    #"{"services": {"A": {"@": 1}}}"#,
    #"{"@": 1}"#,
    #"{"services": {"@": 5}}"#,
    #"{"services": {"@": {"methods": {"@": {"responses": [{"result": "@"}]}}}}}"#,
    #"{"services": {"A": {"bindings": {"@": "@"}}}}"#,
    #"{"services": {"A": {"methods": {"m": {"responses": [], "@": 1}}}}}"#,
    #"{"services": {"A": {"methods": {"m": {"responses": [{"result": "success"}], "exhaustBehavior": "@"}}}}}"#,
    #"{"services": {"A": {"methods": {"m": {"responses": [{"result": "success", "match": {"$@": 1}}]}}}}}"#,
    #"{"services": {"A": {"methods": {"m": {"responses": [{"result": "success", "match": {"$eq": 1, "@": 1}}]}}}}}"#,
    #"{"services": {"A": {"methods": {"m": {"responses": [{"result": "success", "match": {"a": {"$type": "@"}}}]}}}}}"#,
    #"{"services": {"A": {"methods": {"m": {"responses": [{"result": "success", "match": {"a": {"$regex": "(@"}}}]}}}}}"#,
    #"{"services": {"A": {"methods": {"m": {"responses": [{"result": "success", "match": {"@": {"$in": 1}}}]}}}}}"#,
    #"{"services": {"A": {"methods": {"m": {"responses": [{"result": "success", "updateSharedState": {"@": 1}}]}}}}}"#,
    #"{"services": {}, "services": {"@": 1}, "@": 1, "@": 2}"#,
    #"{"services": {"A": {"initialState": {"@": 1, "@": 2}}}}"#,
    #"{"services": {}, "formatVersion": 1@}"#,
    #"{"services": {}, @}"#,
    #"{"services": {"A": {"methods": {"m": {"responses": [{"result": "success", "delayMs": "@"}]}}}}}"#,
  ]

  @Test("An error", arguments: documents)
  func errors(document: String) {
    for text in Self.hostile {
      let quoted = document.replacing("\"@\"", with: (try? JSONText(text).description) ?? "")
        .replacing("@", with: text.prefix(100_000))
      let error = #expect(throws: MockConfigurationError.self) {
        try MockServiceConfiguration(json: quoted, file: text)
      }
      check(error?.description)
    }
  }

  @Test("A warning")
  func warnings() throws {
    for text in Self.hostile {
      let method = MockMethodConfig(responses: [
        MockResponse(result: .success, value: .dictionary([text: 1]), match: try MatchPattern([:])),
        MockResponse(
          result: .success, value: .dictionary([text: "a"]), match: try MatchPattern(["a": 1])),
        MockResponse(result: .success), MockResponse(result: .callback, callback: text),
        MockResponse(result: .success, match: try MatchPattern(["$in": []])),
      ])
      let configuration = MockServiceConfiguration(
        sharedState: [text: .init(initial: .null), "b" + text: .init(initial: 1)],
        services: [
          text: MockServiceEntry(
            initialState: [text: 1], bindings: [text: text], methods: [text: method])
        ])
      let warnings = configuration.warnings(keysOfFunctions: [], allowsComputed: false)
      #expect(warnings.count >= 6)
      for warning in warnings { check("\(warning.problem)") }
    }
  }

  @Test("The error of a call or a decoding")
  func calls() async throws {
    for text in Self.hostile {
      let sequencer = MockCallSequencer(
        methods: [
          "m": MockMethodConfig(responses: [
            MockResponse(result: .success, match: try MatchPattern([text: ["$eq": .string(text)]]))
          ])
        ], service: text)
      for method in ["m", text] {
        let error = await #expect(throws: MockServiceError.self) {
          try await sequencer.answer(for: method, arguments: ["a": .string(text)])
        }
        // A message with several candidates has several lines.
        for line in (error?.message ?? "").split(separator: "\n") { check(String(line)) }
      }
      let decoding = #expect(throws: DecodingError.self) {
        try AnyCodableValueDecoder().decode(Decimal.self, from: .string(text))
      }
      if case .dataCorrupted(let context) = decoding { check(context.debugDescription) }
    }
  }

  @Test(
    "The closest of thousands of names isn't searched for an extremely long name",
    .timeLimit(.minutes(30)))
  func nearestName() {
    let known = (0..<5000).map { "name\($0)" } + [String(repeating: "y", count: 1_000_000)]
    for name in [String(repeating: "x", count: 1_000_000), String(repeating: "é", count: 500_000)] {
      #expect(NearestName.nearest(to: name, candidates: known) == nil)
      #expect(NearestName.hint(for: name, candidates: known)?.count ?? 999 < 500)
    }
    #expect(NearestName.nearest(to: "nume42", candidates: known) == "name42")
    let endless = (0..<300).map { String(repeating: "n\($0)", count: 10_000) }
    #expect(NearestName.hint(for: "?", candidates: endless)?.count ?? 999 < 600)
    let many = (0..<100_000).map { "n\($0)" }
    let hint = NearestName.hint(for: "n5", candidates: many)
    #expect(
      hint == "known: " + many.sorted().prefix(20).joined(separator: ", ") + " and 99980 more")
  }

  private func check(_ message: String?, sourceLocation: SourceLocation = #_sourceLocation) {
    guard let message else { return }
    #expect(message.count < 1000, sourceLocation: sourceLocation)
    for piece in [String(repeating: "x", count: 201), String(repeating: "é", count: 201)] {
      #expect(!message.contains(piece), sourceLocation: sourceLocation)
    }
    let isHarmless = message.unicodeScalars.allSatisfy {
      ![.control, .format, .lineSeparator, .paragraphSeparator].contains(
        $0.properties.generalCategory)
    }
    #expect(isHarmless, "\(message.debugDescription.prefix(300))", sourceLocation: sourceLocation)
  }
}

/// A JSON string that escapes only the required characters.
private struct JSONText: CustomStringConvertible {
  let description: String

  init(_ text: String) throws {
    description = try JSONWriter(style: .compact).string(from: .string(text))
  }
}
