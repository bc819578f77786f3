public import MockScenarios
public import MockServices

/// Responses of the account service.
public enum TertiaryPreset: MockServicePreset {
  /// The mocked protocol.
  public static let serviceName = "TertiaryServiceProtocol"

  /// A current account with 42.00 and savings of 1000.00.
  case twoAccounts
  /// A customer without accounts.
  case noAccounts
  /// The accounts are available, but not their balances.
  case balanceFails(code: String = "serviceUnavailable")
  /// Refreshing fails once, then succeeds.
  case refreshFailsOnce(code: String = "networkTimeout")
  /// A custom configuration.
  case custom(sharedState: [String: SharedStateProperty], entry: MockServiceEntry)

  /// Two accounts.
  public static let `default` = TertiaryPreset.twoAccounts

  /// The shared state that the case needs.
  public var sharedState: [String: SharedStateProperty] {
    if case .custom(let state, _) = self { return state }
    return [:]
  }

  /// The configuration of the case.
  public var serviceEntry: MockServiceEntry {
    if case .custom(_, let entry) = self { return entry }
    var methods = Self.twoAccountsMethods
    switch self {
    case .noAccounts: methods["fetchAccounts"] = .singleSuccess([])
    case .balanceFails(let code):
      methods["fetchBalance"] = .singleError(code: code, message: "Balances are not available.")
    case .refreshFailsOnce(let code):
      methods["refresh"] = MockMethodConfig(responses: [
        .error(code: code, message: "Connection timed out"), .success(),
      ])
    case .twoAccounts, .custom: break
    }
    return MockServiceEntry(methods: methods)
  }

  /// The app fetches the balances in the order of the accounts, repeatedly.
  private static var twoAccountsMethods: [String: MockMethodConfig] {
    [
      "fetchAccounts": .singleSuccess([
        ["id": "current", "name": "Current"], ["id": "savings", "name": "Savings"],
      ]),
      "fetchBalance": MockMethodConfig(
        responses: [
          .success(["accountID": "current", "amount": 4200]),
          .success(["accountID": "savings", "amount": 100_000]),
        ], exhaustBehavior: .cycle),
      "refresh": .voidSuccess,
    ]
  }
}
