import MockLua
import MockLuaTesting
import MockServices
import XCTest

/// A session in an XCTest case, without Swift Testing.
final class ScenarioSessionXCTests: XCTestCase {
  func testLogin() async throws {
    let session = try ScenarioSession(path: "Scripts/login.lua")
    defer { session.finish(report: XCTFail) }
    let value = try await session.runtime.call("OTP.verify", ["code": "123456"])
    XCTAssertEqual(value, ["attempts": 1, "mode": "none"])
    try session.runtime.log.verify("OTP.verify", called: 1)
  }

  func testOptions() async throws {
    let session = try ScenarioSession(
      path: "Scripts/login.lua", variant: "locked", mode: .uitest, seed: 3,
      clock: .virtual(manual: true))
    XCTAssertEqual(session.runtime.clock.mode, .manual)
    XCTAssertEqual(session.checks, ScenarioCheck.standard)
    let value = try await session.runtime.call("OTP.verify", ["code": "123456"])
    XCTAssertEqual(value, ["attempts": 1, "mode": "uitest"])
  }

  func testErrorsAreThrown() {
    XCTAssertThrowsError(try ScenarioSession(path: "Scripts/broken.lua")) { error in
      XCTAssertEqual((error as? ScenarioError)?.diagnostics.count, 2)
    }
  }

  func testIssuesAreReportedWithFileAndLine() async throws {
    let session = try ScenarioSession(
      source: ScenarioIssueTests.script, name: "script.lua", except: [.unconfiguredCalls])
    _ = try? await session.runtime.call("S.missing")
    _ = try? await session.runtime.call("S.broken")
    var reports: [(String, String, UInt)] = []
    session.finish { reports.append(($0, "\($1)", $2)) }
    XCTAssertEqual(reports.map(\.0), [ScenarioIssueTests.brokenText])
    XCTAssertEqual(reports.first?.1, #filePath)
    XCTAssertEqual(reports.first?.2, #line - 3)
    let issue = try XCTUnwrap(session.finish().first)
    XCTAssertEqual(issue.check, .scriptErrors)
    XCTAssertEqual(issue.place, ScriptLocation(file: "script.lua", line: 7))
    XCTAssertEqual(issue.call?.qualifiedMethod, "S.broken")
  }

  func testNothingStopsTheProcess() async throws {
    let session = try ScenarioSession(source: ScenarioIssueTests.script, name: "script.lua")
    for _ in 1...2 { try await session.runtime.call("S.fatal") }
    do {
      try await session.runtime.call("S.fatal")
      XCTFail("the call did not throw")
    } catch {
      XCTAssertEqual((error as? MockServiceError)?.code, "exhausted")
    }
    XCTAssertEqual(session.finish().map(\.check), [.exhaustedSequences])
  }

  func testStrictIssues() async throws {
    let session = try ScenarioSession(source: StrictTests.script, name: "script.lua", strict: true)
    try await session.runtime.call("S.orders")
    XCTAssertEqual(
      session.finish().map { "\($0.check) \($0.place?.description ?? "")" },
      ["missingKeys script.lua:7", "unusedResponses script.lua:3", "unusedResponses script.lua:4"])
  }

  func testPlacesInAScriptWithinTheTest() async throws {
    let session = try ScenarioSession(source: StrictTests.script, strict: true)
    let name = "ScenarioSessionXCTests.swift:\(#line - 1)"
    try await session.runtime.call("S.orders")
    XCTAssertEqual(
      session.finish().map(\.place), [7, 3, 4].map { ScriptLocation(file: name, line: $0) })
  }

  func testCurrentScenario() async throws {
    XCTAssertThrowsError(try ScenarioRuntime.current)
    let session = try ScenarioSession(path: "Scripts/login.lua")
    XCTAssertTrue(try ScenarioRuntime.current === session.runtime)
    let other = try ScenarioSession(path: "Scripts/login.lua")
    XCTAssertTrue(try ScenarioRuntime.current === other.runtime)
    try await session.withCurrent {
      XCTAssertTrue(try ScenarioRuntime.current === session.runtime)
    }
    XCTAssertTrue(try ScenarioRuntime.current === other.runtime)
  }
}

/// Sessions that end in each kind of teardown.
final class SessionTeardownXCTests: XCTestCase {
  private var session: ScenarioSession?

  override func setUpWithError() throws {
    session = try ScenarioSession(source: #"service "S" { m = reply(1) }"#, name: "script.lua")
  }

  override func tearDown() async throws {
    if name.hasSuffix("testAsync") { session?.finish(in: self) }
  }

  override func tearDown() {
    if name.hasSuffix("testPlain") { session?.finish(in: self) }
  }

  override func tearDownWithError() throws {
    if name.hasSuffix("testThrowing") { session?.finish(in: self) }
  }

  func testPlain() async throws { try await call() }

  func testAsync() async throws { try await call() }

  func testThrowing() async throws { try await call() }

  func testBlock() async throws {
    let session = try XCTUnwrap(session)
    addTeardownBlock { session.finish(in: self) }
    try await call()
  }

  private func call() async throws {
    let value = try await XCTUnwrap(session).runtime.call("S.m")
    XCTAssertEqual(value, 1)
  }
}
