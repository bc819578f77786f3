import MockCalls

/// The calls that `mocklua explore` makes: stages one after the other, each of calls that are in flight together.
struct Flow: Sendable, Equatable {
  /// A stage begins when all calls of the one before have been answered.
  let stages: [[MockCallRequest]]
  /// The text, on one line.
  let text: String

  /// Reads `A.b {...} & A.b; A.c`.
  init(_ text: String, of option: String) throws(UsageError) {
    stages = try Self.parts(of: text, at: ";").map { stage throws(UsageError) in
      try Self.parts(of: stage, at: "&").map { call throws(UsageError) in
        guard !call.isEmpty else {
          throw .invalidValue(
            option: option, value: text, expectation: "a call before and behind each `;` and `&`",
            nearest: nil)
        }
        return try Self.request(call, of: option)
      }
    }
    self.text = text.split(whereSeparator: \.isNewline).joined(separator: " ")
  }

  private static func request(
    _ text: Substring, of option: String
  ) throws(UsageError) -> MockCallRequest {
    let name = text.prefix { !$0.isWhitespace && !"{[".contains($0) }
    let rest = text.dropFirst(name.count).drop(while: \.isWhitespace)
    guard var request = MockCallRequest(String(name)) else {
      throw .invalidValue(
        option: option, value: String(text), expectation: "calls as Service.method {...}",
        nearest: nil)
    }
    if !rest.isEmpty {
      request.arguments = try CallArguments.object(String(rest), of: request.name)
    }
    return request
  }

  /// The parts of a text between separators that stand outside of brackets and of strings.
  private static func parts(of text: some StringProtocol, at separator: Character) -> [Substring] {
    var parts: [Substring] = []
    let text = Substring(text)
    var start = text.startIndex
    var (depth, isInString, isEscaped) = (0, false, false)
    for index in text.indices {
      switch text[index] {
      case _ where isEscaped: isEscaped = false
      case "\\" where isInString: isEscaped = true
      case "\"": isInString.toggle()
      case "{" where !isInString, "[" where !isInString: depth += 1
      case "}" where !isInString, "]" where !isInString: depth -= 1
      case separator where depth == 0 && !isInString:
        parts.append(text[start..<index])
        start = text.index(after: index)
      default: break
      }
    }
    return (parts + [text[start...]]).map { part in
      let part = part.drop(while: \.isWhitespace)
      return part.lastIndex { !$0.isWhitespace }.map { part[...$0] } ?? ""
    }
  }
}
