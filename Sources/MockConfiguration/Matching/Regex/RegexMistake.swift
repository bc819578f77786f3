/// What is wrong in a regular expression, and at which of its characters, before it is worded.
package struct RegexMistake: Error, Equatable {
  package var reason: Reason
  /// The character, from 0; nil where the mistake is the expression as a whole.
  package var position: Int?

  init(_ reason: Reason, at position: Int? = nil) {
    self.reason = reason
    self.position = position
  }

  package enum Reason: Sendable, Equatable {
    // What other engines have, and what no engine can have that takes each character once.
    case backreference(String)
    case lookahead(String, isNegative: Bool)
    case lookbehind(String, isNegative: Bool)
    case atomicGroup
    case possessive(String, quantifier: String)
    case conditional
    case recursion(String)
    // What would have no meaning here.
    case unsupportedGroup(String)
    case unsupportedEscape(String)
    case unsupportedOption(String)
    case unsupportedProperty(String)
    // Mistakes of the writer.
    case unclosedGroup
    case unopenedGroup
    case unclosed(String, with: String)
    case emptyClass
    case unknownGroup(String)
    case unknownOption(String)
    case unknownEscape(String)
    case unknownProperty(String)
    case trailingBackslash
    case nothingToRepeat(String)
    case reversedBounds(Int, Int)
    case largeBound(String, limit: Int)
    case reversedRange(String)
    case rangeOfSets(String)
    case rangeOfClasses
    case noScalar(String)
    case noDigits(String)
    case groupName(String)
    case repeatedName(String)
    case combinedCharacter(String)
    // Limits.
    case nestedTooDeep(limit: Int)
    case tooLarge(limit: Int)
    case tooLong(limit: Int)
  }
}
