import MockConfiguration
import MockLua
import MockServices
import Testing

/// Runs the result of "copy as Lua", which must return exactly the same value.
@Suite struct LuaTextTests {
  private static let values: [AnyCodableValue] = [
    .null, true, 0, -1, .int(.min), .int(.max), 1.0, -0.5, 1e300, .double(.leastNonzeroMagnitude),
    .double(0.1),
    .double(-9.0e15), "",
    "text", "a\"b\\c\n\r\t\u{0}\u{7F}\u{1B}", "\u{202E}\u{2028}\u{FEFF}é😀", "]]--[[", "end", [],
    [:], [.null],
    [1, [2, [], [:]], "x"], ["end": 1, "a b": 2, "1": 3, "é": 4, "_x1": 5, "": 6, "nil": .null],
    ["deep": ["list": [["k": .null]], "none": [:]]],
  ]

  private static let responses: [MockResponse] =
    values.map { MockResponse(result: .success, value: $0) } + [
      MockResponse(result: .success),
      MockResponse(result: .error, error: MockErrorPayload(code: "c", message: "c")),
      MockResponse(
        result: .error, error: MockErrorPayload(code: "a\"b", message: "", details: ["n": [1.0]])),
      MockResponse(result: .stream, values: []),
      MockResponse(
        result: .stream, error: MockErrorPayload(code: "x", message: "y", details: 3),
        values: [1, .null, "z"],
        intervalMs: 7),
      MockResponse(
        result: .success, value: 1, delayMs: .uniform(minMs: 1, maxMs: 9),
        updateSharedState: ["k": ["a": 1.0]],
        gate: "a \"gate\"", optional: true),
      MockResponse(result: .success, value: 1, delayMs: .fixed(ms: 250)),
      MockResponse(result: .success, delayMs: .logNormal(medianMs: 80, sigma: 0.4, maxMs: 900)),
    ]

  @Test("A response written as Lua is the same response", arguments: responses)
  func response(_ response: MockResponse) throws {
    let script = "shared { k = 0 } service \"S\" { m = \(LuaText.piece(response).text) }"
    let scenario = try LuaScenario.load(source: script, name: "copied.lua", directory: nil)
    #expect(
      scenario.configuration.services["S"]?.methods["m"]?.responses == [response], "\(script)")
  }

  private static let matchers = Matcher.all.filter { $0.word != nil }.map(\.name)

  @Test("A matcher is written with its word", arguments: matchers)
  func matcher(_ name: String) throws {
    let matcher = try #require(Matcher.named(name))
    let word = try #require(matcher.word)
    let operand = matcher.form == .patterns ? "(1, is.gt(2))" : matcher.form.example
    let written = "is.\(word)\(operand)"
    let script = "service \"S\" { m = { when({ a = \(written) }, reply()), reply() } }"
    let scenario = try LuaScenario.load(source: script, name: "matcher.lua", directory: nil)
    let responses = scenario.configuration.services["S"]?.methods["m"]?.responses
    let pattern = try #require(responses?.first?.match?.value)
    #expect(LuaText.piece(ofPattern: pattern).text == "{ a = \(written) }")
  }
}
