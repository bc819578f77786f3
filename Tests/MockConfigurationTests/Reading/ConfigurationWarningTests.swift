import MockData
import Testing

@testable import MockConfiguration

/// Configuration content that is allowed but probably unintended.
@Suite struct ConfigurationWarningTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let json: String
    let warnings: [String]

    init(_ json: String, _ warnings: String...) {
      (self.json, self.warnings) = (json, warnings)
    }

    /// Creates a row with the responses of `S.m`.
    init(responses: String, _ warnings: String...) {
      json = #"{"services":{"S":{"methods":{"m":{"responses":["# + responses + "]}}}}}"
      self.warnings = warnings
    }

    var testDescription: String { json }
  }

  private func warnings(
    of json: String, allowsComputed: Bool = true
  ) -> [MockConfigurationWarning] {
    let checked = MockServiceConfiguration.check(
      json: json, file: "", allowsComputed: allowsComputed)
    #expect(checked.errors == [])
    return checked.warnings
  }

  @Test(
    "Each suspicious value is a warning with its location and a suggestion",
    arguments: [
      Row(
        #"{"sharedState":{"k":{"initial":1}},"services":{}}"#,
        "1:17: sharedState.k: nothing sets the shared state `k`, and no service binds it; "
          + "bind it, or remove it"),
      Row(
        #"{"sharedState":{"k":{"initial":null}},"services":{"S":{"bindings":{"p":"k"}}}}"#,
        "1:68: services.S.bindings.p: `p` is always null: it is bound to `k`, which is null and never set; "
          + "set the key in a response, or give it an initial value"),
      Row(
        #"{"sharedState":{"k":{"initial":1}},"services":{"S":{"bindings":{"p":"k"},"#
          + #""initialState":{"p":2}}}}"#,
        "1:90: services.S.initialState.p: the initial value of `p` has no effect: "
          + "the property is bound to `k`; remove the initial value or the binding"),
      Row(
        responses: #"{"result":"success","match":{"a":{"$gt":1}}},"#
          + #"{"result":"success","match":{"a":2}}"#,
        "1:113: services.S.methods.m.responses[1].match: this rule of `S.m` is never reached: "
          + "the rule of response 1 accepts everything that this one does; move it before that rule, or remove it"
      ),
      Row(
        responses: #"{"result":"success","match":{}},{"result":"success"}"#,
        "1:80: services.S.methods.m.responses[1]: this response of `S.m` is never reached: "
          + "the rule of response 1 accepts every call; narrow that rule, or remove it"),
      Row(
        responses: #"{"result":"success","match":{"a":{"$in":[]}}}"#,
        "1:68: services.S.methods.m.responses[0].match: this rule of `S.m` is never reached: "
          + "no arguments can meet its conditions; correct the conditions, or remove the rule"),
      Row(
        responses: #"{"result":"success","value":{"a":[{"b":1}]}},"#
          + #"{"result":"success","value":{"a":[{"b":"1"}]}}"#,
        "1:93: services.S.methods.m.responses[1]: the value of `S.m` at `a[0].b` is a string here, but "
          + "a number in response 1; use the same type in both, because few Swift types can decode both"
      ),
      Row(
        #"{"services":{"//a.com":{"methods":{"GET /a":{"responses":[{"result":"success","#
          + #""value":{"headers":{"contentType":"text/plain","X_A":"1"}}}]}}}}}"#,
        "1:59: services[\"//a.com\"].methods[\"GET /a\"].responses[0]: the header `contentType` isn't "
          + "`Content-Type`; write `[\"Content-Type\"]`"),
      Row(
        #"{"services":{"//a.com":{"methods":{"GTE /a":{"responses":[{"result":"success"}]},"#
          + #""PURGE /a":{"responses":[{"result":"success"}]}}}}}"#,
        "1:59: services[\"//a.com\"].methods[\"GTE /a\"].responses[0]: the HTTP method `GTE` isn't "
          + "`GET`; write `GET`"),
      Row(
        responses: #"{"result":"error","code":"a","message":"b"}"#,
        "1:66: services.S.methods.m.responses[0].code: `code` and `message` on the response itself "
          + "are deprecated; write \"error\": {\"code\": ..., \"message\": ...}"),
      Row(
        #"{"formatVersion":2,"servces":{},"services":{}}"#,
        "1:20: : unknown key `servces`; did you mean `services`? "
          + "(it is ignored, because `formatVersion` is newer than this reader)"),
    ])
  func names(row: Row) throws {
    let warnings = warnings(of: row.json)
    #expect(
      warnings.map { "\($0.place?.description ?? "0:0"): \($0.path): \($0.problem)" }
        == row.warnings)
  }

  @Test(
    "Intended values cause no warnings",
    arguments: [
      Row(
        #"{"sharedState":{"k":{"initial":1}},"services":{"S":{"bindings":{"p":"k"}}}}"#),
      Row(
        #"{"sharedState":{"k":{"initial":null}},"services":{"S":{"bindings":{"p":"k"}},"#
          + #""T":{"bindings":{"p":"k"}}}}"#),
      Row(
        #"{"sharedState":{"k":{"initial":null}},"services":{"S":{"bindings":{"p":"k"},"#
          + #""methods":{"m":{"responses":[{"result":"success","updateSharedState":{"k":1}}]}}}}}"#),
      Row(
        #"{"sharedState":{"k":{"initial":1}},"services":{"S":{"methods":{"m":{"responses":["#
          + #"{"result":"callback","callback":"S.m#1"}]}}}}}"#),
      Row(
        responses: #"{"result":"success","value":1},{"result":"success","value":1.5},"#
          + #"{"result":"success","value":null},{"result":"success"}"#),
      Row(
        responses: #"{"result":"success","value":{"a":[]}},{"result":"success","value":{"a":{}}},"#
          + #"{"result":"success","value":{"a":[1],"b":2}},{"result":"success","value":{}}"#),
      Row(
        responses: #"{"result":"success","value":[1,"a",{}]},"#
          + #"{"result":"success","value":["b"]}"#),
      Row(
        responses: #"{"result":"success","match":{"a":1}},{"result":"success","match":{"a":1}},"#
          + #"{"result":"success","match":{"a":2}},{"result":"success"}"#),
    ])
  func acceptsWhatIsMeant(row: Row) throws {
    let warnings = warnings(of: row.json)
    #expect(warnings == [])
  }

  @Test("Computed responses and conditions are found if only static ones are allowed")
  func findsComputed() throws {
    let json = """
      {"services":{"S":{"methods":{"m":{"responses":[
      {"result":"callback","callback":"S.m#1","match":{"a":{"$not":{"$where":"S.m#2"}}}}]}}}}}
      """
    #expect(warnings(of: json).isEmpty)
    let warnings = warnings(of: json, allowsComputed: false)
    #expect(
      warnings.map(\.problem) == [.computed(callback: "S.m#1"), .computed(callback: "S.m#2")])
    #expect(warnings.map(\.place?.line) == [2, 2])
    #expect(
      warnings[0].problem.description
        == "`S.m#1` is computed at run time, but only static responses are allowed; "
        + "write the response as data")
  }

  @Test(
    "A configuration too large for an environment is reported with every platform that rejects it")
  func findsSize() throws {
    // 131,072 bytes, minus the name of the variable, `=`, and the terminator.
    #expect(MockLaunchPlatform.linux.limit == 131_051)
    #expect(MockLaunchPlatform.apple.limit == 229_376)
    #expect(MockLaunchPlatform.macOS.limit == 1_015_808)
    func problems(bytes: Int, compresses: Bool) -> [MockConfigurationWarning.Problem] {
      TransportTests.configuration(bytes: bytes, compresses: compresses).warnings().map(\.problem)
    }
    #expect(problems(bytes: 98_000, compresses: false).isEmpty)
    #expect(problems(bytes: 2_000_000, compresses: true).isEmpty)
    // Random letters and digits compress to about two thirds, and base64 encoding cancels that out.
    guard case .tooLarge(_, [.linux]) = problems(bytes: 160_000, compresses: false).first else {
      Issue.record("160,000 bytes at random pass on Linux")
      return
    }
    let problem = problems(bytes: 2_000_000, compresses: false).first
    guard case .tooLarge(let size, [.linux, .apple, .macOS]) = problem else {
      Issue.record("2 MB at random pass somewhere")
      return
    }
    #expect(size > 2_000_000)
    #expect(
      MockConfigurationWarning.Problem.tooLarge(size: size, platforms: [.linux, .macOS]).description
        == "even compressed, the configuration's \(size) bytes of JSON exceed the limit of an environment "
        + "variable on Linux (131051), macOS (1015808); "
        + "a file is used instead; write less data if the app cannot read that file")
  }
}
