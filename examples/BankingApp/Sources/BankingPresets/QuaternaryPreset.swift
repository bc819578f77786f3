public import MockScenarios
public import MockServices

/// Responses of the transfer service.
public enum QuaternaryPreset: MockServicePreset {
  /// The mocked protocol.
  public static let serviceName = "QuaternaryServiceProtocol"

  /// A transfer is accepted and can be canceled.
  ///
  /// There are no earlier transfers.
  case accepted
  /// The transfer exceeds the daily limit.
  case limitExceeded
  /// The balance is too low.
  case insufficientFunds
  /// The transfer is completed and can't be canceled.
  case completed
  /// A custom configuration.
  case custom(sharedState: [String: SharedStateProperty], entry: MockServiceEntry)

  /// Transfers are accepted.
  public static let `default` = QuaternaryPreset.accepted

  /// The shared state that the case needs.
  public var sharedState: [String: SharedStateProperty] {
    if case .custom(let state, _) = self { return state }
    return [:]
  }

  /// The configuration of the case.
  public var serviceEntry: MockServiceEntry {
    if case .custom(_, let entry) = self { return entry }
    var methods: [String: MockMethodConfig] = [
      "quote": .singleSuccess(["fee": 10, "total": 510]),
      "transfer": .singleSuccess(Self.transfer(state: "pending")),
      "cancel": .voidSuccess,
      "history": .singleSuccess([]),
    ]
    switch self {
    case .limitExceeded:
      methods["transfer"] = .singleError(code: "limitExceeded", message: "At most 1000.00 a day.")
    case .insufficientFunds:
      methods["transfer"] = .singleError(
        code: "insufficientFunds", message: "There is not enough on the account.")
    case .completed:
      methods["transfer"] = .singleSuccess(Self.transfer(state: "completed"))
      methods["cancel"] = .singleError(
        code: "notPending", message: "The transfer cannot be taken back.")
      methods["history"] = .singleSuccess([Self.transfer(state: "completed")])
    case .accepted, .custom: break
    }
    return MockServiceEntry(methods: methods)
  }

  private static func transfer(state: AnyCodableValue) -> AnyCodableValue {
    ["id": "t1", "from": "current", "to": "savings", "amount": 500, "state": state]
  }
}
