internal import CLibrary
internal import MockPlatform

/// The names of secrets, whose values don't appear in messages, traces, recordings, or pages.
///
/// If an argument, a member of an object, or a key of the shared state has such a name, its value is shown as
/// `<redacted 1>`. In one scenario, equal values have the same number, and different values have different numbers.
public enum MockSecrets {
  /// The names, in lowercase and with spaces between words, such as `date of birth`.
  ///
  /// Case and separators make no difference: `api key` matches `apiKey`, `API_KEY`, and `x-apikey`. A name can have
  /// more words around it: `card` matches `card_number` and `X-Cards`, but not `discard`. A name with at least five
  /// letters also matches the end of a longer word, as `token` does in `csrftoken`. A name that describes a secret
  /// without containing it doesn't match, such as `tokenType`, `cookiePolicy`, or `max_tokens`.
  ///
  /// The default names cover passwords, tokens, keys, sessions, cookies, one-time codes, and payment data. The
  /// environment variable `MOCKLUA_SECRETS` adds more, separated by commas. `MOCKLUA_SECRETS=off` removes all names, so
  /// that nothing is redacted.
  public static var names: Set<String> {
    get { storage.withLock { $0.names } }
    set { storage.withLock { $0 = Storage(newValue) } }
  }

  /// The environment variable.
  package static let variable = "MOCKLUA_SECRETS"

  /// Whether there are any names.
  package static var isOn: Bool { storage.withLock { !$0.names.isEmpty } }

  /// Returns whether a value with a name is a secret.
  package static func isSecret(_ name: String) -> Bool {
    storage.withLock { $0.isSecret(name) }
  }

  /// Returns whether a name ends with one of the names, as the name of a method that returns a secret does.
  package static func isSecret(endOf name: String) -> Bool {
    let words = SecretNames.words(of: name)
    return storage.withLock { $0.secrets.contains(atEndOf: words) }
  }

  static func names(of variable: String?) -> Set<String> {
    guard let variable else { return standard }
    let added = variable.split(separator: ",").map { SecretNames.words(of: String($0)) }
    if added == [["off"]] { return [] }
    return standard.union(added.filter { !$0.isEmpty }.map { $0.joined(separator: " ") })
  }

  private static let standard: Set<String> = [
    "password", "passwd", "passphrase", "passcode", "pwd", "secret", "credential", "authorization",
    "bearer",
    "token", "jwt", "api key", "access key", "account key", "app key", "auth key", "client key",
    "consumer key",
    "encryption key", "functions key", "license key", "master key", "private key", "session key",
    "shared key",
    "signing key", "ssh key", "subscription key", "amz signature", "goog signature",
    "cookie", "session", "session id", "jsessionid", "phpsessid", "sid", "csrf", "xsrf",
    "pin", "otp", "totp", "one time code", "verification code", "recovery code", "security code",
    "card", "credit card", "cc number", "cvv", "cvc", "iban", "ssn", "social security number",
  ]

  private struct Storage {
    var names: Set<String>
    let secrets: SecretNames
    private var known: [String: Bool] = [:]

    /// The maximum number of names for which the result is cached.
    private static let limit = 4096

    init(_ names: Set<String>) {
      self.names = names
      secrets = SecretNames(names)
    }

    mutating func isSecret(_ name: String) -> Bool {
      if names.isEmpty { return false }
      if let answer = known[name] { return answer }
      let answer = secrets.contains(in: SecretNames.words(of: name))
      if known.count >= Self.limit { known = [:] }
      known[name] = answer
      return answer
    }
  }

  private static let storage = Locked(
    Storage(names(of: getenv(variable).map { String(cString: $0) })), isLeaf: true)
}

/// Compares names with the names of secrets.
struct SecretNames: Sendable {
  /// The names without separators, because `passWord` and `password` mean the same.
  private let names: Set<String>
  /// The names that also match the end of a longer word.
  private let endings: [String]
  /// The number of characters in the longest name, including the plural ending.
  private let longest: Int

  /// Names that are secrets only without other words around them.
  private static let whole: Set<String> = ["auth", "pass", "pan", "sig"]
  /// The last words of names that describe a secret, or that list other things.
  private static let descriptions: Set<String> = [
    "age", "alg", "algorithm", "banner", "brand", "consent", "count", "date", "description",
    "duration", "enabled",
    "endpoint", "expiration", "expired", "expires", "expiry", "format", "hint", "in", "at",
    "issuer", "kind", "label",
    "length", "limit", "name", "network", "policy", "price", "required", "sessions", "size",
    "status",
    "timeout", "title", "ttl",
    "type", "uri", "url", "usage", "version",
  ]
  /// The first words of names that count tokens.
  private static let amounts: Set<String> = [
    "cached", "completion", "input", "max", "min", "num", "output", "prompt", "reasoning",
    "remaining", "total", "used",
  ]

  init(_ names: Set<String>) {
    self.names = Set(names.map { Self.words(of: $0).joined() }.filter { !$0.isEmpty })
    endings = self.names.filter { $0.count >= 5 && $0 != "session" }
    longest = (self.names.map(\.count).max() ?? -1) + 1
  }

  func contains(in words: [String]) -> Bool {
    guard let first = words.first, let last = words.last, !names.isEmpty else { return false }
    if words.count == 1, Self.whole.contains(last) { return true }
    if isName(words.joined()), last != "sessions" { return true }
    if Self.descriptions.contains(last) || last == "tokens" && Self.amounts.contains(first) {
      return false
    }
    return words.indices.contains { start in
      var text = ""
      for word in words[start...] {
        text += word
        if text.count > longest { return endings.contains { words[start].hasSuffix($0) } }
        if isName(text) { return true }
      }
      return endings.contains { words[start].hasSuffix($0) }
    }
  }

  func contains(atEndOf words: [String]) -> Bool {
    var text = ""
    for word in words.reversed() {
      text = word + text
      if text.count > longest { return false }
      if isName(text) { return true }
    }
    return false
  }

  /// Returns whether a string is one of the names or its plural.
  private func isName(_ text: String) -> Bool {
    names.contains(text) || text.hasSuffix("s") && names.contains(String(text.dropLast()))
  }

  /// Returns the lowercase words of a name: `X-Authorization`, `accessToken`, `card_number`, `userPIN`, `PINCode`,
  /// `otp2`.
  static func words(of name: String) -> [String] {
    var words: [String] = []
    var word = ""
    let characters = Array(name)
    for (index, character) in characters.enumerated() {
      guard character.isLetter else {
        if !word.isEmpty { words.append(word) }
        word = ""
        continue
      }
      if character.isUppercase, !word.isEmpty {
        // In `accessToken`, `T` starts a word. In `PINCode`, the `C` does, because a lowercase letter follows.
        let follows = index + 1 < characters.count && characters[index + 1].isLowercase
        if !characters[index - 1].isUppercase || follows {
          words.append(word)
          word = ""
        }
      }
      word += character.lowercased()
    }
    if !word.isEmpty { words.append(word) }
    return words
  }
}
