import MockLuaTesting
import XCTest

// `verify` needs no further import.
final class VerifyTests: OnPurposeTestCase {
  func testRightVerify() throws {
    let session = try ScenarioSession(source: "service \"SeamPlaces\" { find = reply { \"X\" } }")
    defer { session.finish(in: self) }
    verify("SeamPlaces.find", called: .never)
    verifyNoMoreCalls()
  }
}
