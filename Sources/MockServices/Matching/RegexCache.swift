/// The regular expressions of all patterns, each compiled once.
///
/// A `Regex` prepares itself on its first use and is not `Sendable`, so each has a lock of its own.
enum RegexCache {
  private static let cache = Locked<[String: Locked<Regex<AnyRegexOutput>>]>([:])

  /// Whether a pattern matches anywhere in a text; one that does not compile matches nothing.
  static func matches(_ pattern: String, _ text: String) -> Bool {
    let regex = cache.withLock { cache -> Locked<Regex<AnyRegexOutput>>? in
      if let known = cache[pattern] { return known }
      guard let compiled = try? Regex(pattern) else { return nil }
      let box = Locked(compiled)
      cache[pattern] = box
      return box
    }
    return regex?.withLock { (try? $0.firstMatch(in: text)) ?? nil } != nil
  }
}
