package import MockConfiguration

/// Finds the parts of a string that match a regular expression.
///
/// `LinearRegex` only determines, in linear time, whether there is a match. To find where the match is, this type
/// searches prefixes and substrings.
package struct SecretPattern: Sendable {
  private let anywhere: LinearRegex
  private let whole: LinearRegex

  /// The maximum length of a match, in characters.
  ///
  /// A longer secret is only matched partly.
  private static let longest = 512

  package init(_ pattern: String) throws(MockRegexProblem) {
    anywhere = try LinearRegex(pattern)
    whole = try LinearRegex("^(?:\(pattern))$")
  }

  /// Returns the matches from left to right, the longest one at each position.
  package func matches(in text: String) -> [String] {
    var found: [String] = []
    var rest = Array(text)
    while !rest.isEmpty, anywhere.isFound(in: String(rest)) {
      // The shortest prefix with a match ends at the earliest possible end of the first match.
      var (low, high) = (0, rest.count)
      while low < high {
        let middle = (low + high) / 2
        if anywhere.isFound(in: String(rest[..<middle])) { high = middle } else { low = middle + 1 }
      }
      guard let range = longest(in: rest, endingFrom: low) else {
        rest = Array(rest.dropFirst(max(low, 1)))
        continue
      }
      found.append(String(rest[range]))
      rest = Array(rest[range.upperBound...])
    }
    return found
  }

  private func longest(in text: [Character], endingFrom end: Int) -> Range<Int>? {
    let first = max(0, end - Self.longest)
    guard let start = (first..<max(end, first)).first(where: { isWhole(text[$0..<end]) }) else {
      return nil
    }
    let last = min(text.count, start + Self.longest)
    let furthest = (end...max(end, last)).last { isWhole(text[start..<$0]) } ?? end
    return start..<furthest
  }

  private func isWhole(_ part: ArraySlice<Character>) -> Bool {
    !part.isEmpty && whole.isFound(in: String(part))
  }
}
