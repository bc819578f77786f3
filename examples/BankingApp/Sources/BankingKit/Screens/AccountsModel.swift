public import MockServices

/// The accounts with what is on them.
@available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
@MainActor
public final class AccountsModel {
  /// An account in the list.
  public struct List: Sendable, Equatable, CustomStringConvertible {
    /// The accounts and their amounts in cents, as they are shown.
    public var lines: [String]

    /// The list in one line.
    public var description: String {
      lines.isEmpty ? "no accounts" : lines.joined(separator: ", ")
    }
  }

  /// What the screen shows.
  public let screen: Screen<List>
  private let service: any TertiaryServiceProtocol

  /// Creates the model of the service that a resolver has.
  ///
  /// - Parameters:
  ///   - resolver: Has the service.
  ///   - show: Takes every state that the screen shows, as one line.
  /// - Throws: `DependencyError` where the service is missing.
  public init(
    _ resolver: any DependencyResolver, show: @escaping @Sendable (String) -> Void
  ) throws {
    service = try resolver.resolve()
    screen = Screen("accounts", show: show)
  }

  /// Shows the accounts.
  ///
  /// - Parameter refreshes: Whether the bank is asked anew first.
  public func load(refreshes: Bool = false) async {
    await screen.load { [service] in
      if refreshes { try await service.refresh() }
      var list = List(lines: [])
      for account in try await service.fetchAccounts() {
        let balance = try await service.fetchBalance(accountID: account.id)
        list.lines.append("\(account.name) \(balance.amount.money)")
      }
      return list
    }
  }
}
