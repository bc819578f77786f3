import MockServices

/// Checks that a regular expression supported by both engines matches exactly where Swift's engine does.
package enum RegexCheck {
  static func run(_ input: UnsafeRawBufferPointer) throws {
    let sample = RegexSample(input)
    if let difference = difference(sample.pattern, sample.text) { throw FuzzFinding(difference) }
  }

  /// Returns the difference between the engines for an expression and a string, or nil if they agree.
  package static func difference(_ pattern: String, _ text: String) -> String? {
    let own: LinearRegex
    do throws(MockRegexProblem) {
      own = try LinearRegex(pattern)
    } catch {
      // A combining mark changes the sign before it into another character, so rejecting the expression isn't wrong.
      if pattern.contains(where: isMarked) { return nil }
      return (try? Regex(pattern)).map { _ in
        "\(pattern.debugDescription) is refused, but not by Swift: \(error)"
      }
    }
    // Swift's default word boundaries follow Unicode Annex 29.
    guard let regex = try? Regex(pattern).wordBoundaryKind(.simple) else {
      return "\(pattern.debugDescription) is accepted, but not by Swift"
    }
    let isFound = own.isFound(in: text)
    let isFoundBySwift = ((try? regex.firstMatch(in: text)) ?? nil) != nil
    return isFound == isFoundBySwift || isMisreadBySwift(pattern)
      ? nil
      : "\(pattern.debugDescription) in \(text.debugDescription): \(isFound), Swift \(isFoundBySwift)"
  }

  /// Returns whether a pattern may have a class such as `[🇩\u{0}\u{FE0F}]`, in which Swift's engine doesn't find half of a
  /// flag: the class also contains a combining mark without a base.
  private static func isMisreadBySwift(_ pattern: String) -> Bool {
    let first = pattern.compactMap(\.unicodeScalars.first)
    return first.contains { $0.properties.isGraphemeExtend }
      && pattern.unicodeScalars.contains { (0x1F1E6...0x1F1FF).contains($0.value) }
  }

  private static func isMarked(_ character: Character) -> Bool {
    let scalars = character.unicodeScalars
    return scalars.count > 1 && character != "\r\n" && scalars.contains(where: \.isASCII)
  }
}
