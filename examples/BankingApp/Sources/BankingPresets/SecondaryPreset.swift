public import MockScenarios
public import MockServices

/// Responses of the device service.
public enum SecondaryPreset: MockServicePreset {
  /// The mocked protocol.
  public static let serviceName = "SecondaryServiceProtocol"

  /// The device is enrolled, and can sign in and verify the user.
  case enabled
  /// The device isn't enrolled.
  case disabled
  /// Verification fails.
  case verificationFails(code: String = "verificationFailed")
  /// A custom configuration.
  case custom(sharedState: [String: SharedStateProperty], entry: MockServiceEntry)

  /// The shared state that the case needs.
  public var sharedState: [String: SharedStateProperty] {
    if case .custom(let state, _) = self { return state }
    return [:]
  }

  /// The configuration of the case.
  public var serviceEntry: MockServiceEntry {
    switch self {
    case .enabled:
      MockServiceEntry(methods: [
        "performAction": .singleSuccess(["status": 3]),
        "verify": .singleSuccess(true),
        "enroll": .singleSuccess(["enrolled": true]),
        "reset": .voidSuccess,
      ])
    case .disabled:
      MockServiceEntry(methods: [
        "performAction": .singleError(
          code: "deviceNotEnrolled", message: "This device does not belong to anybody."),
        "verify": .singleSuccess(false),
        "reset": .voidSuccess,
      ])
    case .verificationFails(let code):
      MockServiceEntry(methods: [
        "verify": .singleError(code: code, message: "Verification failed"),
        "reset": .voidSuccess,
      ])
    case .custom(_, let entry): entry
    }
  }
}
