internal import MockData

/// How the mistakes in regular expressions are worded.
extension RegexMistake.Reason {
  /// What is wrong, without its place.
  var statement: String {
    switch self {
    case .backreference(let text): "\(text.quoted) refers back to a group, which is not supported"
    case .lookahead(let text, _): "\(text.quoted) looks ahead, which is not supported"
    case .lookbehind(let text, _): "\(text.quoted) looks behind, which is not supported"
    case .atomicGroup: "atomic groups are not supported"
    case .possessive(let text, _): "\(text.quoted) is possessive, which is not supported"
    case .conditional: "conditionals are not supported"
    case .recursion(let text): "\(text.quoted) repeats a group's expression, which is not supported"
    case .unsupportedGroup(let text): "what begins with \(text.quoted) is not supported"
    case .unsupportedEscape(let text): "\(text.quoted) is not supported"
    case .unsupportedOption(let text): "the option \(text.quoted) is not supported"
    case .unsupportedProperty(let text):
      "\(text.quoted) names a script or a block, which are not supported"
    case .unclosedGroup: "the group is not closed"
    case .unopenedGroup: "no group is open here"
    case .unclosed(let text, let end): "\(text.quoted) lacks its `\(end)`"
    case .emptyClass: "the class has no members"
    case .unknownGroup(let text): "\(text.quoted) begins no group that is known"
    case .unknownOption(let text): "unknown option \(text.quoted)"
    case .unknownEscape(let text): "\(text.quoted) has no meaning"
    case .unknownProperty(let text): "unknown property \(text.quoted)"
    case .trailingBackslash: "nothing follows the backslash"
    case .nothingToRepeat(let text): "\(text.quoted) has nothing to repeat"
    case .reversedBounds(let low, let high): "\(low) is greater than \(high)"
    case .largeBound(let text, let limit): "\(text.quoted) is more than \(limit) times"
    case .reversedRange(let text): "the range \(text.quoted) is reversed"
    case .rangeOfSets(let text): "\(text.quoted) is no range of single characters"
    case .rangeOfClasses: "a range cannot end with a class"
    case .noScalar(let text): "\(text.quoted) is no Unicode scalar"
    case .noDigits(let text): "\(text.quoted) is incomplete"
    case .groupName(let text): "\(text.quoted) is no name for a group"
    case .repeatedName(let text): "two groups have the name \(text.quoted)"
    case .combinedCharacter(let text): "\(text.quoted) is a sign with a combining mark on it"
    case .nestedTooDeep(let limit): "groups or classes are nested more than \(limit) deep"
    case .tooLarge(let limit): "it needs more than \(limit) states"
    case .tooLong(let limit): "it is longer than \(limit) bytes"
    }
  }

  // MARK: - What to write

  /// What to write instead.
  func suggestion(in notation: MockRegexProblem.Notation) -> String {
    switch self {
    case .backreference, .recursion: function(in: notation)
    case .lookahead(_, let isNegative): twoConditions(isNegative, in: notation)
    case .lookbehind(_, let isNegative):
      isNegative
        ? twoConditions(true, in: notation)
        : "write what comes before as a part of the expression: `ab` for `(?<=a)b`"
    case .atomicGroup: "write `(?:...)`: nothing is tried twice here"
    case .possessive(_, let quantifier): "write `\(quantifier)`: nothing is tried twice here"
    case .conditional: "write both cases with `|`"
    case .unsupportedGroup: "write `(?:...)`, or remove it"
    case .unsupportedEscape: "remove it"
    case .unsupportedOption, .unknownOption:
      "the options are `i`, `m`, `s`, `x`, `n`, `U`, `D`, `W`, `S` and `P`"
    case .unsupportedProperty: "write ranges, such as `[α-ω]`"
    case .unclosedGroup: "add `)`, or write `\\(` for the character"
    case .unopenedGroup: "remove the `)`, or write `\\)` for the character"
    case .unclosed("[", _): "add `]`, or write `\\[` for the character"
    case .unclosed(_, let end): "add `\(end)`"
    case .emptyClass: "write a member, or `\\]` where that is meant to be one"
    case .unknownGroup: "write `(?:...)`, or `\\(` for the character"
    case .unknownEscape(let text):
      "write `\(text.dropFirst().shown(limit: 24))`, or `\\\\` where a backslash is meant"
    case .unknownProperty(let text):
      NearestName.nearest(
        to: PropertyName.normal(String(text.prefix(40))), among: PropertyName.known
      )
      .map { "did you mean `\($0)`?" }
        ?? "write one of Unicode's properties or categories, such as `L`; scripts are none of them"
    case .trailingBackslash: "write `\\\\` for a backslash"
    case .nothingToRepeat(let text):
      "write what it repeats before it, or `\\\(String(text.prefix(1)))` for the character"
    case .reversedBounds(let low, let high): "write `{\(high),\(low)}`"
    case .largeBound(_, let limit): "write a number up to \(limit)"
    case .reversedRange: "write the lower bound first"
    case .rangeOfSets: "write `\\-` where a dash is meant"
    case .rangeOfClasses: "write `--` to take a class away"
    case .noScalar: "write a hexadecimal number up to 10FFFF that is no surrogate"
    case .noDigits(let text): example(of: text)
    case .groupName: "write letters, digits and `_`, and no digit first"
    case .repeatedName: "rename one of them, or write `(?:...)`"
    case .combinedCharacter: "write the mark by its number, such as `\\u{301}`"
    case .nestedTooDeep: "write it flatter"
    case .tooLarge: "repeat less often, or \(split(in: notation))"
    case .tooLong: split(in: notation)
    }
  }

  private func function(in notation: MockRegexProblem.Notation) -> String {
    switch notation {
    case .json: "write a function with `$where`"
    case .lua: "write a function of the arguments: `when(function(args) return ... end, ...)`"
    }
  }

  private func twoConditions(
    _ isNegative: Bool, in notation: MockRegexProblem.Notation
  ) -> String {
    let conditions =
      switch (notation, isNegative) {
      case (.json, false): #"{"$and": [{"$regex": "..."}, {"$regex": "..."}]}"#
      case (.json, true): #"{"$regex": "...", "$not": {"$regex": "..."}}"#
      case (.lua, false): #"is.both(is.regex "...", is.regex "...")"#
      case (.lua, true): #"is.both(is.regex "...", is.no(is.regex "..."))"#
      }
    return "write two conditions: `\(conditions)`"
  }

  private func split(in notation: MockRegexProblem.Notation) -> String {
    switch notation {
    case .json: #"write several expressions: `{"$or": [{"$regex": "..."}, ...]}`"#
    case .lua: #"write several expressions: `is.either(is.regex "...", ...)`"#
    }
  }

  private func example(of escape: String) -> String {
    switch escape.dropFirst().first {
    case "x": "write two hexadecimal digits: `\\x41`"
    case "u": "write four hexadecimal digits: `\\u0041`"
    case "U": "write eight hexadecimal digits: `\\U00000041`"
    case "o": "write octal digits in braces: `\\o{101}`"
    default: "write a letter: `\\cA`"
    }
  }
}

extension StringProtocol {
  /// A part of an expression as a message quotes it.
  fileprivate var quoted: String { "`\(shown(limit: 24))`" }
}
