// A stand-in for the scenario language, so that the command can be built and tried before the two
// meet. Drop this file at the merge.

public enum ScenarioMode: String, CaseIterable, Sendable { case uitest, debug, developer }

public enum JSONStyle: Sendable { case pretty, compact }

public struct MockScript: Sendable {
  var name: String
  var source: String
}

public struct MockServiceConfiguration: Sendable {
  public var script: MockScript?
  var text: String
  public func json(_ style: JSONStyle) throws -> String {
    if text.contains("string.rep") { return String(repeating: "x", count: 4_000_000) }
    let script = script.map { #","script":{"name":"\#($0.name)"}"# } ?? ""
    return style == .compact
      ? #"{"services":{"A":{"methods":{"m":{"responses":[{"result":"success","value":1}]}}}}\#(script)}"#
      : "{\n  \"services\": {\n    \"A\": {\n      \"methods\": {\n        \"m\": {\n          \"responses\": [\n            {\n              \"result\": \"success\",\n              \"value\": 1\n            }\n          ]\n        }\n      }\n    }\n  }\(script)\n}"
  }
  public func toBase64() throws -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    var out = ""
    let bytes = Array(try json(.compact).utf8)
    for i in stride(from: 0, to: bytes.count, by: 3) {
      let b = (0..<3).map { i + $0 < bytes.count ? UInt32(bytes[i + $0]) : 0 }
      let n = b[0] << 16 | b[1] << 8 | b[2]
      for k in 0..<4 {
        out.append(i + k <= bytes.count ? alphabet[Int(n >> (18 - 6 * UInt32(k)) & 63)] : "=")
      }
    }
    return out
  }
}

public struct Mistake: Sendable {}

public struct ScenarioError: Error, CustomStringConvertible {
  public var mistakes: [Mistake]
  public var description: String
}

public struct SourcePlace: CustomStringConvertible, Sendable { public var description: String }

public struct DynamicAnswer: Sendable {
  public var name: String
  public var place: SourcePlace
}

public struct ScenarioOptions: Sendable {
  public var scenario: String?
  public var mode: ScenarioMode?
  public var seed: UInt64 = 0
  public var searchPaths: [String] = []
  public var print: @Sendable (String) -> Void = { _ in }
  public init() {}
}

public struct Scenario: Sendable {
  public var configuration: MockServiceConfiguration
  public var scenarioNames: [String]
  public var dynamicAnswers: [DynamicAnswer]
  public var script: MockScript

  public static func load(
    source: String, name: String, directory: String?, options: ScenarioOptions
  ) throws(ScenarioError) -> Scenario {
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    var answers: [DynamicAnswer] = []
    var names: [String] = []
    for (i, line) in lines.enumerated() {
      if line.contains("function(args") {
        answers.append(
          DynamicAnswer(
            name: "A.m#\(answers.count + 1)", place: SourcePlace(description: "\(name):\(i + 1)")))
      }
      if line.hasPrefix("scenario(\"") { names.append(String(line.split(separator: "\"")[1])) }
      if line.contains("replyy") {
        throw ScenarioError(
          mistakes: [Mistake()],
          description: "\(name):\(i + 1): unknown word 'replyy'; did you mean 'reply'?")
      }
    }
    return Scenario(
      configuration: MockServiceConfiguration(text: source), scenarioNames: names,
      dynamicAnswers: answers, script: MockScript(name: name, source: source))
  }
}
