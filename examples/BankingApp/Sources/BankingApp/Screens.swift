import BankingKit
import MockServices

/// All screens of the app.
@available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
@MainActor
final class Screens {
  private let signIn: SignInModel
  private let accounts: AccountsModel
  private let transfers: TransfersModel
  private let messages: MessagesModel
  private let settings: SettingsModel
  private var news: Task<Void, Never>?
  /// Repeats the last action.
  private var retry: @MainActor () async -> Void = {}

  init(_ resolver: any DependencyResolver, show: @escaping @Sendable (String) -> Void) throws {
    signIn = try SignInModel(resolver, show: show)
    accounts = try AccountsModel(resolver, show: show)
    transfers = try TransfersModel(resolver, show: show)
    messages = try MessagesModel(resolver, show: show)
    settings = try SettingsModel(resolver, show: show)
  }

  /// Performs a command, and returns false if the user quits.
  func perform(_ command: Command) async -> Bool {
    switch command {
    case .quit: return false
    case .retry: await retry()
    case .listen: news = messages.listen()
    case .signIn(let user, let secret): await use { await $0.signIn(user: user, secret: secret) }
    case .signInWithDevice: await use { await $0.signInWithDevice() }
    case .elevate(let flow): await use { await $0.elevate(flow) }
    case .code(let code): await use { await $0.submit(code: code) }
    case .verify: await use { await $0.verify() }
    case .signOut: await use { await $0.signOut() }
    case .settings, .enroll, .forgetDevice: await performSettings(command)
    case .messages, .read: await performMessages(command)
    default: await performMoney(command)
    }
    return true
  }

  /// Cancels the task that reads new messages.
  func close() { news?.cancel() }

  private func use(_ action: (SignInModel) async -> Void) async {
    retry = signIn.screen.retry
    await action(signIn)
  }

  private func performSettings(_ command: Command) async {
    retry = settings.screen.retry
    switch command {
    case .enroll: await settings.enroll()
    case .forgetDevice: await settings.forgetDevice()
    default: await settings.load()
    }
  }

  private func performMessages(_ command: Command) async {
    retry = messages.screen.retry
    if case .read(let id) = command {
      await messages.markRead(id)
    } else {
      await messages.load()
    }
  }

  private func performMoney(_ command: Command) async {
    retry = transfers.screen.retry
    switch command {
    case .quote(let from, let to, let amount):
      await transfers.quote(from: from, to: to, amount: amount)
    case .transfer(let from, let to, let amount):
      await transfers.transfer(from: from, to: to, amount: amount)
    case .cancel(let id): await transfers.cancel(id)
    case .history(let account): await transfers.history(of: account)
    default:
      retry = accounts.screen.retry
      await accounts.load(refreshes: command == .refresh)
    }
  }
}
