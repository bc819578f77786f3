public import MockData

/// An error in a mock configuration: the problem, its location, and a suggestion.
public struct MockConfigurationError: Error, Sendable, Equatable {
  package var problem: MockConfigurationProblem
  /// The path in the configuration, such as `services.OTP.methods.verify.responses[0].delayMs`; empty for the
  /// configuration as a whole.
  public var path: String
  /// The file or environment variable that contains the error, with the line and column if they are known.
  ///
  /// It is nil if the configuration wasn't read from text.
  public var place: ScriptLocation?

  package init(
    problem: MockConfigurationProblem, path: String = "", at place: ScriptLocation? = nil
  ) {
    self.problem = problem
    self.path = path
    self.place = place
  }
}

extension MockConfigurationError: CustomStringConvertible {
  /// The error as `file:line:column: path: problem; suggestion`.
  public var description: String { diagnostic.description }

  package var diagnostic: MockDiagnostic {
    MockDiagnostic(
      at: place, path: path, problem: problem.statement, suggestion: problem.suggestion)
  }
}

package enum MockConfigurationProblem: Error, Sendable, Equatable {
  case invalidJSON(JSONParseError.Problem)
  /// `expected` is the right kind, with an article.
  case wrongKind(expected: String, found: AnyCodableValue.Kind)
  case missingKey(String)
  case unknownKey(String, known: [String])
  /// `of` is the kind of name.
  case unknownName(String, of: String, known: [String])
  /// A number is negative, not whole, or out of range.
  case invalidNumber(found: String, expected: String)
  /// A range has a `min` above its `max`, or a median above its maximum.
  case reversedRange(low: String, high: String)
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
  case mixedPattern(operator: String, field: String)
  /// A match pattern uses an operator that does not exist.
  case unknownOperator(String, known: [String])
  /// `expected` and `found` include articles.
  case operand(of: String, expected: String, found: String)
  case unknownType(String, known: [String])
  case invalidRegex(MockRegexProblem)
  case patternTooDeep(limit: Int)
  /// An environment variable doesn't contain base64; the size is in bytes.
  case invalidBase64(size: Int)
  /// The value of an environment variable begins with the name of the variable.
  case namedValue(String)
  /// An environment variable is set, but empty.
  case emptyVariable
  case transport(MockTransportProblem)
  /// A call doesn't have the form of a service and a method.
  case malformedCall(String)
  /// A host, a route, or its response is invalid.
  case route(RouteProblem)
  /// A problem that another decoder reported, with its message.
  case other(String)
}

extension MockConfigurationProblem: CustomStringConvertible {
  /// The message, in the form `problem; suggestion`.
  package var description: String {
    suggestion.map { "\(statement); \($0)" } ?? statement
  }

  package var statement: String {
    switch self {
    case .invalidJSON(let problem): problem.statement
    case .wrongKind(let expected, let found): "expected \(expected), found \(found.phrase)"
    case .missingKey(let key): "the key `\(key.escaped)` is missing"
    case .unknownKey(let key, _): "unknown key `\(key.escaped)`"
    case .unknownName(let name, let what, _): "unknown \(what) `\(name.escaped)`"
    case .invalidNumber(let found, let expected): "expected \(expected), found \(found.escaped)"
    case .reversedRange(let low, let high): "`\(low)` is greater than `\(high)`"
    case .noResponses: "`responses` is empty"
    case .chancesAboveOne(let total):
      "the chances of responses for the same calls add up to \(total.shortText)"
    case .chancesBelowOne(let total):
      "every response has a chance, and together they cover only \(total.shortText) of the calls"
    case .missingField(let field, let result): "the result `\(result)` needs `\(field)`"
    case .misplacedField(let field, let result, _):
      "`\(field)` does not belong to the result `\(result)`"
    case .errorGivenTwice: "the error appears twice: as `error` and as `code` and `message`"
    case .undeclaredSharedKey(let key, _): "the shared state `\(key.escaped)` is not declared"
    case .mixedPattern(let name, let field):
      "the pattern mixes the operator `\(name.escaped)` with the field `\(field.escaped)`"
    case .unknownOperator(let name, _): "unknown operator `\(name.escaped)`"
    case .operand(let name, let expected, let found):
      "`\(name.escaped)` needs \(expected), found \(found.escaped)"
    case .unknownType(let name, _): "unknown type `\(name.escaped)`"
    case .invalidRegex(let problem): problem.statement
    case .patternTooDeep(let limit): "patterns are nested more than \(limit) levels deep"
    case .invalidBase64(let size): "the value (\(size) byte\(size == 1 ? "" : "s")) is not base64"
    case .namedValue(let name): "the value begins with the name `\(name)=`"
    case .emptyVariable: "the variable is set, but empty"
    case .transport(let problem): problem.statement
    case .malformedCall(let name): "`\(name.escaped)` isn't a method of a service"
    case .route(let problem): problem.statement
    case .other(let text): text.escapedPath
    }
  }

