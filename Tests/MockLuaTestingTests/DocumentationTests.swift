import MockLua
import MockLuaTesting
import MockServices
import Testing
import XCTest

// The Swift of the article on tests. `scripts/check-examples` compares it line by line, so change both.

struct CodeCheck: Codable, Sendable {
  var attempts: Int
  var mode: String
}

@Mocked
protocol OTP: Sendable {
  var attempts: Int { get }
  func verify(code: String) async throws -> CodeCheck
  func resend() async throws -> String
}

@Test("A wrong code is refused", .scenario("Scripts/login.lua"), arguments: ["1", "22"])
func wrongCode(code: String) async throws {
  await #expect(throws: MockServiceError.self) {
    try await MockOTP().verify(code: code)
  }
  verify("OTP.verify", arguments: ["code": .string(code)], called: 1)
}

@Suite(.scenario("Scripts/login.lua", variant: "locked"))
struct LockedAccountTests {
  let otp = MockOTP()

  @Test("No new code is sent")
  func resend() async throws {
    let error = await #expect(throws: MockServiceError.self) {
      try await otp.resend()
    }
    #expect(error?.code == "locked")
  }

  @Test("Each test chooses for itself", .scenario("Scripts/login.lua", strict: true))
  func all() async throws {
    #expect(try await otp.resend() == "first")
    #expect(try await otp.resend() == "second")
    #expect(try ScenarioRuntime.current.clock.elapsed == .seconds(3600))
    #expect(try await otp.verify(code: "123456").attempts == 1)
  }
}

final class ResendTests: XCTestCase {
  func testResend() async throws {
    let session = try ScenarioSession(path: "Scripts/login.lua")
    defer { session.finish(in: self) }
    let code = try await MockOTP().resend()
    XCTAssertEqual(code, "first")
    verify("OTP.resend", called: 1)
  }
}

@Mocked
protocol Photos: Sendable {
  func upload() async throws -> Bool
}

@Test(.scenario(source: #"service "Photos" { upload = reply(true) :gate "network" :after(500) }"#))
func uploadsInTheBackground() async throws {
  let photos = MockPhotos()
  let upload = Task { try await photos.upload() }
  await waitForCalls(at: "network")
  openGate("network")
  #expect(try await upload.value)
}

@Suite("The documentation on tests")
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
