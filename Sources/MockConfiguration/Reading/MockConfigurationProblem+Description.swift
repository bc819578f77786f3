internal import MockData

extension MockConfigurationProblem: CustomStringConvertible {
  /// The problem as `problem; suggestion`.
  package var description: String {
    suggestion.map { "\(statement); \($0)" } ?? statement
  }

  /// The problem, without a suggestion.
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
    case .errorGivenTwice: "the error is given twice: as `error` and as `code` and `message`"
    case .undeclaredSharedKey(let key, _): "the shared state `\(key.escaped)` is not declared"
    case .mixedPattern(let name, let field):
      "the pattern mixes the operator `\(name.escaped)` with the field `\(field.escaped)`"
    case .unknownOperator(let name, _): "unknown operator `\(name.escaped)`"
    case .operand(let name, let expected, let found):
      "`\(name.escaped)` needs \(expected), found \(found.escaped)"
    case .unknownType(let name, _): "unknown type `\(name.escaped)`"
    case .invalidRegex(let problem): problem.statement
    case .patternTooDeep(let limit): "patterns are nested more than \(limit) levels deep"
    case .invalidBase64(let size): "the value of \(size) byte\(size == 1 ? "" : "s") is not base64"
    case .namedValue(let name): "the value begins with the name `\(name)=`"
    case .emptyVariable: "the variable is set to an empty value of 0 bytes"
    case .transport(let problem): problem.statement
    case .malformedCall(let name): "`\(name.escaped)` isn't a method of a service"
    case .route(let problem): problem.statement
    case .other(let text): text.escapedPath
    }
  }

  /// The suggestion; nil if there isn't one.
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
    case .errorGivenTwice: "keep `error` only"
    case .undeclaredSharedKey(let key, let declared):
      NearestName.hint(for: key, candidates: declared)
        ?? "declare it: \"sharedState\": {\"\(key.escaped)\": {\"initial\": ...}}"
    case .mixedPattern(let name, let field):
      "write the operator under its field: {\"\(field.escaped)\": {\"\(name.escaped)\": ...}}"
    case .operand(_, let expected, _): "write \(expected)"
    case .invalidRegex(let problem): problem.suggestion()
    case .patternTooDeep: "write a function with `$where`"
    case .invalidBase64: "write what `toBase64()` returns or `mocklua FILE --base64` prints"
    case .namedValue(let name):
      "leave out `\(name)=`: `mocklua FILE --base64` prints only the value"
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
  /// The number with at most six decimal places.
  fileprivate var shortText: String { "\((self * 1e6).rounded() / 1e6)" }
}
