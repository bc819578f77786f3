internal import MockCalls
internal import MockData

extension MockServiceError {
  /// The error as frames carry it; `own` says that it comes from the mock itself and not from a scenario.
  var frameValue: AnyCodableValue {
    var members: [String: AnyCodableValue] = ["code": .string(code), "message": .string(message)]
    if let details { members["details"] = details }
    if problem != nil { members["own"] = true }
    return .dictionary(members)
  }

  /// Reads an error of a frame.
  init(frameValue: AnyCodableValue) {
    guard case .dictionary(let members) = frameValue, case .string(let code)? = members["code"],
      case .string(let message)? = members["message"]
    else {
      self.init(code: "error", message: frameValue.shortText)
      return
    }
    if members["own"] == true, let problem = MockErrorCode(rawValue: code) {
      // The place, where there is one, stands in the message already.
      self.init(problem: problem, message, at: nil, details: members["details"])
    } else {
      self.init(code: code, message: message, details: members["details"])
    }
  }
}
