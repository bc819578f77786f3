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
      switch error.reason {
      // A mark on a bracket leaves a class open, and the next one then lies within it.
      case .unsupported: return nil
      // A bound with a mark on it ends the process in Swift's engine.
      case .rangeOfSets: return nil
      default: break
      }
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
}
