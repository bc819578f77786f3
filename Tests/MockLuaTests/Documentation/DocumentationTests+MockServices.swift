import MockServices
import Testing

// The Swift code of MockServices.md.

@Suite("The Swift of the documentation: MockServices")
struct MockServicesDocumentationTests {
  @Test("A configuration responds without a script")
  func overview() async throws {
    let json = """
      {
        "sharedState": { "isSignedIn": { "initial": false } },
        "services": {
          "LoginService": {
            "methods": {
              "signIn": {
                "responses": [
                  { "result": "error", "error": { "code": "offline", "message": "No connection" } },
                  {
                    "result": "success", "value": { "name": "Ada" }, "delayMs": 250,
                    "updateSharedState": { "isSignedIn": true }
                  }
                ]
              }
            }
          }
        }
      }
      """
    let configuration = try MockServiceConfiguration(json: json)
    let entry = try #require(configuration.services["LoginService"])
    let state = MockSharedState(properties: configuration.sharedState ?? [:])
    let (clock, log) = (MockClock.virtual(), MockCallLog())
    let login = MockCallSequencer(
      entry: entry, sharedState: state, service: "LoginService",
      context: MockCallContext(clock: clock, log: log))

    await #expect(throws: MockServiceError(code: "offline", message: "No connection")) {
      try await login.nextDecodedValue(for: "signIn", as: Session.self)
    }
    #expect(try await login.nextDecodedValue(for: "signIn") == Session(name: "Ada"))
    #expect(state["isSignedIn"] == true)
    #expect(clock.elapsed == .milliseconds(250))
    try log.verify("LoginService.signIn", called: 2)
  }
}
