import MockCalls
import MockData

/// Parses calls from the command line: `Service.method`, each with an optional object of arguments, and between them
/// `open=GATE` and `close=GATE`.
enum CallArguments {
  static func read(_ words: [String]) throws(UsageError) -> [MockCallRequest] {
    try readSteps(words).map { step throws(UsageError) in
      switch step {
      case .call(let request): return request
      case .open(let gate): throw .unexpectedArgument("open=\(gate)")
      case .close(let gate): throw .unexpectedArgument("close=\(gate)")
      }
    }
  }

  static func readSteps(_ words: [String]) throws(UsageError) -> [MockCallStep] {
    var steps: [MockCallStep] = []
    var hasArguments = true
    for word in words {
      if let step = gateStep(word) {
        steps.append(step)
        hasArguments = true
        continue
      }
      guard isJSON(word) else {
        guard let request = MockCallRequest(word) else {
          throw .invalidValue(
            option: "NAME", value: word, expectation: "Service.method", nearest: nil)
        }
        steps.append(.call(request))
        hasArguments = false
        continue
      }
      guard !hasArguments, case .call(var request) = steps.popLast() else {
        throw .argumentsFirst(word)
      }
      request.arguments = try object(word, of: request.name)
      steps.append(.call(request))
      hasArguments = true
    }
    return steps
  }

  private static func gateStep(_ word: String) -> MockCallStep? {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[1].isEmpty else { return nil }
    switch parts[0] {
    case "open": return .open(gate: String(parts[1]))
    case "close": return .close(gate: String(parts[1]))
    default: return nil
    }
  }

  /// Whether a word is JSON.
  ///
  /// Names start with a letter or an underscore, as in Swift.
  private static func isJSON(_ word: String) -> Bool {
    guard let first = word.first(where: { !$0.isWhitespace }) else { return true }
    return !first.isLetter && first != "_"
  }

  /// Parses the arguments of a call.
  static func object(
    _ text: String, of call: String
  ) throws(UsageError) -> AnyCodableValue {
    let value: AnyCodableValue
    do throws(JSONParseError) {
      value = try JSONParser().parse(text)
    } catch {
      throw .invalidJSON(call: call, error)
    }
    guard case .dictionary = value else { throw .noObject(call: call, value.kind) }
    return value
  }
}
