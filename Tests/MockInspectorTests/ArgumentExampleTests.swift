import MockServices
import Testing

@testable import MockInspector

/// Example arguments for manual calls, by parameter type.
@Suite struct ArgumentExampleTests {
  @Test(
    "A type has an example and, if known, choices",
    arguments: [
      ("Bool", [], false, [true, false]), ("Bool?", [], .null, [true, false, .null]),
      ("Optional<Bool>", [], .null, [true, false, .null]), ("Swift.Int", [], 0, []),
      ("UInt8", [], 0, []), ("TimeInterval", [], 0, []), ("String", [], "", []),
      ("String", ["sms", "mail"], "sms", ["sms", "mail"]), ("String", [1, "sms"], "sms", ["sms"]),
      ("Int", [5, "x"], 5, [5]), ("[Int]", [], [], []), ("[String: [Int]]", [], [:], []),
      ("[[String: Int]]", [], [], []), ("Set<Int>", [], [], []),
      ("Dictionary<String, Int>", [], [:], []), ("inout [Int]", [], [], []),
      ("Channel", ["sms", "sms", "mail"], "sms", ["sms", "mail"]), ("Channel", [], "", []),
      ("any Codable", [], "", []), ("", [7], 7, [7]), ("Integer", [], "", []),
    ] as [(String, [AnyCodableValue], AnyCodableValue, [AnyCodableValue])])
  func example(
    type: String, named: [AnyCodableValue], value: AnyCodableValue, choices: [AnyCodableValue]
  ) {
    let example = ArgumentExample(of: type, named: named)
    #expect(example.value == value)
    #expect(example.choices == choices)
  }
}
