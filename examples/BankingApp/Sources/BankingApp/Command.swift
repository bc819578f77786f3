import BankingKit

/// A command from the user.
enum Command: Equatable {
  case signIn(user: String, secret: String)
  case signInWithDevice
  case elevate(ElevationFlow)
  case code(String)
  case verify
  case signOut
  case retry
  case accounts
  case refresh
  case quote(from: String, to: String, amount: Int)
  case transfer(from: String, to: String, amount: Int)
  case cancel(String)
  case history(String)
  case messages
  case read(String)
  case listen
  case settings
  case enroll
  case forgetDevice
  case quit

  /// All commands, with their arguments.
  static let usage = """
    sign-in USER SECRET, device-sign-in, elevate otp|device, otp CODE, verify, sign-out, retry, \
    accounts, refresh, quote FROM TO CENTS, transfer FROM TO CENTS, cancel ID, history ACCOUNT, \
    messages, read ID, listen, settings, enroll, forget-device, quit
    """

  /// Parses a line; nil if it isn't a command.
  init?(_ line: String) {
    let words = line.split(separator: " ").map(String.init)
    guard let command = words.first.flatMap({ Self.make($0, Array(words.dropFirst())) }) else {
      return nil
    }
    self = command
  }

  private static func make(_ name: String, _ words: [String]) -> Command? {
    switch (name, words.count) {
    case ("device-sign-in", 0): .signInWithDevice
    case ("verify", 0): .verify
    case ("sign-out", 0): .signOut
    case ("retry", 0): .retry
    case ("accounts", 0): .accounts
    case ("refresh", 0): .refresh
    case ("messages", 0): .messages
    case ("listen", 0): .listen
    case ("settings", 0): .settings
    case ("enroll", 0): .enroll
    case ("forget-device", 0): .forgetDevice
    case ("quit", 0): .quit
    case ("elevate", 1): ElevationFlow(rawValue: words[0]).map { .elevate($0) }
    case ("otp", 1): .code(words[0])
    case ("cancel", 1): .cancel(words[0])
    case ("history", 1): .history(words[0])
    case ("read", 1): .read(words[0])
    case ("sign-in", 2): .signIn(user: words[0], secret: words[1])
    case ("quote", 3): Int(words[2]).map { .quote(from: words[0], to: words[1], amount: $0) }
    case ("transfer", 3): Int(words[2]).map { .transfer(from: words[0], to: words[1], amount: $0) }
    default: nil
    }
  }
}
