package import MockCalls
internal import MockData

/// How a plan lets a call fail, or answers it with something else.
package enum PlannedFault: Sendable, Hashable {
  /// With an error of this code.
  case code(String)
  /// With each code of the app's own error, one after the other: in a search, and in no plan.
  case ownCodes
  case cancelled, empty, null, never
  /// A field of its answer is another, by its path.
  case changed(String)

  /// The codes of the app's own error, an empty list, and no value where the type is optional.
  package static let standard: [PlannedFault] = [.ownCodes, .empty, .null]

  /// What stands behind the number of a call in a plan: `!offline`, `~never`.
  package var name: String {
    switch self {
    case .code(let code): "!" + code
    case .ownCodes: "~codes"
    case .cancelled: "~cancelled"
    case .empty: "~empty"
    case .null: "~null"
    case .never: "~never"
    case .changed(let path): "~" + path
    }
  }

  init?(name: Substring) {
    guard let mark = name.first, name.count > 1 else { return nil }
    let rest = String(name.dropFirst())
    switch (mark, rest) {
    case ("!", _): self = .code(rest)
    case ("~", "cancelled"): self = .cancelled
    case ("~", "empty"): self = .empty
    case ("~", "null"): self = .null
    case ("~", "never"): self = .never
    case ("~", _) where rest.hasPrefix("$"): self = .changed(rest)
    default: return nil
    }
  }

  /// The end of `Service.method #1 ...`.
  package var words: String {
    switch self {
    case .code(let code): "failing with \"\(code)\""
    case .ownCodes: "failing"
    case .cancelled: "cancelled"
    case .empty: "answered with an empty list"
    case .null: "answered with no value"
    case .never: "never answered"
    case .changed(let path): "answered with another `\(path)`"
    }
  }

  /// What a call is answered with that has this fault.
  package func answer(inPlaceOf answer: Answer) -> Answer {
    switch self {
    case .code(let code):
      var failing = Answer(failing: MockServiceError(code: code, message: code))
      (failing.index, failing.count, failing.place) = (answer.index, answer.count, answer.place)
      return failing
    case .empty: return answer.answering(.array([]))
    case .null: return answer.answering(nil)
    case .changed(let path):
      return answer.answering(
        answer.value.flatMap { Mutation.change($0, at: path) } ?? answer.value)
    case .ownCodes, .cancelled, .never: return answer
    }
  }
}

extension Answer {
  /// The same answer with another value; an error stays one.
  fileprivate func answering(_ value: AnyCodableValue?) -> Answer {
    var answer = self
    switch (content, value) {
    case (.value, _): answer.content = .value(value)
    case (.values(_, let end, let interval), .array(let values)?):
      answer.content = .values(values, end: end, interval: interval)
    default: break
    }
    return answer
  }
}
