public import MockScenarios
public import MockServices

/// Responses of the sign-in service.
public enum PrimaryPreset: MockServicePreset {
  /// The mocked protocol.
  public static let serviceName = "PrimaryServiceProtocol"

  /// Everything succeeds.
  ///
  /// The session changes from the initial status to the status of the action, and then to the final status.
  case happyPath(initialStatus: Int = 0, actionStatus: Int = 3, finalStatus: Int = 7)
  /// The password is rejected.
  case actionFails(
    code: String = "invalidInput", message: String = "The provided input was invalid.")
  /// The first attempt fails, the second succeeds.
  case failThenRetry(errorCode: String = "networkTimeout", retryStatus: Int = 3)
  /// After the password, the session has the status `initialStatus`, and needs more access.
  case elevatedAccessRequired(
    initialStatus: Int = 3, elevatedStatus: Int = 5, finalStatus: Int = 7)
  /// The session already exists, for tests that start in the middle of a flow.
  case alreadyEstablished(status: Int = 7)
  /// A custom configuration.
  case custom(sharedState: [String: SharedStateProperty], entry: MockServiceEntry)

  /// The shared state that the case needs.
  public var sharedState: [String: SharedStateProperty] {
    switch self {
    case .happyPath(let status, _, _), .alreadyEstablished(let status):
      ["sessionStatus": SharedStateProperty(initial: .int(status))]
    case .custom(let state, _): state
    default: ["sessionStatus": SharedStateProperty(initial: 0)]
    }
  }

  /// The configuration of the case.
  public var serviceEntry: MockServiceEntry {
    if case .custom(_, let entry) = self { return entry }
    let methods = methods.merging(["resetProfiler": .voidSuccess, "signOut": .voidSuccess]) { $1 }
    return MockServiceEntry(bindings: ["sessionStatus": "sessionStatus"], methods: methods)
  }

  /// The methods of the case, in addition to the methods that all cases have.
  private var methods: [String: MockMethodConfig] {
    switch self {
    case .happyPath(_, let actionStatus, let finalStatus):
      return Self.verified(finalStatus).merging(["performAction": Self.moves(to: actionStatus)]) {
        $1
      }
    case .actionFails(let code, let message):
      return ["performAction": .singleError(code: code, message: message)]
    case .failThenRetry(let code, let status):
      var action = Self.moves(to: status)
      action.responses.insert(.error(code: code, message: "Connection timed out"), at: 0)
      return Self.verified(7).merging(["performAction": action]) { $1 }
    case .elevatedAccessRequired(let status, let elevatedStatus, let finalStatus):
      let steps = [
        "performAction": Self.moves(to: status), "elevateAccess": Self.moves(to: elevatedStatus),
      ]
      return Self.verified(finalStatus).merging(steps) { $1 }
    case .alreadyEstablished: return ["canVerifyIdentity": .singleSuccess(true)]
    case .custom: return [:]
    }
  }

  /// Returns the methods that verify the user and complete the session.
  private static func verified(_ finalStatus: Int) -> [String: MockMethodConfig] {
    [
      "canVerifyIdentity": .singleSuccess(true),
      "verifyIdentity": .singleSuccess(["status": 5]),
      "finalizeSession": moves(to: finalStatus),
    ]
  }

  /// Returns a response that changes the status of the session.
  private static func moves(to status: Int) -> MockMethodConfig {
    .singleSuccess(["status": .int(status)], updateSharedState: ["sessionStatus": .int(status)])
  }
}
