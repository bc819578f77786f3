internal import MockData

/// What is wrong with a regular expression, and where in it.
package struct MockRegexProblem: Error, Sendable, Equatable {
  /// The expression; messages show the part of it around the mistake.
  package let pattern: String
  /// The character at which the mistake is, from 1; nil where it is the expression as a whole.
  package let position: Int?
  package let reason: Reason

  /// Where an expression is written, on which depends how others are combined with it.
  package enum Notation: Sendable {
    case json
    case lua
  }

  package enum Reason: Sendable, Equatable {
    // What other engines have, and what no engine can have that takes each character once.
    case backreference(String)
    case lookahead(String, isNegative: Bool)
    case lookbehind(String, isNegative: Bool)
    case recursion(String)
    /// What can be written in another way.
    case unsupported(String, instead: String)
    // Mistakes of the writer.
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
  /// The problem as `problem; what to write`.
  package var description: String { description(in: .json) }

  /// The problem as `problem; what to write`, with what to write in one of the notations.
  package func description(in notation: Notation) -> String {
    "\(statement); \(suggestion(in: notation))"
  }

  /// What is wrong, without a remedy.
  package var statement: String {
    let place = position.map { " at character \($0)" } ?? ""
    return "the regular expression `\(shownPattern)` is wrong\(place): \(reason.statement)"
  }

  /// What to write instead, in one of the notations.
  package func suggestion(in notation: Notation = .json) -> String {
    let suggestion = reason.suggestion(in: notation)
    guard suggestion.contains("\\") else { return suggestion }
    return switch notation {
    case .json: suggestion + "; JSON doubles each backslash"
    case .lua: suggestion + "; long brackets keep backslashes: `is.regex [[^\\d+$]]`"
    }
  }

  /// The expression as messages show it: the part around the mistake, in one line.
  private var shownPattern: String {
    // No more than this is looked at, however long the expression is.
    let start = max(0, (position ?? 1) - 31)
    return (start > 0 ? "..." : "") + pattern.dropFirst(start).escapedBeginning(limit: 60)
  }
}
