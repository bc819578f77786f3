import Foundation
import MockServices
import Testing

/// Every mock that `@Mocked` wrote is asked for every requirement.
@Suite("Mocks by @Mocked answer from a script")
struct AnswerTests {
  @Test("Authentication: values, typed errors, the app's own errors, inheritance")
  func authentication() async throws {
    let stage = try Stage(
      """
      shared { user = "Ada" }
      service "AuthenticationService" :bind { currentUser = "user" } {
        signIn = function(args) return { user = args.user, token = args.password } end,
        refresh = function(args) return args.session end,
        signOut = reply() :set { user = null },
      }
      service "PasswordService" {
        change = fail("locked"), strength = fail("other"), attempts = stream { 1, 2 } :fails("wrongPassword"),
      }
      service "BiometricService" {
        authenticate = { reply(true), fail("locked") }, enroll = reply(), isAvailable = reply(true),
      }
      service "AdministrationService" {
        remove = fail("denied"), signIn = reply { user = "root", token = "t" },
      }
      """)
    let login = MockAuthenticationService(sequencer: stage["AuthenticationService"])
    #expect(login.currentUser == "Ada")
    let session = try await login.signIn(user: "Ada", password: "pw")
    #expect(session == Session(user: "Ada", token: "pw"))
    #expect(try await login.refresh(session) == session)
    #expect(
      stage.arguments(of: "AuthenticationService.refresh")
        == ["session": ["user": "Ada", "token": "pw"]])
    await login.signOut()
    #expect(login.currentUser == nil)

