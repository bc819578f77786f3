internal import MockData

/// The reason why a frame is refused.
package enum FrameProblem: Error, Sendable, Equatable {
  case tooLarge(Int, limit: Int)
  case notJSON(String)
  case noKind
  case unknownKind(String, known: [String])
  /// A kind of frame that only the other side may send.
  case wrongSender(String)
  case unknownField(String, kind: String, known: [String])
  case missingField(String, kind: String)
  case givenTwice(String, kind: String)
  case wrongValue(String, kind: String, expected: String)
  /// The app's description of a protocol's requirements is invalid.
  case unusableContract(service: String, index: Int, reason: String)
  /// The app's description of its mocks' requirements is invalid.
  case unusableDocument(reason: String)
  /// A frame that isn't allowed at this point, such as a second `hello`.
  case unexpected(String, instead: String)
}

extension FrameProblem: CustomStringConvertible {
  /// The problem as `frame: problem; what to send`.
  package var description: String {
    switch self {
    case .tooLarge(let size, let limit):
      "a frame of \(size) bytes was announced, but the limit is \(limit); send less at once"
    case .notJSON(let problem): "a frame is not a JSON object: \(problem)"
    case .noKind: "a frame has no `kind`; send one"
    case .unknownKind(let kind, let known):
      "there are no frames of the kind `\(kind.escaped)`; "
        + (NearestName.hint(for: kind, candidates: known) ?? "see `docs/session-protocol.md`")
    case .wrongSender(let kind): "`\(kind)`: only the other side sends such frames"
    case .unknownField(let field, let kind, let known):
      "`\(kind)`: unknown field `\(field.escaped)`; "
        + (NearestName.hint(for: field, candidates: known) ?? "it has none")
    case .missingField(let field, let kind): "`\(kind)`: `\(field)` is missing; send it"
    case .givenTwice(let field, let kind): "`\(kind)`: `\(field)` is given twice; send it once"
    case .wrongValue(let field, let kind, let expected):
      "`\(kind)`: `\(field)` is not \(Self.articled(expected))"
    case .unusableContract(let service, let index, let reason):
      "`hello`: `services[\(index)].contract` of `\(service.escaped)` is not a contract: \(reason.escaped)"
    case .unusableDocument(let reason):
      "`contract`: `document` is not a contract: \(reason.escaped)"
    case .unexpected(let kind, let instead):
      "expected a frame `\(instead)`, found `\(kind)`"
    }
  }

  /// Returns the description of a value with its article: `an object`, `a list of objects`.
  private static func articled(_ expected: String) -> String {
    if expected.hasPrefix("one of ") { return expected }
    return "\("aeio".contains(expected.prefix(1)) ? "an" : "a") \(expected)"
  }
}
