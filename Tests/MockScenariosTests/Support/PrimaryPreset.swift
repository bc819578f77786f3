import MockScenarios
import MockServices

/// A preset for a service with a session, in the usual form.
enum PrimaryPreset: MockServicePreset {
  static let serviceName = "PrimaryServiceProtocol"

  /// Everything succeeds; the status goes from the initial one to the action's and the final one.
  case happyPath(initialStatus: Int = 0, actionStatus: Int = 3, finalStatus: Int = 7)
  /// The first attempt fails, the retry succeeds.
  case failThenRetry(errorCode: String = "networkTimeout", retryStatus: Int = 3)
  /// The session is there already, for tests that start in the middle.
  case alreadyEstablished(status: Int = 7)
  /// Anything else.
  case custom(sharedState: [String: SharedStateProperty], entry: MockServiceEntry)

  var sharedState: [String: SharedStateProperty] {
    switch self {
    case .happyPath(let status, _, _), .alreadyEstablished(let status):
      ["sessionStatus": SharedStateProperty(initial: .int(status))]
    case .failThenRetry: ["sessionStatus": SharedStateProperty(initial: .int(0))]
    case .custom(let state, _): state
    }
  }

  var serviceEntry: MockServiceEntry {
    let bindings = ["sessionStatus": "sessionStatus"]
    switch self {
    case .happyPath(_, let action, let final):
      return MockServiceEntry(
        bindings: bindings,
        methods: [
          "performAction": Self.step(action), "finalizeSession": Self.step(final),
          "canVerifyIdentity": .singleSuccess(true), "signOut": .voidSuccess,
        ])
    case .failThenRetry(let code, let status):
      let retry = Self.step(status).responses
      return MockServiceEntry(
        bindings: bindings,
        methods: [
          "performAction": MockMethodConfig(
            responses: [.error(code: code, message: "Connection timed out")] + retry)
        ])
    case .alreadyEstablished:
      return MockServiceEntry(bindings: bindings, methods: ["signOut": .voidSuccess])
    case .custom(_, let entry): return entry
    }
  }

  private static func step(_ status: Int) -> MockMethodConfig {
    .singleSuccess(
      ["status": .int(status)], updateSharedState: ["sessionStatus": .int(status)])
  }
}
