#if os(Linux)
  import Foundation
  import MockLua
  import MockLuaTools
  import MockScenarios
  import MockServices
  import Testing

  @testable import MockLuaTesting

  /// The traces left by a suite whose tests fail in every way.
  @Suite(.serialized, .timeLimit(.minutes(30)))
  struct FailingSuiteTests {
    /// One run for all of these tests.
    private static let run = Task { try await FailedRun.run() }

    private static let testsOfXCTest = ["testAssertion", "testIssue"]
      .map { "FailsOnPurposeXCTests.\($0)" }

    static let tests =
      testsOfXCTest
      + [
        "confirmed", "contracts", "crash", "doesNotLoad", "droppedCalls", "exhaustedSequences",
        "expectation", "explored", "exploredPart", "lateCalls", "lostErrors", "missingKeys",
        "recorded", "required",
        "scriptErrors", "secrets", "skippedWaits", "strict", "stubbed", "thrown",
        "unconfiguredCalls", "unimplementedCalls", "unknownIssue", "unmatchedCalls",
        "unverifiedCalls", "verified",
        "waitingCalls", "withArguments-kind", "withArguments-kind-2", "withArguments-kind-3",
        "wrongRequests", "wrongState", "wrongValues",
      ].map { "MockLuaTestingTests.FailsOnPurpose.\($0)" }

    static let example = "MockLuaTestingTests.CheckoutTests.paysForTwo"

    @Test("Every failing test leaves one trace, and other tests leave none")
    func traces() async throws {
      let run = try await Self.run.value
      #expect(
        try run.names == Self.testsOfXCTest + [Self.example] + Self.tests.dropFirst(2),
        "\(run.output.suffix(2000))")
    }

    @Test("The committed example is the trace that its test leaves")
    func example() async throws {
      let run = try await Self.run.value
      let committed = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../examples/checkout.trace.jsonl").standardizedFileURL
      #expect(try run.text(Self.example) == String(contentsOf: committed, encoding: .utf8))
    }

    @Test(
      "The trace of an explored test has its schedule", arguments: ["explored", "exploredPart"])
    func explored(name: String) async throws {
      let run = try await Self.run.value
      let name = "MockLuaTestingTests.FailsOnPurpose.\(name)"
      let trace = try run.trace(name)
      #expect(trace.header.plan == "2")
      let words = "with the response of S.ask #2 (script.lua:1) before the response of #1"
      #expect(trace.header.planInWords == words)
      #expect(trace.header.calls == 2)
      let command = try await TraceCommandRun(["trace", run.path(name)])
      #expect(command.output.contains("\nexplored \(words) (replay: \"2\")\n"))
    }

    @Test("Each trace is attached too, except if its test had ended")
    func attachments() async throws {
      let run = try await Self.run.value
      let names = try FileManager.default.contentsOfDirectory(atPath: run.attachments.path)
      #expect(names.count == Self.tests.count - Self.testsOfXCTest.count)
      #expect(names.allSatisfy { $0.hasSuffix(".trace.jsonl") })
    }

    @Test("Each of a scenario's checks is in a trace, with its call if there is one")
    func checks() async throws {
      let run = try await Self.run.value
      let issues = try run.names.flatMap { try run.trace($0).issues.filter(\.isFailure) }
      let checks = Set(issues.compactMap(\.check))
      #expect(checks == Set(ScenarioCheck.allCases.map(\.rawValue)))
      let broken = try run.trace("MockLuaTestingTests.FailsOnPurpose.scriptErrors").issues
      #expect(broken.first?.check == "scriptErrors")
      #expect(broken.first?.call == 2)
      #expect(broken.first?.place?.file == "FailsOnPurpose.swift")
    }

    @Test("Each trace replays with the same responses", arguments: tests)
    func replay(name: String) async throws {
      let run = try await Self.run.value
      let command = try await TraceCommandRun(["trace", run.path(name), "--replay"])
      #expect(command.exit == .code(0), "\(command.output)\(command.messages)")
      #expect(command.messages == "")
    }

    @Test("Issues found in calls are found again", arguments: tests)
    func issues(name: String) async throws {
      let run = try await Self.run.value
      let trace = try run.trace(name)
      guard trace.header.calls > 0 else { return }
      let runtime = try ScenarioRuntime(
        script: trace.script, clock: .virtual(manual: true),
        failureHandler: MockFailureHandler { _ in })
      let replay = await TraceReplay(trace, on: runtime, isSameScript: true)
      #expect(replay.differences == [])
      let found = runtime.log.calls().compactMap { ScenarioIssue($0, scenario: runtime.scenario) }
      for issue in trace.issues where issue.isFailure && Self.checks.contains(issue.check ?? "") {
        #expect(found.contains { issue.text.contains($0.description) }, "\(issue.text)")
      }
    }

    /// The checks that fail again when a call is replayed.
    private static let checks: Set<String> = [
      "scriptErrors", "exhaustedSequences", "unconfiguredCalls", "unmatchedCalls", "missingKeys",
    ]

    @Test("The traces with calls include each check that a call can fail")
    func comparable() async throws {
      let run = try await Self.run.value
      let traces = try Self.tests.map { try run.trace($0) }.filter { $0.header.calls > 0 }
      let failed = traces.flatMap(\.issues).filter(\.isFailure).compactMap(\.check)
      #expect(Self.checks.subtracting(failed) == [])
    }

    @Test("Each trace is shown with its failure marked, and drawn as a diagram", arguments: tests)
    func shown(name: String) async throws {
      let run = try await Self.run.value
      let text = try await TraceCommandRun(["trace", run.path(name)])
      #expect(text.exit == .code(0), "\(text.messages)")
      #expect(text.output.contains("\n! "))
      let mermaid = try await TraceCommandRun(["trace", run.path(name), "--mermaid"])
      #expect(mermaid.exit == .code(0))
      #expect(mermaid.output.hasPrefix("sequenceDiagram\n"))
    }

    @Test("None of 200 planted secrets is in any file or in the tests' output")
    func secrets() async throws {
      let run = try await Self.run.value
      let texts = PlantedSecrets.texts + PlantedSecrets.numbers.map { "\($0)" }
      #expect(Set(texts).count == 200)
      let files = try run.files
      let name = "MockLuaTestingTests.FailsOnPurpose.secrets"
      // The secrets were present, because there are as many placeholders.
      #expect(try run.text(name).contains("<redacted 200>"))
      for (path, text) in files + [("output", run.output)] {
        for secret in texts + [PlantedSecrets.built] {
          #expect(!text.contains(secret), "\(secret) in \(path)")
          let escaped = AnyCodableValue.string(secret).text(limit: 500).dropFirst().dropLast()
          #expect(!text.contains(escaped), "\(secret) in \(path)")
        }
      }
    }

    @Test("A test that exceeds its time limit is identified by its trace")
    func timeLimit() {
      let limit = Duration.seconds(60)
      func issue(_ seconds: Double, _ wasCancelled: Bool) -> String? {
        TestTrace.timeLimitIssue(limit, took: .seconds(seconds), wasCancelled: wasCancelled)
      }
      #expect(issue(58, true) == nil)
      #expect(issue(59.5, false) == nil)
      #expect(issue(59.5, true) == "Time limit was exceeded: 60 seconds")
      #expect(issue(61, false) == "Time limit was exceeded: 60 seconds")
      #expect(TestTrace.timeLimitIssue(nil, took: .seconds(99), wasCancelled: true) == nil)
    }

    @Test("A late call is one issue, even though its test has passed")
    func lateCall() async throws {
      let run = try await Self.run.value
      let issue = """
        script.lua:10: `S.close` was called after its test had ended; await the code that calls it, or cancel it (in lateCalls())
        """
      #expect(run.output.split(separator: issue, omittingEmptySubsequences: false).count == 2)
    }

    @Test("Times are those of the virtual clock, and responses are in order")
    func times() async throws {
      let run = try await Self.run.value
      let trace = try run.trace("MockLuaTestingTests.FailsOnPurpose.expectation")
      var order: [String] = []
      for event in trace.events {
        switch event {
        case .call(let call): order.append("\(call.method) \(call.at?.wholeMilliseconds ?? -1)")
        case .answer(let answer):
          order.append("\(answer.order) after \(answer.duration?.wholeMilliseconds ?? -1)")
        case .state(let values, let isOfScript):
          order.append("\(values.keys.sorted()) \(isOfScript)")
        case .gate: break
        }
      }
      let first = Set(order[1...2])
      #expect(first == ["slow 0", "text 0"])
      #expect(order[0] == "[\"seen\", \"status\"] false")
      #expect(order.contains("[\"status\"] false"))
      #expect(order.contains("roll 350"))
      #expect(trace.script.seed == 7)
    }

    @Test("An app crash is distinguished from a test failure, and its last call has no response")
    func crash() async throws {
      let run = try await Self.run.value
      let trace = try run.trace("MockLuaTestingTests.FailsOnPurpose.crash")
      let calls = trace.events.compactMap { if case .call(let call) = $0 { call } else { nil } }
      #expect(calls.map(\.method) == ["balance", "slow"])
      #expect(
        calls.allSatisfy {
          if case .app(let name) = $0.caller { name.hasPrefix("SessionApp") } else { false }
        })
      let last = trace.events.compactMap {
        if case .answer(let answer) = $0 { answer } else { nil }
      }
      .last { $0.order == 2 }
      // The test can end before a lost app's call is cancelled.
      #expect(last == nil || last?.outcome == .cancelled)
      let text = try await TraceCommandRun([
        "trace", run.path("MockLuaTestingTests.FailsOnPurpose.crash"),
      ])
      #expect(
        text.output.contains("#2 was cancelled") || text.output.contains("#2 no answer"))
    }
  }
#endif