    let password = MockPasswordService(sequencer: stage["PasswordService"])
    await #expect(throws: LoginError.locked) { try await password.change(from: "a", to: "b") }
    let error = await #expect(throws: MockServiceError.self) {
      try await password.strength(of: "a")
    }
    #expect(error?.code == "other")
    let seen = Notes()
    await #expect(throws: LoginError.wrongPassword) {
      for try await value in password.attempts() { seen.add("\(value)") }
    }
    #expect(seen.lines == ["1", "2"])

    let biometric = MockBiometricService(sequencer: stage["BiometricService"])
    #expect(try await biometric.authenticate(reason: "pay"))
    await #expect(throws: LoginError.locked) { try await biometric.authenticate(reason: "pay") }
    try await biometric.enroll()
    #expect(await biometric.isAvailable)

    let administration = MockAdministrationService(sequencer: stage["AdministrationService"])
    #expect(try await administration.signIn(user: "a", password: "b").user == "root")
    await #expect(throws: MockServiceError(code: "denied", message: "denied")) {
      try await administration.remove(user: "Ada")
    }
    #expect(administration.currentUser == nil)
  }

  @Test("A main-actor mock and an actor mock")
  @MainActor
  func isolated() async throws {
    let stage = try Stage(
      """
      service "LoginViewService" { signIn = function(args)
        return { user = args.argument1, token = args.argument2 } end }
      service "TokenStore" { token = { reply "t", reply(null) }, store = reply() }
      """)
    let view = MockLoginViewService(sequencer: stage["LoginViewService"])
    #expect(try await view.signIn("a", "b") == Session(user: "a", token: "b"))
    #expect(view.title.isEmpty)
    view.title = "Welcome"
    #expect(view.title == "Welcome")
    let store = MockTokenStore(sequencer: stage["TokenStore"])
    #expect(await store.token(for: "a") == "t")
    #expect(await store.token(for: "a") == nil)
    try await store.store(token: "t", in: "a")
    #expect(stage.arguments(of: "TokenStore.store") == ["token": "t", "account": "a"])
    #expect(await store.count == 0)
  }

  @Test("Payments: keys of structs, typed properties, tuples as arguments")
  func payments() async throws {
    let stage = try Stage(
      """
      shared { balance = 500 }
      service "PaymentService" {
        pay = { reply(1), fail("payment.declined", "No", { review = true }), fail("timeout") },
        refund = fail("payment.late"), watch = stream { 1 } :fails("payment.lost"),
      }
      service "WalletService" :bind "balance" {
        currency = reply "EUR", top = function(args) state.balance = state.balance + args.up
          return state.balance end,
        methods = reply { { card = { number = "1" } }, enum_case("cash") },
      }
      service "SubscriptionService" {
        isPremium = reply(true), daysLeft = { reply(365), fail("expired") }, purchase = reply(true),
        restore = reply { a = { id = "r", cents = 1 } },
      }
      service "InvoiceService" { invoice = reply "I-1", send = reply() }
      service "ExchangeRateService" {
        rate = { when({ from = "EUR", to = "USD" }, reply(1.5)) }, rates = reply { USD = 1.5 },
        history = reply(array { 1, 2.5 }),
      }
      """)
    let payment = MockPaymentService(sequencer: stage["PaymentService"])
    #expect(try await payment.pay(5, with: "card") == 1)
    let declined = await #expect(throws: PaymentError.self) {
      try await payment.pay(5, with: "card")
    }
    #expect(declined?.code == "payment.declined" && declined?.needsReview == true)
    await #expect(throws: MockServiceError(code: "timeout", message: "timeout")) {
      try await payment.pay(5, with: "card")
    }
    await #expect(throws: PaymentError.self) { try await payment.refund(receipt: "r") }
    await #expect(throws: PaymentError.self) {
      try await payment.watch(receipt: "r").collected()
    }
    let wallet = MockWalletService(sequencer: stage["WalletService"])
    #expect(wallet.balance == 500)
    #expect(await wallet.top(up: 20) == 520)
    #expect(wallet.balance == 520)
    #expect(wallet.limit == nil)
    wallet.limit = 7
    #expect(wallet.limit == 7)
    #expect(try await wallet.currency == "EUR")
    #expect(try await wallet.methods() == [.card(number: "1"), .cash])
    let subscription = MockSubscriptionService(sequencer: stage["SubscriptionService"])
    #expect(await subscription.isPremium)
    #expect(try await subscription.daysLeft == 365)
    await #expect(throws: MockServiceError(code: "expired", message: "expired")) {
      try await subscription.daysLeft
    }
    try await subscription.purchase(product: "p", count: 1)
    #expect(try await subscription.restore() == ["a": Receipt(id: "r", cents: 1)])
    let invoices = MockInvoiceService(sequencer: stage["InvoiceService"])
    #expect(try await invoices.invoice(number: 1, in: 2026) == "I-1")
    await invoices.send("I-1", to: nil)
    #expect(stage.arguments(of: "InvoiceService.invoice") == ["number": 1, "year": 2026])
    #expect(stage.arguments(of: "InvoiceService.send") == ["invoice": "I-1"])
    let rates = MockExchangeRateService(sequencer: stage["ExchangeRateService"])
    #expect(try await rates.rate(from: "EUR", to: "USD") == 1.5)
    #expect(try await rates.rates(of: "EUR") == ["USD": 1.5])
    #expect(try await rates.history(("EUR", "USD"), days: 2) == [1, 2.5])
    #expect(
      stage.arguments(of: "ExchangeRateService.history")
        == ["pair": ["EUR", "USD"], "days": 2])
  }

  @Test("Storage: overloads, associated types, generic methods, arguments that are no data")
  func storage() async throws {
    let stage = try Stage(
      """
      local note = { id = 1, text = "n" }
      service "NoteStore" {
        ["load(_:)"] = reply(note), ["load(_:limit:)"] = reply(array { note }),
        ["load(tagged: String)"] = reply(array {}), ["load(tagged: Int)"] = reply(array { note, note }),
      }
      service "Repository" {
        item = reply(note), items = reply(array { note }), find = reply(null), insert = fail("full"),
      }
      service "KeyValueStore" { value = { reply(5), reply "x" }, optional = { reply(null), reply(1) },
        set = reply() }
      service "DraftStore" {
        ["save(_:counter:)"] = reply(), ["save(consumed:repeat:for:)"] = reply(3),
        each = reply(array { note }), all = reply { a = array { note } },
      }
      """)
    let note = Note(id: 1, text: "n")
    let notes = MockNoteStore(sequencer: stage["NoteStore"])
    #expect(try await notes.load(1) == note)
    #expect(try await notes.load(1, limit: 2) == [note])
    #expect(try await notes.load(tagged: "t").isEmpty)
    #expect(try await notes.load(tagged: 1) == [note, note])
    let repository = MockRepository<Note>(sequencer: stage["Repository"])
    #expect(try await repository.item(1) == note)
    #expect(try await repository.items() == [note])
    #expect(try await repository.find("x") == nil)
    await #expect(throws: MockServiceError.self) { try await repository.insert(note) }
    #expect(
      stage.arguments(of: "Repository.insert") == ["item": ["id": 1, "text": "n"]])
    let store = MockKeyValueStore(sequencer: stage["KeyValueStore"])
    #expect(try await store.value(for: "a", as: Int.self) == 5)
    #expect(try await store.value(for: "a", as: String.self) == "x")
    #expect(try await store.optional(for: "a") == Int?.none)
    #expect(try await store.optional(for: "a") == 1)
    try await store.set([1], for: "b")
    #expect(stage.arguments(of: "KeyValueStore.set") == ["value": [1], "key": "b"])
    let drafts = MockDraftStore(sequencer: stage["DraftStore"])
    var count = 1
    try await drafts.save(Draft(text: "d"), counter: &count)
    #expect(try await drafts.save(consumed: Draft(text: "d"), repeat: true, for: 9) == 3)
    #expect(
      stage.arguments(of: "DraftStore.save(consumed:repeat:for:)")?.member("for") == 9)
    #expect(try await drafts.each({ _ in }, then: {}) == [note])
    #expect(stage.arguments(of: "DraftStore.each") == [:])
    #expect(try await drafts.all(1, 2) == ["a": [note]])
    #expect(stage.arguments(of: "DraftStore.all") == ["ids": [1, 2]])
  }
}

extension AnyCodableValue {
  func member(_ name: String) -> AnyCodableValue? {
    if case .dictionary(let members) = self { members[name] } else { nil }
  }
}
