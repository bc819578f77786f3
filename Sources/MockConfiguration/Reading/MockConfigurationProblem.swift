package import MockData

/// A problem with a configuration, as facts without their place.
package enum MockConfigurationProblem: Error, Sendable, Equatable {
  /// The text is not JSON.
  case invalidJSON(JSONParseError.Problem)
  /// A value has the wrong kind.
  ///
  /// `expected` is the right kind, with an article.
  case wrongKind(expected: String, found: AnyCodableValue.Kind)
  /// An object lacks a required key.
  case missingKey(String)
  /// An object has an unknown key.
  case unknownKey(String, known: [String])
  /// A name isn't one of the allowed names.
  ///
  /// `of` is the kind of name.
  case unknownName(String, of: String, known: [String])
  /// A number is negative, not whole, or out of range.
  case invalidNumber(found: String, expected: String)
  /// A range has a `min` above its `max`, or a median above its maximum.
  case reversedRange(low: String, high: String)
  /// `responses` is empty.
  case noResponses
  /// The chances of responses for the same calls add up to more than 1.
  case chancesAboveOne(Double)
  /// Some calls get no response, because all responses have chances, which add up to less than 1.
  case chancesBelowOne(Double)
  /// A response lacks a field that its result requires.
  case missingField(String, result: String)
  /// A response has a field that belongs to another result.
  case misplacedField(String, result: String, belongsTo: [String])
  /// A response has an error both as an object and in the flat form.
  case errorGivenTwice
  /// A binding or an update uses shared state that isn't declared.
  case undeclaredSharedKey(String, declared: [String])
  /// A match pattern mixes operators with field names.
  case mixedPattern(operator: String, field: String)
  /// A match pattern uses an operator that does not exist.
  case unknownOperator(String, known: [String])
  /// An operand is invalid.
  ///
  /// `expected` and `found` include articles.
  case operand(of: String, expected: String, found: String)
  /// A `$type` isn't a kind of value.
  case unknownType(String, known: [String])
  /// A regular expression is invalid or not supported.
  case invalidRegex(MockRegexProblem)
  /// Match patterns are nested more than `limit` levels deep.
  case patternTooDeep(limit: Int)
  /// An environment variable doesn't contain base64; the size is in bytes.
  case invalidBase64(size: Int)
  /// The value of an environment variable begins with the name of the variable.
  case namedValue(String)
  /// An environment variable is set, but empty.
  case emptyVariable
  /// The configuration arrived incomplete or in an unknown form.
  case transport(MockTransportProblem)
  /// A call doesn't have the form of a service and a method.
  case malformedCall(String)
  /// A host, a route, or its response is invalid.
  case route(RouteProblem)
  /// A problem that another decoder reported, with its message.
  case other(String)
}

extension MockConfigurationProblem {
  /// Checks the chances of a method's responses; nil if they are valid.
  ///
  /// Chances of responses with the same pattern add up.
  package init?(chancesOf responses: [MockResponse]) {
    guard responses.contains(where: { $0.chance != nil }) else { return nil }
    let rules = Dictionary(grouping: responses) { $0.match?.value.withPlainNumbers }
    // Sums of decimal fractions aren't exact.
    let tolerance = 1e-9
    for rule in rules.values {
      let chances = rule.compactMap(\.chance)
      let total = chances.reduce(0, +)
      if total > 1 + tolerance {
        self = .chancesAboveOne(total)
        return
      }
      if chances.count == rule.count, total < 1 - tolerance {
        self = .chancesBelowOne(total)
        return
      }
    }
    return nil
  }
}
