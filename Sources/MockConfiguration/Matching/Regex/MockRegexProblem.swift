internal import MockData

/// An error in a regular expression, with its position.
package struct MockRegexProblem: Error, Sendable, Equatable {
  /// The expression.
  ///
  /// Messages show the part of it around the error.
  package let pattern: String
  /// The character with the error, counted from 1; nil if the error concerns the whole expression.
  package let position: Int?
  package let reason: Reason

  /// The language of a pattern, which determines how a suggestion combines expressions.
  package enum Notation: Sendable {
    case json
    case lua
  }

  package enum Reason: Sendable, Equatable {
    // Features of other engines that aren't possible in linear time.
    case backreference(String)
    case lookahead(String, isNegative: Bool)
    case lookbehind(String, isNegative: Bool)
    case recursion(String)
    /// A feature that can be written in another way.
    case unsupported(String, instead: String)
    // Errors in the expression.
    case unclosedGroup
    case unopenedGroup
    case unclosed(String, with: String)
    case emptyClass
    case unknownGroup(String)
    case unknownEscape(String)
    case unknownCategory(String)
    case trailingBackslash
    case nothingToRepeat(String)
    case reversedBounds(Int, Int)
    case largeBound(String, limit: Int)
    case reversedRange(String)
    case rangeOfSets(String)
    case noScalar(String)
    case combinedCharacter(String)
    // Limits.
    case nestedTooDeep(limit: Int)
    case tooLarge(limit: Int)
    case tooLong(limit: Int)
  }
}

extension MockRegexProblem: CustomStringConvertible {
  /// The problem as `problem; suggestion`.
  package var description: String { description(in: .json) }

  /// Returns the problem as `problem; suggestion`, with the suggestion in one of the notations.
  package func description(in notation: Notation) -> String {
    "\(statement); \(suggestion(in: notation))"
  }

  /// The problem, without a suggestion.
  package var statement: String {
    let place = position.map { " at character \($0)" } ?? ""
    return "the regular expression `\(shownPattern)` is invalid\(place): \(reason.statement)"
  }

  /// Returns the suggestion in one of the notations.
  package func suggestion(in notation: Notation = .json) -> String {
    let suggestion = reason.suggestion(in: notation)
    guard suggestion.contains("\\") else { return suggestion }
    return switch notation {
    case .json: suggestion + "; double each backslash in JSON"
    case .lua: suggestion + "; long brackets keep backslashes: `is.regex [[^\\d+$]]`"
    }
  }

  /// The part of the expression around the error, in one line.
  private var shownPattern: String {
    // Look at only this part, however long the expression is.
    let start = max(0, (position ?? 1) - 31)
    return (start > 0 ? "..." : "") + pattern.dropFirst(start).escapedBeginning(limit: 60)
  }
}
