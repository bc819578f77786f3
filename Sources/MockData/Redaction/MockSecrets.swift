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
    get { known.withLock { $0.names } }
    set { known.withLock { $0 = SecretNames(newValue) } }
  }

  package static let variable = "MOCKLUA_SECRETS"

  package static var isOn: Bool { known.withLock { !$0.names.isEmpty } }

  package static func isSecret(_ name: String) -> Bool { known.withLock { $0.isSecret(name) } }

  /// Returns whether a name ends with one of the names, such as `fetchToken`, a method that returns a secret.
  package static func isSecret(endOf name: String) -> Bool {
    let words = SecretNames.words(of: name)
    return known.withLock { names in words.indices.contains { names.isName(words[$0...]) } }
  }

  static func names(of variable: String?) -> Set<String> {
    let added = names(in: variable ?? "")
    return added == ["off"] ? [] : names(in: standard).union(added)
  }

  private static func names(in list: String) -> Set<String> {
    let names = list.split(separator: ",").map { SecretNames.words(of: String($0)) }
    return Set(names.filter { !$0.isEmpty }.map { $0.joined(separator: " ") })
  }

  private static let standard = """
    password, passwd, passphrase, passcode, pwd, secret, credential, authorization, bearer, token, jwt,
    api key, access key, account key, app key, auth key, client key, consumer key, encryption key,
    functions key, license key, master key, private key, session key, shared key, signing key, ssh key,
    subscription key, amz signature, goog signature,
    cookie, session, session id, jsessionid, phpsessid, sid, csrf, xsrf,
    pin, otp, totp, one time code, verification code, recovery code, security code,
    card, credit card, cc number, cvv, cvc, iban, ssn, social security number
    """

  private static let known = Locked(
    SecretNames(names(of: getenv(variable).map { String(cString: $0) })), isLeaf: true)
}

/// Compares names with the names of secrets.
struct SecretNames: Sendable {
  let names: Set<String>
  /// The names without separators, because `passWord` and `password` mean the same.
  private let joined: Set<String>
  /// The names that also match the end of a longer word.
  private let endings: [String]
  private var results: [String: Bool] = [:]

  /// The maximum number of names for which the result is kept.
  private static let resultLimit = 4096
  /// Names that are secrets only without other words around them.
  private static let whole: Set<String> = ["auth", "pass", "pan", "sig"]
  /// The last words of names that describe a secret, such as `tokenType`, or that mean something else, such as
  /// `cookieBanner`.
  private static let descriptions = Set(
    """
    age alg algorithm at banner brand consent count date description duration enabled endpoint
    expiration expired expires expiry format hint in issuer kind label length limit name network
    outcome policy price remaining required sessions size status timeout title ttl type uri url
    usage version
    """.split { $0.isWhitespace }.map(String.init))
  /// The first words of names that count tokens.
  private static let amounts: Set<String> = [
    "cached", "completion", "input", "max", "min", "num", "output", "prompt", "reasoning",
    "remaining", "total", "used",
  ]

  init(_ names: Set<String>) {
    self.names = names
    joined = Set(names.map { Self.words(of: $0).joined() }).subtracting([""])
    endings = joined.filter { $0.utf8.count >= 5 && $0 != "session" }
  }

  mutating func isSecret(_ name: String) -> Bool {
    if let result = results[name] { return result }
    if results.count >= Self.resultLimit { results = [:] }
    let result = contains(in: Self.words(of: name))
    results[name] = result
    return result
  }

  func contains(in words: [String]) -> Bool {
    guard let first = words.first, let last = words.last, !names.isEmpty else { return false }
    if joined.contains(words.joined()) || words.count == 1 && Self.whole.contains(last) {
      return true
    }
    // The headers of rate limits count tokens, too.
    let isAmount = Self.amounts.contains(first) || words.joined().contains("ratelimit")
    if Self.descriptions.contains(last) || last == "tokens" && isAmount { return false }
    return words.indices.contains { start in
      endings.contains { words[start].hasSuffix($0) }
        // No name has more than six words.
        || (start..<min(start + 6, words.count)).contains { isName(words[start...$0]) }
    }
  }

  /// Returns whether a name describes a secret.
  static func isDescription(_ name: String) -> Bool {
    words(of: name).last.map(descriptions.contains) ?? false
  }

  /// Returns whether words are one of the names, or the plural of one.
  func isName(_ words: ArraySlice<String>) -> Bool {
    let text = words.joined()
    return joined.contains(text) || text.hasSuffix("s") && joined.contains(String(text.dropLast()))
  }

  /// Returns the lowercase words of a name: `X-Authorization`, `accessToken`, `card_number`, `userPIN`, `PINCode`,
  /// `otp2`.
  static func words(of name: String) -> [String] {
    var words = [""]
    let characters = Array(name)
    for (index, character) in characters.enumerated() {
      // In `accessToken`, `T` starts a word. In `PINCode`, the `C` does, because a lowercase letter follows.
      let startsWord =
        character.isUppercase && index > 0
        && (!characters[index - 1].isUppercase
          || index + 1 < characters.count && characters[index + 1].isLowercase)
      if startsWord || !character.isLetter { words.append("") }
      if character.isLetter { words[words.count - 1] += character.lowercased() }
    }
    return words.filter { !$0.isEmpty }
  }
}