  package var suggestion: String? {
    switch self {
    case .invalidJSON(let problem): problem.suggestion
    case .wrongKind(let expected, _), .invalidNumber(_, let expected): "write \(expected)"
    case .missingKey(let key): "add `\"\(key.escaped)\": ...`"
    case .unknownKey(let name, let known), .unknownName(let name, _, let known),
      .unknownOperator(let name, let known), .unknownType(let name, let known):
      NearestName.hint(for: name, candidates: known)
    case .reversedRange(let low, let high): "write a `\(low)` of at most `\(high)`"
    case .noResponses: "write at least one response, or remove the method"
    case .chancesAboveOne: "lower them to at most 1 in total"
    case .chancesBelowOne: "add a response without a chance"
    case .missingField(let field, _): Self.example(of: field)
    case .misplacedField(let field, _, let results):
      results.isEmpty
        ? "remove `\(field)`"
        : "remove it, or write \"result\": " + results.map { "\"\($0)\"" }.joined(separator: " or ")
    case .errorGivenTwice: "keep only `error`"
    case .undeclaredSharedKey(let key, let declared):
      NearestName.hint(for: key, candidates: declared)
        ?? "declare it: \"sharedState\": {\"\(key.escaped)\": {\"initial\": ...}}"
    case .mixedPattern(let name, let field):
      "write the operator under its field: {\"\(field.escaped)\": {\"\(name.escaped)\": ...}}"
    case .operand(_, let expected, _): "write \(expected)"
    case .invalidRegex(let problem): problem.suggestion()
    case .patternTooDeep: "write fewer levels, or compare the inner value with a function"
    case .invalidBase64: "write what `toBase64()` returns or `mocklua FILE --base64` prints"
    case .namedValue(let name):
      "remove `\(name)=`: `mocklua FILE --base64` prints only the value"
    case .transport(let problem): problem.suggestion
    case .emptyVariable: "write what `toBase64()` returns, or unset the variable"
    case .malformedCall: "write the service, a dot and the method: `OTP.verify`"
    case .route(let problem): problem.suggestion
    case .other: nil
    }
  }

  private static func example(of field: String) -> String {
    switch field {
    case "error": "add \"error\": {\"code\": \"...\", \"message\": \"...\"}"
    case "values": "add \"values\": [...]"
    default: "add \"\(field)\": \"<service>.<method>#1\""
    }
  }
}

extension Double {
  fileprivate var shortText: String { "\((self * 1e6).rounded() / 1e6)" }
}

/// A problem with the name of a host or a route, or with a route's response: `problem; suggestion`.
package struct RouteProblem: Error, Sendable, Equatable {
  package var statement: String
  /// The suggestion; nil if the statement is sufficient.
  package var suggestion: String?

  package init(_ statement: String, _ suggestion: String? = nil) {
    (self.statement, self.suggestion) = (statement, suggestion)
  }

  package var description: String { statement + (suggestion.map { "; \($0)" } ?? "") }
}
