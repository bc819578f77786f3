internal import MockData

package struct MockRegexProblem: Error, Sendable, Equatable {
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
  /// The message, in the form `problem; suggestion`.
  package var description: String { description(in: .json) }

  package func description(in notation: Notation) -> String {
    "\(statement); \(suggestion(in: notation))"
  }

  package var statement: String {
    let place = position.map { " at character \($0)" } ?? ""
    return "the regular expression `\(shownPattern)` is invalid\(place): \(reason.statement)"
  }

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

extension MockRegexProblem.Reason {
  var statement: String {
    switch self {
    case .backreference(let text): "\(text.quoted) is a backreference, which is not supported"
    case .lookahead(let text, _): "\(text.quoted) is a lookahead, which is not supported"
    case .lookbehind(let text, _): "\(text.quoted) is a lookbehind, which is not supported"
    case .recursion(let text): "\(text.quoted) repeats a group's expression, which is not supported"
    case .unsupported(let text, _): "\(text.quoted) is not supported"
    case .unclosedGroup: "the group is not closed"
    case .unopenedGroup: "`)` has no matching `(`"
    case .unclosed(let text, let end): "\(text.quoted) is missing its `\(end)`"
    case .emptyClass: "the character class is empty"
    case .unknownGroup(let text): "\(text.quoted) doesn't begin a known group"
    case .unknownEscape(let text): "\(text.quoted) is an unknown escape"
    case .unknownCategory(let text): "unknown category \(text.quoted)"
    case .trailingBackslash: "nothing follows the backslash"
    case .nothingToRepeat(let text): "\(text.quoted) has nothing to repeat"
    case .reversedBounds(let low, let high): "\(low) is greater than \(high)"
    case .largeBound(let text, let limit): "\(text.quoted) repeats more than \(limit) times"
    case .reversedRange(let text): "the range \(text.quoted) is reversed"
    case .rangeOfSets(let text): "\(text.quoted) isn't a range between two Unicode scalars"
    case .noScalar(let text): "\(text.quoted) isn't a Unicode scalar"
    case .combinedCharacter(let text): "\(text.quoted) is a character with a combining mark"
    case .nestedTooDeep(let limit): "groups are nested more than \(limit) levels deep"
    case .tooLarge(let limit): "it needs more than \(limit) states"
    case .tooLong(let limit): "it is longer than \(limit) bytes"
    }
  }

  func suggestion(in notation: MockRegexProblem.Notation) -> String {
    switch self {
    case .backreference, .recursion: notation.function
    case .lookahead(_, let isNegative), .lookbehind(_, let isNegative):
      notation.twoConditions(isNegative)
    case .unsupported(_, let instead): "write \(instead)"
    case .unclosedGroup: "add `)`, or write `\\(` for the character"
    case .unopenedGroup: "remove the `)`, or write `\\)` for the character"
    case .unclosed("[", _): "add `]`, or write `\\[` for the character"
    case .unclosed(_, let end): "add `\(end)`"
    case .emptyClass: "write at least one character, or `\\]` for a bracket"
    case .unknownGroup:
      "write `(?:...)`, one of the options `i`, `m`, and `s`, or `\\(` for the character"
    case .unknownEscape(let text):
      "write `\(text.dropFirst().escaped(limit: 24))`, or `\\\\` if you mean a backslash"
    case .unknownCategory(let text):
      NearestName.nearest(to: String(text.prefix(40)), candidates: RegexCategory.names)
        .map { "did you mean `\($0)`?" }
        ?? "write a general category of Unicode, such as `L`, or ranges, such as `[α-ω]`"
    case .trailingBackslash: "write `\\\\` for a backslash"
    case .nothingToRepeat(let text):
      "write an expression before it, or `\\\(text.prefix(1))` for the character"
    case .reversedBounds(let low, let high): "write `{\(high),\(low)}`"
    case .largeBound(_, let limit): "write a number up to \(limit)"
    case .reversedRange: "write the lower bound first"
    case .rangeOfSets: "write one Unicode scalar on each side, or `\\-` for the character"
    case .noScalar:
      "write `\\x` and two hexadecimal digits, `\\u` and four, or `\\u{1F600}`"
    case .combinedCharacter: "write the mark as an escape, such as `\\u{301}`"
    case .nestedTooDeep: "use fewer levels"
    case .tooLarge: "use smaller repetition counts, or \(notation.split)"
    case .tooLong: notation.split
    }
  }
}

extension MockRegexProblem.Notation {
  fileprivate var function: String {
    self == .json
      ? "write a function with `$where`"
      : "write a function of the arguments: `when(function(args) return ... end, ...)`"
  }

  fileprivate func twoConditions(_ isNegative: Bool) -> String {
    let conditions =
      switch (self, isNegative) {
      case (.json, false): #"{"$and": [{"$regex": "..."}, {"$regex": "..."}]}"#
      case (.json, true): #"{"$regex": "...", "$not": {"$regex": "..."}}"#
      case (.lua, false): #"is.all_of(is.regex "...", is.regex "...")"#
      case (.lua, true): #"is.all_of(is.regex "...", is.anything_but(is.regex "..."))"#
      }
    return "write two conditions: `\(conditions)`"
  }

  fileprivate var split: String {
    let one =
      self == .json ? #"{"$or": [{"$regex": "..."}, ...]}"# : #"is.any_of(is.regex "...", ...)"#
    return "write several expressions: `\(one)`"
  }
}

extension StringProtocol {
  fileprivate var quoted: String { "`\(escaped(limit: 24))`" }
}
