package import MockData

/// What can be wrong with a configuration; the facts without their place.
package enum MockConfigurationProblem: Error, Sendable, Equatable {
  /// The text is not JSON.
  case invalidJSON(JSONParseError.Problem)
  /// A value is not of the kind that its place needs; `expected` says which, with an article.
  case wrongKind(expected: String, found: AnyCodableValue.Kind)
  /// An object lacks a key that it must have.
  case missingKey(String)
  /// An object has a key that the format does not know.
  case unknownKey(String, known: [String])
  /// A name is none of those that its place allows; `of` says what it names.
  case unknownName(String, of: String, known: [String])
  /// A number is negative, not whole or out of range.
  case invalidNumber(found: String, expected: String)
  /// A range whose `min` is above its `max`, or a median above its maximum.
  case reversedRange(low: String, high: String)
  /// `responses` has no element.
  case noResponses
  /// A response lacks the field that its result needs.
  case missingField(String, result: String)
  /// A response has a field that belongs to another result.
  case misplacedField(String, result: String, belongsTo: [String])
  /// A response has an error payload as well as the flat form of one.
  case errorGivenTwice
  /// A binding or an update names shared state that is not declared.
  case undeclaredSharedKey(String, declared: [String])
  /// A match pattern mixes operators with field names.
  case mixedPattern(operator: String, field: String)
  /// A match pattern uses an operator that does not exist.
  case unknownOperator(String, known: [String])
  /// An operator's operand is not what it needs; both are worded with an article.
  case operand(of: String, expected: String, found: String)
  /// A `$type` that is no kind of value.
  case unknownType(String, known: [String])
  /// A regular expression that is wrong, or that is not supported.
  case invalidRegex(MockRegexProblem)
  /// Match patterns lie inside one another more than `limit` deep.
  case patternTooDeep(limit: Int)
  /// An environment variable does not hold base64; the size is in bytes.
  case invalidBase64(size: Int)
  /// An environment variable's value begins with the variable's own name.
  case namedValue(String)
  /// An environment variable is set but holds nothing.
  case emptyVariable
  /// The configuration did not come through whole, or by no way that is known.
  case transport(MockTransportProblem)
  /// A call is not named by its service and its method.
  case malformedCall(String)
  /// A host, a route or its answer is wrong.
  case route(RouteProblem)
  /// A problem that another decoder found, in its words.
  case other(String)
}
