import Foundation
import HandMadeMocks
import MockServices
import Testing

@Suite("Verification of handwritten mocks") struct VerificationTests {
  @Test("A failed verification shows the calls at the caller's line")
  func messages() async throws {
    let mock = MockUserService()
    try await mock.saveUser(.makeStub())
    _ = mock.nickname(of: .makeStub())
    mock.recordInvocation("search", arguments: "Ada", 3, Int?.none as Any, ["deep": [1.5, true]])
    let line: UInt = #line + 2
    let found = await failures {
      mock.verify("saveUser", called: 2)
      mock.verify("savUser", called: .atLeast(1))
      mock.verify("search", with: ["Ada", .any, nil, .equal(["deep": 1])])
      mock.verify("search", called: .never)
    }
    let call = #"search("Ada", 3, nil, ["deep": [1.5, true]])"#
    #expect(
      found.map(\.message) == [
        "expected 2 calls to `saveUser`, found 1\n  saveUser(User(id: \"1\", name: \"Ada\"))",
        "expected at least 1 call to `savUser`, found 0; did you mean `saveUser`?",
        "expected at least 1 call to `search(\"Ada\", any, nil, [\"deep\": 1])`, found 0\n  \(call)",
        "expected no call to `search`, found 1\n  \(call)",
      ])
    #expect(found.map(\.sourceLocation?.line) == (0..<4).map { line + $0 })
    #expect(found[0].sourceLocation?.description == "VerificationTests.swift:\(line)")
    #expect(found[0].description.hasPrefix("VerificationTests.swift:\(line): expected 2 calls"))
  }

  @Test("A message shows only the last twenty of many calls")
  func manyCalls() async {
    let mock = MockUserService()
    for number in 1...30 { mock.recordInvocation("tick", arguments: number) }
    let found = await failures { mock.verify("tick", called: 3) }
    let lines = found[0].message.split(separator: "\n")
    #expect(lines.count == 22)
    #expect(lines[1] == "  ... 10 more before")
    #expect(lines[2] == "  tick(11)" && lines[21] == "  tick(30)")
  }

  struct Equality: CustomTestStringConvertible, @unchecked Sendable {
    // Unchecked, because the values are constants.
    var first: Any
    var second: Any
    var isEqual: Bool

    init(_ first: Any, _ second: Any, _ isEqual: Bool) {
      (self.first, self.second, self.isEqual) = (first, second, isEqual)
    }

    var testDescription: String { "\(first) \(isEqual ? "equals" : "is not") \(second)" }
  }

  private final class Reference: Sendable {}
  private struct Plain { var name: String }
  private static let reference = Reference()

  @Test(
    "Arguments are compared by value, regardless of their static type",
    arguments: [
      Equality("a", "a", true),
      Equality("a", "b", false),
      Equality(1, 1.0, true),
      Equality(UInt8(1), 1, true),
      Equality(Float(0.5), 0.5, true),
      Equality(1, "1", false),
      Equality(1, true, false),
      Equality(Optional(1) as Any, 1, true),
      Equality(Int?.none as Any, String?.none as Any, true),
      Equality(Int?.none as Any, 0, false),
      Equality(
        ["a": 1, "b": ["x"]] as [String: Any], ["b": ["x"], "a": 1.0] as [String: Any], true),
      Equality(["a": 1] as [String: Any], ["a": 1] as [String: Int], true),
      Equality(["a": 1] as [String: Any], ["a": 1, "b": 2] as [String: Any], false),
      Equality([1, "x"] as [Any], [1, "x"] as [Any], true),
      Equality([1] as [Any], [1, 2], false),
      Equality(User.makeStub(), User.makeStub(), true),
      Equality(User.makeStub(), User.makeStub(id: "2"), false),
      Equality(Plain(name: "a"), Plain(name: "a"), true),
      Equality(Plain(name: "a"), Plain(name: "b"), false),
      Equality(reference, reference, true),
      Equality(reference, Reference(), false),
    ])
  func equality(sample: Equality) {
    #expect(MockArgumentMatcher.equal(sample.second).accepts(sample.first) == sample.isEqual)
    #expect(MockArgumentMatcher.equal(sample.first).accepts(sample.second) == sample.isEqual)
  }

  @Test("Patterns and closures match arguments, and an unknown operator is an error")
  func matchers() throws {
    struct Order: Encodable { var total: Int, items: [String] }
    let mock = MockUserService()
    mock.recordInvocation("pay", arguments: Order(total: 12, items: ["a"]), true)
    let few = MockArgumentMatcher.oneOf(1, "a", nil)
    #expect(few.accepts(1.0) && few.accepts("a") && !few.accepts(2))
    #expect(few.description == "one of 1, \"a\", nil")
    let large = try MockArgumentMatcher.matching(["total": ["$gt": 10]])
    mock.verify("pay", with: [large, true], called: 1)
    mock.verify("pay", with: [try .matching(["total": ["$gt": 12]]), true], called: .never)
    mock.verify("pay", with: [large], called: .never)
    mock.verify(
      "pay",
      with: [.where("an order of one") { (order: Order) in order.items.count == 1 }, true])
    mock.verify(
      "pay", with: [.where("a string") { (_: String) in true }, true], called: .never)
    #expect("\(large)" == #"matching {"total":{"$gt":10}}"#)
    #expect(throws: MockConfigurationError.self) { try MockArgumentMatcher.matching(["$gtt": 1]) }
    #expect(MockArgumentMatcher(floatLiteral: 1.5).accepts(1.5))
  }

  @Test("Events are verified by name and properties")
  func events() throws {
    let mock = MockAnalyticsService()
    mock.verifyNoEventsTracked()
    mock.trackEvent("user_saved", properties: ["user_id": "1", "count": 2])
    mock.trackScreen("home")
    mock.verifyEventTracked("user_saved")
    mock.verifyEventTracked("user_saved", withProperties: ["count": 2, "user_id": "1"])
    mock.verifyEventTracked("user_saved", withProperties: try .matching(["count": ["$gte": 2]]))
    mock.verifyEventTracked("home", withProperties: [:])
  }

  @Test("A missing event is reported with the recorded events")
  func missingEvents() async {
    let mock = MockAnalyticsService()
    var found = await failures { mock.verifyEventTracked("user_saved") }
    #expect(
      found.map(\.message) == ["the event `user_saved` was not tracked; no events were tracked"])
    mock.trackEvent("user_saved", properties: ["count": 2])
    let line: UInt = #line + 2
    found = await failures {
      mock.verifyEventTracked("user_save")
      mock.verifyEventTracked("user_saved", withProperties: ["count": 3])
      mock.verifyNoEventsTracked()
    }
    #expect(
      found.map(\.message) == [
        "the event `user_save` was not tracked; did you mean `user_saved`?\n"
          + #"  "user_saved", ["count": 2]"#,
        #"the event `user_saved` was not tracked with the properties ["count": 3]"# + "\n"
          + #"  "user_saved", ["count": 2]"#,
        "expected no call to `trackEvent`, found 1\n"
          + #"  trackEvent("user_saved", ["count": 2])"#,
      ])
    #expect(found.map(\.sourceLocation?.line) == [line, line + 1, line + 2])
  }
}
