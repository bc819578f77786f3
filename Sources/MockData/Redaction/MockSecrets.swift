internal import CLibrary
internal import MockPlatform

/// Which values are kept out of messages, traces and the inspector: those under certain names.
///
/// A value under such a name, an argument, a member of an object or a key of the shared state, is shown as
/// `<redacted 1>`. Equal values of one scenario have the same number, and others another.
public enum MockSecrets {
  /// The names, in lower case; several words stand with spaces between them, such as `date of birth`.
  ///
  /// A name has such a word or not: `card` is in `card_number`, `cardNumber` and `X-Cards`, and not in `discard`. Case
  /// and what stands between words make no difference: `api key` is in `apiKey`, `API_KEY` and `x-apikey`. It begins as
  /// `password`, `passwd`, `passphrase`, `secret`, `token`, `api key`, `authorization`, `cookie`, `pin`, `otp`, `iban`
  /// and `card`, with what the environment variable `MOCKLUA_SECRETS` adds: names with commas between them, or `off`
  /// for none at all. With no names everything is shown.
  public static var names: Set<String> {
    get { storage.withLock { $0.names } }
    set { storage.withLock { $0 = Storage(newValue) } }
  }

  /// The environment variable.
  package static let variable = "MOCKLUA_SECRETS"

  /// Whether any names are there.
  package static var isOn: Bool { storage.withLock { !$0.names.isEmpty } }

  /// Whether a name has one of the words.
  package static func isSecret(_ name: String) -> Bool {
    storage.withLock { $0.isSecret(name) }
  }

  /// Whether a name ends in one of the words, as that of a method does which gives such a value.
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
    "password", "passwd", "passphrase", "secret", "token", "api key", "authorization", "cookie",
    "pin", "otp", "iban", "card",
  ]

  private struct Storage {
    var names: Set<String>
    let secrets: SecretNames
    private var known: [String: Bool] = [:]

    /// The most names of which the answer is kept.
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

/// Finds words in names.
struct SecretNames: Sendable {
  /// The names without what stands between their words, which people write in one as in several: `passWord`.
  private let names: Set<String>
  /// The characters of the longest name, and of its plural.
  private let longest: Int

  init(_ names: Set<String>) {
    self.names = Set(names.map { Self.words(of: $0).joined() }.filter { !$0.isEmpty })
    longest = (self.names.map(\.count).max() ?? -1) + 1
  }

  func contains(in words: [String]) -> Bool {
    words.indices.contains { start in
      var text = ""
      for word in words[start...] {
        text += word
        if text.count > longest { return false }
        if isName(text) { return true }
      }
      return false
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

  /// Whether a text is a name, or its plural.
  private func isName(_ text: String) -> Bool {
    names.contains(text) || text.hasSuffix("s") && names.contains(String(text.dropLast()))
  }

  /// The words of a name in lower case: `X-Authorization`, `accessToken`, `card_number`, `userPIN`, `PINCode`, `otp2`.
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
        // `accessToken` begins a word at `T`, and `PINCode` at the `C`, which a small letter follows.
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
