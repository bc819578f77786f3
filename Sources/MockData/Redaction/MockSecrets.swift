internal import MockPlatform

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Which values are kept out of messages, traces and the inspector: those under certain names.
///
/// A value under such a name, an argument, a member of an object or a key of the shared state, is shown as
/// `<redacted 1>`. Equal values of one scenario have the same number, and others another.
public enum MockSecrets {
  /// The names, in lower case; several words stand with spaces between them, such as `date of birth`.
  ///
  /// A name has such a word or not: `card` is in `card_number`, `cardNumber` and `X-Cards`, and not in `discard`. It
  /// begins as `password`, `secret`, `token`, `authorization`, `cookie`, `pin`, `otp`, `iban` and `card`, with what
  /// the environment variable `MOCKLUA_SECRETS` adds: names with commas between them, or `off` for none at all. With
  /// no names everything is shown.
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
    "password", "secret", "token", "authorization", "cookie", "pin", "otp", "iban", "card",
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
  private let names: [[String]]

  init(_ names: Set<String>) {
    self.names = names.map { Self.words(of: $0) }.filter { !$0.isEmpty }
  }

  func contains(in words: [String]) -> Bool {
    names.contains { name in
      guard words.count >= name.count else { return false }
      return (0...(words.count - name.count)).contains { start in
        Self.isSame(name, words[start..<(start + name.count)])
      }
    }
  }

  func contains(atEndOf words: [String]) -> Bool {
    names.contains { Self.isSame($0, words.suffix($0.count)) }
  }

  /// Whether the words are those of a name; the last one may be a plural.
  private static func isSame(_ name: [String], _ words: ArraySlice<String>) -> Bool {
    guard name.count == words.count, let last = name.last else { return false }
    return name.dropLast().elementsEqual(words.dropLast())
      && (words.last == last || words.last == last + "s")
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
