public import MockServices

#if canImport(Combine)
  @preconcurrency internal import Combine
#endif

/// A small working bank, which the live services use.
///
/// Here it runs in the app's process.
///
/// It has two customers: `ada`, and `grace`, who needs a second factor.
public actor Bank {
  struct User {
    var secret: String
    var phone: String?
    var failedAttempts = 0
    /// Whether the user can sign in with this device.
    var hasDevice = false
  }

  /// A code that was sent, but not used yet.
  struct SentCode {
    var code: String
    var attemptsLeft = 3
  }

  /// The status of the session.
  public nonisolated let session = CurrentValueSubject<SessionStatus, Never>(.signedOut)
  /// The latest message.
  nonisolated let incoming = CurrentValueSubject<Message?, Never>(nil)

  var users = ["ada": User(secret: "secret"), "grace": User(secret: "hopper", phone: "+1 *** 42")]
  var user: String?
  var access = AccessLevel.standard
  var sentCode: SentCode?

  var accounts = [Account(id: "current", name: "Current"), Account(id: "savings", name: "Savings")]
  var amounts = ["current": 125_000, "savings": 900_000]
  var transfers: [Transfer] = []
  var messages = [Message(id: "m1", text: "Welcome to the bank", isRead: false)]

  /// Makes the next code.
  let makeCode: @Sendable () -> String

  /// Creates a bank.
  ///
  /// - Parameter makeCode: Makes the codes to send; six random digits by default.
  public init(makeCode: @escaping @Sendable () -> String = Bank.randomCode) {
    self.makeCode = makeCode
  }

  /// A closure that returns six random digits.
  public static let randomCode: @Sendable () -> String = {
    (0..<6).map { _ in String(Int.random(in: 0...9)) }.joined()
  }
}
