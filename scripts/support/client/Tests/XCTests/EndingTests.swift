import Foundation
import MockLua
import MockLuaTesting
import MockServices
import XCTest

// Tests whose name begins with `testWrong` must fail with the text in the line above them. Those with `testRight` must
// pass. They run only if MOCKLUA_FAILS_ON_PURPOSE is set.

@Mocked
protocol SeamPlaces: Sendable {
  func find(_ text: String, limit: Int) async throws -> [String]
  func save(_ text: String) async
}

@Mocked
protocol SeamPrices: Sendable {
  func quotes(for names: [String]) -> AsyncStream<Int>
}

private let script = #"service "SeamPlaces" { find = { when({ text = "x" }, reply { "X" }) } }"#

/// A signal that a thread waits for.
private final class Signal: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  func send() { semaphore.signal() }
  func wait() { semaphore.wait() }
}

class OnPurposeTestCase: XCTestCase {
  override func setUpWithError() throws {
    try XCTSkipUnless(
      ProcessInfo.processInfo.environment["MOCKLUA_FAILS_ON_PURPOSE"] != nil, "fails on purpose")
  }
}

final class VerifyingTests: OnPurposeTestCase {
  // expects: expected 9 calls to SeamPlaces.find, found 1
  func testWrongCount() async throws {
    let session = try ScenarioSession(source: script)
    defer { session.finish(in: self) }
    _ = try? await MockSeamPlaces(session.runtime).find("x", limit: 1)
    verify("SeamPlaces.find", called: 9)
  }

  func testRightCount() async throws {
    let session = try ScenarioSession(source: script)
    defer { session.finish(in: self) }
    _ = try await MockSeamPlaces(session.runtime).find("x", limit: 1)
    verify("SeamPlaces.find", called: 1)
  }

  // expects: expected no call to SeamPlaces.find, found 1
  func testWrongTypedCount() async throws {
    let session = try ScenarioSession(source: script)
    defer { session.finish(in: self) }
    let mock = MockSeamPlaces()
    _ = try await mock.find("x", limit: 1)
    mock.verify.find().called(.never)
  }

  // expects: expected SeamPlaces.save first
  func testWrongOrder() async throws {
    let session = try ScenarioSession(source: script)
    defer { session.finish(in: self) }
    _ = try await MockSeamPlaces().find("x", limit: 1)
    verifyInOrder("SeamPlaces.save", "SeamPlaces.find")
  }

  // expects: expected no more calls, found 1
  func testWrongRest() async throws {
    let session = try ScenarioSession(source: script)
    defer { session.finish(in: self) }
    _ = try await MockSeamPlaces().find("x", limit: 1)
    verifyNoMoreCalls()
  }

  // expects: no scenario is running in this task
  func testWrongWithoutSession() async throws { verify("SeamPlaces.find", called: 1) }

  func testRightQuiet() async throws {
    let session = try ScenarioSession(
      source: #"service "SeamPlaces" { find = reply { "X" } :after(300) }"#)
    defer { session.finish(in: self) }
    let mock = MockSeamPlaces()
    Task { _ = try await mock.find("x", limit: 1) }
    while session.runtime.log.count == 0 { await Task.yield() }
    await Explored.settle()
    XCTAssertEqual(session.runtime.clock.elapsed, .milliseconds(300))
  }
}

final class SessionTests: OnPurposeTestCase {
  private var session: ScenarioSession?
  private static let shared = try? ScenarioSession(source: script)

  // expects: no scenario responds to `SeamPrices.quotes`
  func testWrongStreamWithoutSession() async throws {
    for await _ in MockSeamPrices().quotes(for: []) {}
  }

  // expects: no scenario responds to `SeamPlaces.find`
  func testWrongCallWithoutSession() async throws {
    _ = try? await MockSeamPlaces().find("x", limit: 1)
  }

  func testRightCallBesideSession() async throws {
    let session = try ScenarioSession(source: script)
    defer { session.finish(in: self) }
    let found = try await MockSeamPlaces().find("x", limit: 1)
    XCTAssertEqual(found, ["X"])
  }

  // expects: no `when` of `SeamPlaces.find` accepts
  func testWrongUnfinished() async throws {
    let session = try ScenarioSession(source: script)
    _ = try? await MockSeamPlaces(session.runtime).find("y", limit: 1)
  }

  // expects: no `when` of `SeamPlaces.find` accepts
  func testWrongUnfinishedInProperty() async throws {
    session = try ScenarioSession(source: script)
    _ = try? await MockSeamPlaces().find("y", limit: 1)
  }

  func testRightUnfinished() async throws {
    session = try ScenarioSession(source: script)
    _ = try await MockSeamPlaces().find("x", limit: 1)
  }

  func testAStaticSession() async throws {
    let shared = try XCTUnwrap(Self.shared)
    _ = try await MockSeamPlaces(shared.runtime).find("x", limit: 1)
  }

  // expects: was created in `SessionTests.testAStaticSession`
  func testWrongStaticSession() async throws {
    let shared = try XCTUnwrap(Self.shared)
    _ = try await MockSeamPlaces(shared.runtime).find("x", limit: 1)
  }
}

final class ExploringTests: OnPurposeTestCase {
  // expects: the explored test does not call a mock
  func testWrongNoCall() async throws {
    let session = try ScenarioSession(source: script)
    defer { session.finish(in: self) }
    try await session.explore(.failures) {}
  }

  // expects: `of:` names SeamPlaces.fnd, which the test never calls
  func testWrongMethod() async throws {
    let session = try ScenarioSession(source: script)
    defer { session.finish(in: self) }
    try await session.explore(.failures(of: ["SeamPlaces.fnd"])) {
      _ = try? await MockSeamPlaces().find("x", limit: 1)
    }
  }

  func testRightMethod() async throws {
    let session = try ScenarioSession(source: script)
    defer { session.finish(in: self) }
    try await session.explore(.failures(of: ["SeamPlaces.find"])) {
      _ = try? await MockSeamPlaces().find("x", limit: 1)
    }
  }
}

final class EndingTests: OnPurposeTestCase {
  private static let (ended, called) = (Signal(), Signal())

  override class func tearDown() {
    guard ProcessInfo.processInfo.environment["MOCKLUA_FAILS_ON_PURPOSE"] != nil else { return }
    ended.send()
    called.wait()
  }

  func testRightTaskIsDrained() async throws {
    let session = try ScenarioSession(source: script)
    defer { session.finish(in: self) }
    let mock = MockSeamPlaces()
    Task { _ = try await mock.find("x", limit: 1) }
  }

  // expects: no `when` of `SeamPlaces.find` accepts
  func testWrongTaskIsDrained() async throws {
    let session = try ScenarioSession(source: script)
    defer { session.finish(in: self) }
    let mock = MockSeamPlaces()
    Task { _ = try await mock.find("y", limit: 1) }
  }

  // expects: `SeamPlaces.save` was called after its test had ended
  func testWrongLateCall() async throws {
    let session = try ScenarioSession(source: script)
    defer { session.finish(in: self) }
    let mock = MockSeamPlaces()
    Thread.detachNewThread {
      Self.ended.wait()
      Task {
        await mock.save("x")
        Self.called.send()
      }
    }
  }
}
