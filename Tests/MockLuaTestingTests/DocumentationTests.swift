import MockLua
import MockLuaTesting
import MockServices
import Testing
import XCTest

// The Swift of the article on tests. `scripts/check-examples` compares it line by line, so change both.

@Test("A wrong code is refused", .scenario("Scripts/login.lua"), arguments: ["1", "22"])
func wrongCode(code: String) async throws {
  let otp = try ScenarioRuntime.current.sequencer(for: "OTP")
  await #expect(throws: MockServiceError.self) {
    try await otp.recordVoidCall(for: "verify", arguments: [MockArgument("code", code)])
  }
  verify("OTP.verify", arguments: ["code": .string(code)], called: 1)
}

@Suite(.scenario("Scripts/login.lua", variant: "locked"))
struct LockedAccountTests {
  let otp: MockCallSequencer

  init() throws { otp = try ScenarioRuntime.current.sequencer(for: "OTP") }

  @Test("No new code is sent")
  func resend() async throws {
    let error = await #expect(throws: MockServiceError.self) {
      try await otp.recordVoidCall(for: "resend")
    }
    #expect(error?.code == "locked")
  }

  @Test("Each test chooses for itself", .scenario("Scripts/login.lua", strict: true))
  func all() async throws {
    #expect(try await otp.nextDecodedValue(for: "resend") == "first")
    #expect(try await otp.nextDecodedValue(for: "resend") == "second")
    #expect(try ScenarioRuntime.current.clock.elapsed == .seconds(3600))
    _ = try await otp.answer(for: "verify", arguments: ["code": "123456"])
  }
}

final class ResendTests: XCTestCase {
  func testResend() async throws {
    let session = try ScenarioSession(path: "Scripts/login.lua")
    defer { session.finish(in: self) }
    let otp = session.runtime.sequencer(for: "OTP")
    let code: String = try await otp.nextDecodedValue(for: "resend")
    XCTAssertEqual(code, "first")
    verify("OTP.resend", called: 1)
  }
}

@Suite("The code of the article on tests")
struct DocumentationTests {
  @Test(
    "A misspelled method is reported with its line in the script",
    .issues(
      """
      Scripts/login.lua:9: `OTP.resnd` has no responses; did you mean `resend`?
      """),
    .scenario("Scripts/login.lua"))
  func misspelt() async throws {
    _ = try? await call("OTP.resnd")
  }
}
