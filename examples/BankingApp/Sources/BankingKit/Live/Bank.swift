public import MockServices

#if canImport(Combine)
  @preconcurrency internal import Combine
#endif

/// A small bank that works: what the services of production talk to, here in the app's own process.
///
/// Two people bank here: `ada`, and `grace`, who needs a second factor.
public actor Bank {
  struct User {
    var secret: String
    var phone: String?
    var failedAttempts = 0
    /// Whether this device may sign in for the user.
    var hasDevice = false
  }

  /// A code that was sent and not used yet.
  struct SentCode {
    var code: String
    var attemptsLeft = 3
  }

  /// How far the session has got.
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

  /// What the next sent code is.
  let makeCode: @Sendable () -> String

  /// Opens the bank.
  ///
  /// - Parameter makeCode: Makes the codes that are sent; six random digits by default.
  public init(makeCode: @escaping @Sendable () -> String = Bank.randomCode) {
    self.makeCode = makeCode
  }

  /// Six random digits.
  public static let randomCode: @Sendable () -> String = {
    (0..<6).map { _ in String(Int.random(in: 0...9)) }.joined()
  }
}
