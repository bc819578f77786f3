import MockServices

/// What holds for any regular expression that both engines have: it is found where Swift's engine finds it.
package enum RegexCheck {
  static func run(_ input: UnsafeRawBufferPointer) throws {
    let sample = RegexSample(input)
    if let difference = difference(sample.pattern, sample.text) { throw FuzzFinding(difference) }
  }

  /// What differs for an expression and a text; nil where nothing does.
  package static func difference(_ pattern: String, _ text: String) -> String? {
    let own: LinearRegex
    do throws(MockRegexProblem) {
      own = try LinearRegex(pattern)
    } catch {
      // A sign with a mark on it is another one: what follows is then refused, which is no wrong answer.
      if pattern.contains(where: isMarked) { return nil }
      return (try? Regex(pattern)).map { _ in
        "\(pattern.debugDescription) is refused, but not by Swift: \(error)"
      }
    }
    // Swift's own boundaries are those of Unicode's annex 29.
    guard let regex = try? Regex(pattern).wordBoundaryKind(.simple) else {
      return "\(pattern.debugDescription) is accepted, but not by Swift"
    }
    let isFound = own.isFound(in: text)
    let isFoundBySwift = ((try? regex.firstMatch(in: text)) ?? nil) != nil
    return isFound == isFoundBySwift
      ? nil
      : "\(pattern.debugDescription) in \(text.debugDescription): \(isFound), Swift \(isFoundBySwift)"
  }

  private static func isMarked(_ character: Character) -> Bool {
    let scalars = character.unicodeScalars
    return scalars.count > 1 && character != "\r\n" && scalars.contains(where: \.isASCII)
  }
}
