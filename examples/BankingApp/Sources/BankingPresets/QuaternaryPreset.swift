public import MockScenarios
public import MockServices

/// What becomes of transfers.
public enum QuaternaryPreset: MockServicePreset {
  /// The protocol that it mocks.
  public static let serviceName = "QuaternaryServiceProtocol"

  /// A transfer is ordered and can be taken back; there were none before.
  case accepted
  /// The transfer is more than the day allows.
  case limitExceeded
  /// There is too little on the account.
  case insufficientFunds
  /// The transfer has arrived, so that it cannot be taken back.
  case completed
  /// Anything else.
  case custom(sharedState: [String: SharedStateProperty], entry: MockServiceEntry)

  /// Transfers are accepted.
  public static let `default` = QuaternaryPreset.accepted

  /// The shared state that the case needs.
  public var sharedState: [String: SharedStateProperty] {
    if case .custom(let state, _) = self { return state }
    return [:]
  }

  /// What the case configures.
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
