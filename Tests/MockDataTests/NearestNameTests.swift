import MockData
import Testing

@Suite struct NearestNameTests {
  @Test(
    "The nearest name is within half the longer length, rounded up",
    arguments: [
      ("respones", ["responses", "exhaustBehavior"], "responses"),
      ("b", ["c", "a"], "a"),
      ("abc", ["axy"], "axy"),
      ("abc", ["xyz"], nil),
      ("", ["a"], "a"),
      ("x", [], nil),
      ("kitten", ["sitting", "mitten"], "mitten"),
      ("delay", ["delayMs", "relay"], "relay"),
      ("laod", ["add", "load"], "load"),
      ("recieve", ["receive", "relieve"], "receive"),
      ("PaymentService", ["AccountService", "LoginService"], nil),
      ("LoginServce", ["AccountService", "LoginService"], "LoginService"),
      ("LogniService", ["AccountService", "LoginService"], "LoginService"),
      ("fetchUsers", ["fetchUser", "fetchBalance"], "fetchUser"),
      ("loadFoo", ["loadBar", "loadCar"], nil),
      ("Service", ["MyService"], "MyService"),
    ] as [(String, [String], String?)])
  func nearest(name: String, known: [String], expected: String?) {
    #expect(NearestName.nearest(to: name, candidates: known) == expected)
  }

  @Test("A hint suggests a name or lists the known ones")
  func hints() {
    #expect(NearestName.hint(for: "valu", candidates: ["value"]) == "did you mean `value`?")
    #expect(NearestName.hint(for: "zzzz", candidates: ["b", "a"]) == "known: a, b")
    #expect(NearestName.hint(for: "zzzz", candidates: []) == nil)
    let many = (10..<40).map { "name\($0)" }
    #expect(NearestName.hint(for: "?", candidates: many)?.hasSuffix("name29 and 10 more") == true)
  }
}
