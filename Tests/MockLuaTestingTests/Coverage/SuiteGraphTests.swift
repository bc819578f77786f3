import Foundation
import MockLua
import MockLuaTesting
import MockPlatform
import MockScenarios
import MockServices
import Testing

/// Where a suite goes, as a picture.
@Suite struct SuiteGraphTests {
  private static let source = """
    service "Shop" {
      price = { when({ size = "large" }, { reply(9), reply(10) }), reply(5) },
      order = { fail("soldOut"), reply(true) },
      close = reply() :optional(),
    }
    scenario("offline", function() override "Shop" { order = fail("offline") } end)
    scenario("empty", function() override "Shop" { order = fail("empty") } end)

    """

  private func graph(_ suite: CoverageSuite, _ arguments: String...) async throws
    -> TraceCommandRun
  {
    CoverageRecorder.in(suite.data.path).flush()
    return try await TraceCommandRun(["graph"] + arguments, in: suite.folder.path)
  }

  @Test("Scenarios lead to methods and these to answers; what nobody uses is set apart")
  func coverage() async throws {
    let suite = try CoverageSuite(Self.source)
    try await suite.call("Shop.price", "Shop.order")
    try await suite.call("Shop.order", scenario: "offline")
    let run = try await graph(suite, "coverage")
    #expect(run.messages == "")
    #expect(
      run.output == """
        flowchart LR
          classDef never stroke-dasharray:5 4,opacity:0.6
          scenario_shop_2Elua__(["shop#46;lua"])
          scenario_shop_2Elua__empty(["shop#46;lua#58; empty #40;0#41;"]):::never
          scenario_shop_2Elua__offline(["shop#46;lua#58; offline #40;1#41;"])
          subgraph service_Shop["Shop"]
            method_Shop__close["close"]:::never
            method_Shop__order["order"]
            method_Shop__price["price"]
          end
          answer_shop_2Elua__2__1__Shop__price>"shop#46;lua#58;2"]
          answer_shop_2Elua__2__2__Shop__price>"shop#46;lua#58;2 step 2"]:::never
          answer_shop_2Elua__2__3__Shop__price>"shop#46;lua#58;2 step 3"]:::never
          answer_shop_2Elua__3__1__Shop__order>"shop#46;lua#58;3"]
          answer_shop_2Elua__3__2__Shop__order>"shop#46;lua#58;3 step 2"]:::never
          answer_shop_2Elua__4__1__Shop__close>"shop#46;lua#58;4"]
          answer_shop_2Elua__6__1__Shop__order>"shop#46;lua#58;6"]
          scenario_shop_2Elua__ -->|"1"| method_Shop__order
          scenario_shop_2Elua__ -->|"1"| method_Shop__price
          scenario_shop_2Elua__offline -->|"1"| method_Shop__order
          method_Shop__price -->|"1"| answer_shop_2Elua__2__1__Shop__price
          method_Shop__price -.->|"never"| answer_shop_2Elua__2__2__Shop__price
          method_Shop__price -.->|"never"| answer_shop_2Elua__2__3__Shop__price
          method_Shop__order -->|"1"| answer_shop_2Elua__3__1__Shop__order
          method_Shop__order -.->|"never"| answer_shop_2Elua__3__2__Shop__order
          method_Shop__close -.->|"optional"| answer_shop_2Elua__4__1__Shop__close
          method_Shop__order -->|"1"| answer_shop_2Elua__6__1__Shop__order

        """)
    #expect(Self.strange(run.output) == [])
  }

  @Test("A trace adds what came after what, and its calls where there is no coverage of the script")
  func traces() async throws {
    let suite = try CoverageSuite(Self.source)
    let examples = URL(filePath: #filePath).appending(path: "../../../../examples").standardized
    let trace = examples.appending(path: "checkout.trace.jsonl").path
    try await suite.call("Shop.price")
    let run = try await graph(suite, "coverage", trace)
    let pay = "method_PaymentService__pay"
    #expect(
      run.output.contains("\n  method_PaymentService__authorize ==>|\"then 1\"| \(pay)\n"))
    #expect(
      run.output.contains("\n  scenario_examples_2Fcheckout_2Elua__ -->|\"1\"| \(pay)\n"))
    #expect(run.output.contains("answer_examples_2Fcheckout_2Elua__5__1__"))
    #expect(run.output.contains("method_Shop__price"))
    #expect(Self.strange(run.output) == [])
    // Coverage of the same script has counted the same calls.
    try suite.write(
      try String(contentsOfFile: trace, encoding: .utf8).replacing(
        "examples/checkout.lua", with: "shop.lua"), to: "a.trace.jsonl")
    let both = try await graph(suite, "coverage", "a.trace.jsonl")
    #expect(!both.output.contains("scenario_shop_2Elua__ -->|\"1\"| \(pay)"))
    #expect(both.output.contains("==>|\"then 1\"| \(pay)"))
  }

  @Test("Names of any kind stay texts, for Mermaid as for Graphviz")
  func hostile() async throws {
    let suite = try CoverageSuite(
      #"""
      service "A\"]; end --> x" { ["m\"|`<b>\\n"] = { reply(1), reply(2) } }
      scenario("s\"]) :::never\nclick x", function() end)
      scenario("\\", function() end)
      """#)
    let session = try suite.session("\\")
    _ = try await session.runtime.sequencer(for: #"A"]; end --> x"#).answer(for: "m\"|`<b>\\n")
    _ = session.finish()
    let run = try await graph(suite, "coverage")
    #expect(run.messages == "")
    #expect(Self.strange(run.output) == [])
    #expect(run.output.split(separator: "\n").count == 12)
    guard Self.hasGraphviz else { return }
    let picture = try await graph(suite, "coverage", "--svg", "suite.svg")
    #expect(picture.messages == "" && picture.output == "")
    let svg = try Self.svg(suite)
    #expect(svg.contains("A&quot;]; end &#45;&#45;&gt; x"))
    #expect(!svg.contains("<b>"))
  }

  @Test("Graphviz draws it, the unused dashed", .enabled(if: hasGraphviz))
  func svg() async throws {
    let suite = try CoverageSuite(Self.source)
    try await suite.call("Shop.price", "Shop.order")
    let run = try await graph(suite, "coverage", "--svg", "suite.svg")
    #expect(run.messages == "" && run.exit == .code(0))
    let svg = try Self.svg(suite)
    #expect(svg.contains(">shop.lua: empty (0)</text>"))
    #expect(svg.contains("stroke-dasharray"))
    #expect(svg.components(separatedBy: ">never</text>").count == 4)
  }

  @Test(
    "What it cannot draw is named, with what to do",
    arguments: [
      (
        ["shop.lua", "coverage"],
        "shop.lua: is a script or a configuration, which is drawn by itself; name traces, files of coverage, and folders"
          + " of them beside each other"
      ),
      (
        ["shop.lua", "--svg", "x.svg"],
        "shop.lua: is a script or a configuration, of which there is Mermaid's text alone; leave --svg out"
      ),
      (
        ["."],
        ".: has neither coverage nor traces; run the tests with MOCKLUA_COVERAGE or MOCKLUA_TRACES set to this folder"
      ),
    ])
  func refused(arguments: [String], problem: String) async throws {
    let suite = try CoverageSuite(Self.source)
    let run = try await TraceCommandRun(["graph"] + arguments, in: suite.folder.path)
    #expect(run.messages == "mocklua: \(problem)\n")
    #expect(run.exit == .code(1))
  }

  @Test("Without Graphviz it says what to install")
  func withoutGraphviz() async throws {
    let suite = try CoverageSuite(Self.source)
    try await suite.call("Shop.price")
    CoverageRecorder.in(suite.data.path).flush()
    let product = LaunchedProcess(product: "mocklua")
    let process = LaunchedProcess(
      executable: product.executable, arguments: ["graph", "coverage", "--svg", "x.svg"],
      workingDirectory: suite.folder.path)
    process.launchEnvironment["PATH"] = "/nowhere"
    try process.launch()
    try process.closeInput()
    #expect(try await process.exit() == .code(1))
    #expect(
      process.standardError
        == "mocklua: `dot` is not there, which draws SVG; install graphviz, or leave --svg out and take Mermaid's text\n"
    )
  }

  // MARK: - What Mermaid and Graphviz take

  private static let hasGraphviz = (ProcessInfo.processInfo.environment["PATH"] ?? "")
    .split(separator: ":").contains { access("\($0)/dot", X_OK) == 0 }

  private static func svg(_ suite: CoverageSuite) throws -> String {
    try String(contentsOf: suite.folder.appending(path: "suite.svg"), encoding: .utf8)
  }

  /// The lines that are none of the few statements of Mermaid's grammar which are used, or name what is not there.
  private static func strange(_ text: String) -> [Substring] {
    var lines = text.split(separator: "\n")
    guard lines.first == "flowchart LR", text.hasSuffix("\n") else { return lines }
    lines.removeFirst()
    var ids: Set<Substring> = []
    var depth = 0
    return lines.filter { line in
      if line == "  classDef never stroke-dasharray:5 4,opacity:0.6" { return false }
      if let match = line.wholeMatch(
        of:
          #/ {2,4}([A-Za-z]\w*)(?:\(\["(?:[^"#;]|#(?:\d+|quot);)+"\]\)|\["(?:[^"#;]|#(?:\d+|quot);)+"\]|>"(?:[^"#;]|#(?:\d+|quot);)+"\])(?::::never)?/#
      ) {
        return !ids.insert(match.1).inserted
      }
      if line.wholeMatch(of: #/  subgraph ([A-Za-z]\w*)\["(?:[^"#;]|#(?:\d+|quot);)+"\]/#) != nil {
        depth += 1
        return depth != 1
      }
      if line == "  end" {
        depth -= 1
        return depth != 0
      }
      if let match = line.wholeMatch(
        of: #/  (\w+) (?:-->|-\.->|==>)\|"[a-z]*(?: ?\d+)?"\| (\w+)/#)
      {
        return !ids.contains(match.1) || !ids.contains(match.2)
      }
      return true
    }
  }
}
