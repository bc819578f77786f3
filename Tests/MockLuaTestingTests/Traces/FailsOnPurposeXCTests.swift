import Foundation
import MockLua
import MockLuaTesting
import MockServices
import XCTest

/// XCTest tests that fail on purpose, run like ``FailsOnPurpose``.
///
/// Each leaves a trace, except the last.
final class FailsOnPurposeXCTests: XCTestCase {
  private func withSession(_ body: (ScenarioRuntime) async throws -> Void) async throws {
    try XCTSkipUnless(
      ProcessInfo.processInfo.environment["MOCKLUA_FAILS_ON_PURPOSE"] != nil, "fails on purpose")
    let session = try ScenarioSession(source: FailsOnPurpose.script, name: "script.lua")
    defer { session.finish(in: self) }
    try await body(session.runtime)
  }

  func testAssertion() async throws {
    try await withSession { runtime in
      let value = try await runtime.call("S.roll")
      XCTAssertEqual(value, 0)
    }
  }

  func testIssue() async throws {
    try await withSession { runtime in
      _ = try? await runtime.call("S.passes", ["x": 1])
    }
  }

  func testThatPasses() async throws {
    try await withSession { runtime in try await runtime.call("S.close") }
  }
}
