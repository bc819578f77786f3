import BankingKit
import MockServices
import Testing

@Suite("The simulated bank used by the real services") @MainActor struct BankTests {
  private let lines = Lines()
  private let container = DependencyContainer()

  init() {
    let infrastructure = DependencyContainer()
    infrastructure.register(for: Bank.self) { _ in Bank(makeCode: { "271828" }) }
    container.registerDependencies(with: infrastructure)
  }

  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  private func signIn() async throws -> SignInModel {
    let model = try SignInModel(container, show: lines.show)
    await model.signIn(user: "ada", secret: "secret")
    await model.verify()
    return model
  }

  @Test("Three wrong passwords lock the user out, even with the right password")
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  func lockout() async throws {
    let model = try SignInModel(container, show: lines.show)
    for _ in 0..<3 { await model.signIn(user: "ada", secret: "x") }
    await model.signIn(user: "ada", secret: "secret")
    #expect(model.screen.state == .failed(BankError("locked", "Too many wrong passwords.")))
    await model.signIn(user: "eve", secret: "x")
    #expect(
      model.screen.state
        == .failed(BankError("invalidInput", "The name or the password is wrong.")))
  }

  @Test("Three wrong attempts invalidate the code")
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  func codes() async throws {
    let model = try await signIn()
    await model.submit(code: "271828")
    #expect(model.screen.state == .failed(BankError("noChallenge", "Ask for a code first.")))
    await model.elevate(.otp)
    await model.submit(code: "1")
    await model.submit(code: "1")
    #expect(
      model.screen.state == .failed(BankError("badCode", "Wrong code, attempts left: 1.")))
    await model.submit(code: "1")
    #expect(model.screen.state == .failed(BankError("locked", "Too many wrong codes.")))
    await model.submit(code: "271828")
    #expect(model.screen.state == .failed(BankError("noChallenge", "Ask for a code first.")))
  }

  @Test("An enrolled device signs in and verifies until it is forgotten")
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  func device() async throws {
    let model = try await signIn()
    let settings = try SettingsModel(container, show: lines.show)
    await model.elevate(.device)
    let refusal = ScreenState<SignInStep>.failed(
      BankError("deviceNotEnrolled", "This device does not belong to anybody."))
    #expect(model.screen.state == refusal)
    await settings.enroll()
    #expect(
      lines.all.last
        == "settings: session established, verification possible, device enrolled")
    await model.signOut()
    await model.signInWithDevice()
    #expect(model.screen.state == .loaded(.signedIn))
    await model.elevate(.device)
    #expect(model.screen.state == .loaded(.established))
    await settings.forgetDevice()
    #expect(
      lines.all.last
        == "settings: session established, verification possible, device not enrolled")
    await model.signInWithDevice()
    #expect(model.screen.state == refusal)
  }

  @Test("Large transfers need elevated access and can't exceed the balance")
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  func transfers() async throws {
    let model = try await signIn()
    let transfers = try TransfersModel(container, show: lines.show)
    await transfers.transfer(from: "savings", to: "current", amount: 100_001)
    #expect(
      transfers.screen.state
        == .failed(BankError("elevationRequired", "Confirm who you are for this amount.")))
    await model.elevate(.otp)
    await model.submit(code: "271828")
    await transfers.screen.retry()
    #expect(
      transfers.screen.state
        == .loaded(
          .ordered(
            Transfer(
              id: "t1", from: "savings", to: "current", amount: 100_001, state: .pending))))
    await transfers.transfer(from: "current", to: "savings", amount: 125_000)
    #expect(
      transfers.screen.state
        == .failed(BankError("insufficientFunds", "There is not enough on the account.")))
    await transfers.transfer(from: "current", to: "moon", amount: 1)
    #expect(
      transfers.screen.state
        == .failed(BankError("unknownAccount", "There is no account `moon`.")))
    await transfers.quote(from: "current", to: "savings", amount: 0)
    #expect(
      transfers.screen.state == .failed(BankError("invalidAmount", "Transfer more than nothing.")))
  }

  @Test("Forgetting the device revokes its trust")
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  func forgettingTrust() async throws {
    let model = try await signIn()
    let settings = try SettingsModel(container, show: lines.show)
    let transfers = try TransfersModel(container, show: lines.show)
    await settings.enroll()
    await model.elevate(.device)
    await transfers.transfer(from: "savings", to: "current", amount: 100_001)
    guard case .loaded(.ordered) = transfers.screen.state else {
      Issue.record("the device is not trusted: \(transfers.screen.state)")
      return
    }
    await settings.forgetDevice()
    await transfers.transfer(from: "savings", to: "current", amount: 100_001)
    #expect(
      transfers.screen.state
        == .failed(BankError("elevationRequired", "Confirm who you are for this amount.")))
  }

  @Test("A pending transfer can be cancelled and its fee refunded, but a completed one can't")
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  func cancelling() async throws {
    _ = try await signIn()
    let transfers = try TransfersModel(container, show: lines.show)
    let accounts = try AccountsModel(container, show: lines.show)
    await transfers.transfer(from: "current", to: "savings", amount: 2000)
    await transfers.cancel("t1")
    #expect(transfers.screen.state == .loaded(.cancelled("t1")))
    await accounts.load(refreshes: true)
    #expect(lines.all.last == "accounts: Current 1250.00, Savings 9000.00")
    await transfers.cancel("t1")
    #expect(
      transfers.screen.state
        == .failed(BankError("notPending", "The transfer cannot be taken back.")))
  }

  @Test("Each transfer sends a message to subscribers and to the inbox")
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  func messages() async throws {
    _ = try await signIn()
    let service = try { try container.resolve((any QuinaryServiceProtocol).self) }()
    var updates = service.updates().makeAsyncIterator()
    let transfers = try TransfersModel(container, show: lines.show)
    await transfers.transfer(from: "current", to: "savings", amount: 1205)
    #expect(try await updates.next()?.text == "You sent 12.05 to savings")
    let messages = try MessagesModel(container, show: lines.show)
    await messages.markRead("m7")
    #expect(
      messages.screen.state == .failed(BankError("unknownMessage", "There is no message `m7`.")))
    await messages.markRead("m2")
    #expect(lines.all.last?.hasPrefix("messages: 1 unread, m2 You sent 12.05 to savings") == true)
  }

  @Test("Codes are six digits")
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  func code() {
    let code = Bank.randomCode()
    #expect(code.count == 6)
    #expect(code.allSatisfy { $0.isNumber })
  }
}
